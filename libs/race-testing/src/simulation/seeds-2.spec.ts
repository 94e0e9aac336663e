import { expectSeeds } from './expect-seeds.js';

expectSeeds(26, 25);
