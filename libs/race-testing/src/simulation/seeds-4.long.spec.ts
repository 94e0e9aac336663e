import { expectSeeds } from './expect-seeds.js';

expectSeeds(751, 250);
