import { expectSeeds } from './expect-seeds.js';

expectSeeds(251, 250);
