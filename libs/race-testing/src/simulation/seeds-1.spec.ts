import { expectSeeds } from './expect-seeds.js';

expectSeeds(1, 25);
