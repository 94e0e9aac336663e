import { expect, it } from '@jest/globals';
import { raceSetup } from '@flagpost/testing';
import { createEntries } from './entries.js';
import type { Setups } from './setups.js';

it('refuses who is not entered, and lets an event wait for its setup', () => {
  const entries = createEntries();
  expect(entries.refusal(7, 70)).toBeNull();
  const setups = new Map<number, Setups extends ReadonlyMap<number, infer Setup> ? Setup : never>([
    [7, raceSetup(7, 0, [70])],
    [8, null],
  ]);
  entries.follow(setups);
  const refusals = () => [
    entries.refusal(7, 70),
    entries.refusal(7, 71),
    entries.refusal(8, 70),
    entries.refusal(9, 70),
  ];
  expect(refusals()).toEqual([null, 'unauthorized', 'unknownEvent', null]);
  setups.set(7, raceSetup(7, 0, [71]));
  expect(refusals().slice(0, 2)).toEqual(['unauthorized', null]);
});
