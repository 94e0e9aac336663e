import { expect, it } from '@jest/globals';
import { reportOf, runSeeds } from '@flagpost/testing/simulation';
import { replayCommand, runFuzz } from '../testing/hostile/fuzz.js';

const SEEDS = { first: 1, count: 3 };

it('whatever is sent is answered by its name, and leaves nothing where it is refused', async () => {
  expect(reportOf(await runSeeds(SEEDS.first, SEEDS.count, runFuzz), replayCommand)).toBe('');
}, 120_000);
