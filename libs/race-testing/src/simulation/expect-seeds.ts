import { expect, it } from '@jest/globals';
import { reportOf, runSeeds } from '@flagpost/testing/simulation';
import { runRace } from './simulated-race.js';
import { replayCommand } from './replay.js';

const MINUTE = 60_000;

/** A jest test of so many seeds. They are split over several files, so that workers share them. */
export const expectSeeds = (first: number, count: number): void =>
  it(
    `nothing is lost and nothing counts twice, whatever goes wrong: seeds ${first} to ${first + count - 1}`,
    async () => {
      expect(reportOf(await runSeeds(first, count, runRace), replayCommand)).toBe('');
    },
    20 * MINUTE,
  );
