import { describe, expect, it } from '@jest/globals';
import { POSITION_PARTITIONS } from '@flagpost/contracts';
import { createProgress } from './progress.js';

const START = Date.UTC(2026, 5, 6, 9, 0, 1, 234);
const EVERY_MS = 5_000;
const STEP_MS = 5;
const INTERVALS = 3;

/** Something changes in each partition at each step. @returns when each partition was due, by its number, in ms since the start */
const dueTimes = (): readonly (readonly number[])[] =>
  Array.from({ length: POSITION_PARTITIONS }, (_, partition) => {
    let now = START;
    const progress = createProgress(partition, null, { now: () => now });
    const due: number[] = [];
    for (; now < START + INTERVALS * EVERY_MS; now += STEP_MS) {
      progress.changed();
      if (!progress.isDue(EVERY_MS)) continue;
      due.push(now - START);
      progress.tries();
      progress.saved(progress.mark());
    }
    return due;
  });

describe('the saves of partitions', () => {
  it('are due once in every interval', () => {
    for (const [first = NaN, ...later] of dueTimes()) {
      expect(first).toBeLessThan(EVERY_MS);
      expect(later).toEqual([first + EVERY_MS, first + 2 * EVERY_MS]);
    }
  });

  it('are due one after the other, and not together', () => {
    const first = dueTimes()
      .map(([ms = NaN]) => ms)
      .toSorted((a, b) => a - b);
    for (const [at, ms] of first.slice(1).entries())
      expect(ms - (first[at] ?? NaN)).toBe(EVERY_MS / POSITION_PARTITIONS);
  });

  it('are not due while nothing is unsaved', () => {
    let now = START;
    const progress = createProgress(0, null, { now: () => now });
    now += 2 * EVERY_MS;
    expect(progress.isDue(EVERY_MS)).toBe(false);
    progress.changed();
    expect(progress.isDue(EVERY_MS)).toBe(true);
  });
});
