import { expect, it } from '@jest/globals';
import type { PastLap } from '@flagpost/contracts';
import { T0 } from '../../testing/past-race.js';
import { createPastLaps } from './past-laps.js';

const lap = (epoch: number, number: number, lapTimeMs: number | null): PastLap => [
  4,
  epoch,
  number,
  lapTimeMs,
  T0,
  T0,
];

it('goes on from the laps of an instant, lap by lap of their epoch', () => {
  const laps = createPastLaps([{ InvitationId: 4, CarNumber: '23' }]);
  laps.begin({ lapEpoch: 1, laps: [lap(1, 1, 31_000)] });
  expect(laps.count(lap(1, 2, 30_000))).toBe(true);
  expect(laps.count(lap(1, 3, null))).toBe(true);
  expect(laps.of(4)).toEqual({ lapEpoch: 1, counter: 3, lastLapMs: null, bestLapMs: 30_000 });
  expect(laps.count(lap(0, 9, 20_000))).toBe(false);
  expect(laps.of(4).counter).toBe(3);
  laps.begin({ lapEpoch: 2, laps: [] });
  expect(laps.of(4)).toEqual({ lapEpoch: 2, counter: 0, lastLapMs: null, bestLapMs: null });
});

it('has one row for each lap', () => {
  const laps = createPastLaps([{ InvitationId: 4, CarNumber: '23' }]);
  const first = lap(1, 1, 31_000);
  expect(laps.rowOf(first)).toMatchObject({ InvitationId: 4, CarNumber: '23', LapEpoch: 1, Lap: 1 });
  expect(laps.rowOf(first)).toBe(laps.rowOf(first));
});
