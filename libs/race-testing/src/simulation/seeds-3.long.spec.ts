import { expectSeeds } from './expect-seeds.js';

expectSeeds(501, 250);
