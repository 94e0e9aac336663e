import { expect, it } from '@jest/globals';
import { mailUnderKills } from '../testing/mailing.js';

it('after kills at any step every invitation has left once, but for those whose answer nobody heard', async () => {
  const seeds = 100;
  const { kills, uncertain } = await mailUnderKills(1, seeds, 4);
  expect(kills).toBeGreaterThan(seeds);
  expect(uncertain).toBeGreaterThan(seeds / 10);
}, 60_000);
