import { describe, expect, it } from '@jest/globals';
import type { PastLap } from '@flagpost/contracts';
import { aPastCar as car } from '../../../testing/past-race.js';
import { filteredLaps, timedLaps } from './timed-laps.js';

const lap = (invitationId: number, number: number, ms: number | null, at: number): PastLap => [
  invitationId,
  0,
  number,
  ms,
  at,
  at + 300,
];

describe('laps with a time', () => {
  it('are listed fastest first, those of the same time as they were driven', () => {
    const laps = [lap(7, 1, 90_000, 100_000), lap(8, 1, 89_000, 120_000), lap(7, 2, 89_000, 110_000)];
    expect(timedLaps({ cars: [car(7, '23'), car(8, '4')], laps })).toMatchObject([
      { CarNumber: '23', lap: 2, driver: 'Ada Rossi', category: 'GT', lapTimeMs: 89_000 },
      { CarNumber: '4', lap: 1 },
      { CarNumber: '23', lap: 1 },
    ]);
  });

  it('are those of a car, or of a category', () => {
    const cars = [car(7, '23'), { ...car(8, '2'), Category: 'WRC' }, car(9, '2')];
    const laps = timedLaps({ cars, laps: [7, 8, 9].map((id) => lap(id, 1, 92_222 + id, 200_000)) });
    const listed = (id: number | null, category: string | null): number[] =>
      filteredLaps(laps, { car: id, category }).map(({ InvitationId }) => InvitationId);
    expect(listed(null, null)).toEqual([7, 8, 9]);
    expect(listed(8, null)).toEqual([8]);
    expect(listed(null, 'GT')).toEqual([7, 9]);
    expect(listed(8, 'GT')).toEqual([]);
  });

  it('leave out laps without one, and have ids of their own in each epoch', () => {
    const laps: PastLap[] = [
      lap(7, 1, null, 1_000),
      lap(7, 2, 90_000, 91_000),
      [7, 1, 2, 80_000, 300_000, 300_300],
    ];
    const rows = timedLaps({ cars: [car(7, '23')], laps });
    expect(rows).toHaveLength(2);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(2);
  });
});
