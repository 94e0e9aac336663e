import { expectSeeds } from './expect-seeds.js';

expectSeeds(101, 100);
