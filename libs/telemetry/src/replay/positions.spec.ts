import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TRUTHS } from '@flagpost/contracts';
import { fixRows, type HistoryFix } from '../codecs/fix-rows.js';
import { replayCar } from './car-replay.js';
import { positionsOf } from './positions.js';

const T0 = Date.UTC(2026, 5, 6, 12);
const S = 1_000;
const fix = (second: number, changes: Partial<HistoryFix> = {}): HistoryFix => ({
  receivedAt: T0 + second * S + 300,
  t: T0 + second * S,
  lat: 44 + second * 0.0003,
  lng: 8,
  speedKph: 120,
  headingDeg: null,
  ...changes,
});
const timesOf = (fixes: readonly HistoryFix[], truth: 'happened' | 'seen') =>
  positionsOf(replayCar(fixRows(fixes), truth, T0, T0 + 3_600 * S), truth).map(({ at }) => (at - T0) / S);

describe('positions of a car in the past', () => {
  it('have both times, whichever of them the truth counts by', () => {
    const late = [fix(0), fix(1), fix(2, { receivedAt: T0 + 60 * S })];
    expect(timesOf(late, 'happened')).toEqual([0, 1, 2]);
    expect(timesOf(late, 'seen')).toEqual([0.3, 1.3, 60]);
    const [, , last] = positionsOf(replayCar(fixRows(late), 'seen', T0, T0 + 100 * S), 'seen');
    expect(last).toMatchObject({ drivenAt: T0 + 2 * S, receivedAt: T0 + 60 * S });
  });

  it('leave out states in which a car was only heard', () => {
    // An older fix that comes later says that the car is there, and gives it no position.
    const older = [fix(0), fix(5), fix(3, { receivedAt: T0 + 8 * S }), fix(9)];
    expect(timesOf(older, 'seen')).toEqual([0.3, 5.3, 9.3]);
    expect(timesOf(older, 'happened')).toEqual([0, 3, 5, 9]);
  });

  it('take the time of receipt for that of a clock that is ahead', () => {
    const ahead = [0, 1, 2].map((second) => fix(second, { t: T0 + second * S + 86_400 * S }));
    expect(timesOf(ahead, 'happened')).toEqual([0.3, 1.3, 2.3]);
    const [first] = positionsOf(replayCar(fixRows(ahead), 'happened', T0, T0 + 10 * S), 'happened');
    expect(first?.drivenAt).toBe(T0 + 300);
  });

  it('are in order, and each of them is a fix that was kept', () => {
    const anyFix = fc.record({ second: fc.nat(200), delayMs: fc.nat(90_000) });
    fc.assert(
      fc.property(fc.array(anyFix, { maxLength: 60 }), fc.constantFrom(...TRUTHS), (drawn, truth) => {
        const fixes = drawn
          .map(({ second, delayMs }) => fix(second, { receivedAt: T0 + second * S + delayMs }))
          .sort((one, other) => one.receivedAt - other.receivedAt);
        const positions = positionsOf(replayCar(fixRows(fixes), truth, T0, T0 + 3_600 * S), truth);
        const times = positions.map(({ at }) => at);
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        for (const { drivenAt, lat } of positions)
          expect(fixes.some((each) => each.t === drivenAt && each.lat === lat)).toBe(true);
        if (truth === 'happened')
          expect(new Set(positions.map(({ drivenAt }) => drivenAt)).size).toBe(
            new Set(fixes.map(({ t }) => t)).size,
          );
      }),
    );
  });
});
