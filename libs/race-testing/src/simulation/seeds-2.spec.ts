import { expectSeeds } from './expect-seeds.js';

expectSeeds(51, 50);
