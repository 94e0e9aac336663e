import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RACE, carKey, type LiveCar, type RaceSetup } from '@flagpost/contracts';
import { fixRows, type HistoryFix } from '../codecs/fix-rows.js';
import { createEngine } from '../engine/engine.js';
import { happenedAt } from '../happened-at.js';
import { PAST, PAST_ROW, pastIndexAt, replayCar } from './car-replay.js';
import { liveCarAt } from './live-at.js';
import { decodePastSpan, encodePastSpan } from './past-span.js';

const BEGAN = Date.UTC(2026, 5, 6, 12);
const SECOND = 1_000;
const fix = (second: number, changes: Partial<HistoryFix> = {}): HistoryFix => ({
  receivedAt: BEGAN + second * SECOND + 200,
  t: BEGAN + second * SECOND,
  lat: 44.6 + second * 0.0002,
  lng: 8.16,
  speedKph: 80,
  headingDeg: 0,
  ...changes,
});
const NO_LAPS = { lapEpoch: 0, counter: 0, lastLapMs: null, bestLapMs: null };
const end = BEGAN + 3_600_000;
const timesOf = (rows: Float64Array, field: number): number[] =>
  Array.from(
    { length: rows.length / PAST_ROW },
    (_, i) => ((rows[i * PAST_ROW + field] ?? NaN) - BEGAN) / SECOND,
  );

describe('a car, replayed', () => {
  const late = [fix(0), fix(1), fix(5), fix(2, { receivedAt: BEGAN + 6_000 }), fix(7)];

  it('has late fixes where they happened', () => {
    expect(timesOf(replayCar(fixRows(late), 'happened', BEGAN, end), PAST.at)).toEqual([0, 1, 2, 5, 7]);
  });

  it('was seen without late fixes, which show that it was heard', () => {
    const rows = replayCar(fixRows(late), 'seen', BEGAN, end);
    expect(timesOf(rows, PAST.t)).toEqual([0, 1, 5, 7]);
    const silent = replayCar(
      fixRows([fix(0), fix(20), fix(3, { receivedAt: BEGAN + 30_000 })]),
      'seen',
      BEGAN,
      end,
    );
    expect(timesOf(silent, PAST.at)).toEqual([0.2, 20.2, 30]);
    expect(timesOf(silent, PAST.t)).toEqual([0, 20, 20]);
  });

  it('begins with the state in force and ends with the one that it moves towards', () => {
    const fixes = fixRows(Array.from({ length: 20 }, (_, second) => fix(second)));
    const rows = replayCar(fixes, 'happened', BEGAN + 4_500, BEGAN + 7_500);
    expect(timesOf(rows, PAST.at)).toEqual([4, 5, 6, 7, 8]);
    expect(pastIndexAt(rows, BEGAN + 3_000)).toBeLessThan(0);
    expect(timesOf(rows.subarray(pastIndexAt(rows, BEGAN + 6_999)), PAST.at)[0]).toBe(6);
  });

  it('does not believe a device whose clock is ahead', () => {
    expect(happenedAt(BEGAN, BEGAN + RACE.maxClockAheadMs)).toBe(BEGAN + RACE.maxClockAheadMs);
    expect(happenedAt(BEGAN, BEGAN + RACE.maxClockAheadMs + 1)).toBe(BEGAN);
  });

  it('is offline after 15 s without a fix, and nowhere before its first', () => {
    const rows = replayCar(fixRows([fix(0)]), 'seen', BEGAN, end);
    const at = (instant: number): LiveCar => liveCarAt(7, rows, instant, NO_LAPS, false);
    expect(at(BEGAN).offline).toBe(true);
    expect(at(BEGAN).lat).toBeNull();
    expect(at(BEGAN + 15_200).offline).toBe(false);
    expect(at(BEGAN + 15_201).offline).toBe(true);
    expect(at(BEGAN + 15_201).lat).toBe(44.6);
  });
});

/** No car of the property drives faster: history keeps only the last of the three fixes by which a jump is believed. */
const FASTEST_M_PER_MS = 0.15;

/** Inputs of a car that drives, stands, falls silent and delivers late, in the order in which they come. */
const drives = fc
  .array(
    fc.record({
      afterMs: fc.integer({ min: 20, max: 25_000 }),
      movesM: fc.constantFrom(0, 0, 5, 40, 300),
      lateMs: fc.constantFrom(0, 0, 0, 3_000, 40_000),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((steps) => {
    let [t, lat] = [BEGAN, 44.6];
    const driven = steps.map(({ afterMs, movesM, lateMs }): HistoryFix => {
      const laterMs = afterMs - (afterMs % 10);
      t += laterMs;
      lat += Math.min(movesM, laterMs * FASTEST_M_PER_MS) / 111_000;
      const receivedAt = t + 100 + lateMs;
      return { receivedAt, t, lat, lng: 8.16, speedKph: null, headingDeg: null };
    });
    return driven.toSorted((a, b) => a.receivedAt - b.receivedAt);
  });

const setup: RaceSetup = {
  eventId: 1,
  published: true,
  startsAt: BEGAN - 1,
  finishesAt: end,
  radiusM: 30,
  start: null,
  finish: null,
  boxes: null,
  lapEpochs: [],
  cars: [
    {
      invitationId: 7,
      authorized: true,
      lap: 0,
      crossedAt: null,
      sosRaisedAt: null,
      sosClearedAt: null,
      stoppedAt: null,
    },
  ],
};

describe('what race control saw', () => {
  it('lacks the fix by which a jump was believed, until three that history has agree', () => {
    const elsewhere = (second: number): HistoryFix => ({ ...fix(second), lat: 45.6 });
    const rows = replayCar(fixRows([fix(0), ...[10, 11, 12].map(elsewhere)]), 'seen', BEGAN, end);
    const latAt = (second: number) => liveCarAt(7, rows, BEGAN + second * 1_000 + 500, NO_LAPS, false).lat;
    expect([0, 10, 11, 12].map(latAt)).toEqual([44.6, 44.6, 44.6, 45.6]);
  });

  it('is what the race engine said at any time', () => {
    fc.assert(
      fc.property(drives, fc.integer({ min: 0, max: 200_000 }), (fixes, after) => {
        const instant = BEGAN + after;
        const engine = createEngine();
        engine.setup(1, setup);
        const kept: HistoryFix[] = [];
        let last: LiveCar | undefined;
        const frames = (now: number): void => {
          engine.sweep(now);
          last = engine.takeFrames(now)[0]?.cars[0] ?? last;
        };
        for (const each of fixes) {
          const { receivedAt, t, lat, lng } = each;
          if (receivedAt <= instant) frames(receivedAt);
          const verdict = engine.apply(carKey(1, 7), { receivedAt, t, lat, lng });
          if (verdict === 'accepted' || verdict === 'late') kept.push(each);
          engine.takeFacts();
          if (receivedAt <= instant) frames(receivedAt);
        }
        if (fixes.every(({ receivedAt }) => receivedAt <= instant)) frames(instant);
        const heard = kept.filter(({ receivedAt }) => receivedAt <= instant);
        if (last === undefined || heard.length === 0) return;
        const rows = replayCar(fixRows(kept), 'seen', instant, instant);
        const then = liveCarAt(7, rows, instant, NO_LAPS, false);
        const { lat, t, speedKph, headingDeg, stopped } = last;
        expect(then).toMatchObject({ lat, t, headingDeg, stopped });
        expect(then.speedKph).toBeCloseTo(speedKph, 6);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a packed span', () => {
  it('is read as it was written', () => {
    const cars = new Map([
      [
        7,
        replayCar(
          fixRows([fix(0), fix(1, { headingDeg: 359 }), fix(2, { headingDeg: 1 })]),
          'seen',
          BEGAN,
          end,
        ),
      ],
      [9, replayCar(fixRows([fix(1, { headingDeg: null, speedKph: null })]), 'seen', BEGAN, end)],
    ]);
    const span = { eventId: 3, truth: 'seen', from: BEGAN, to: end, cars } as const;
    const read = decodePastSpan(encodePastSpan(span));
    expect(read).toMatchObject({ eventId: 3, truth: 'seen', from: BEGAN, to: end });
    for (const [id, rows] of cars) {
      const back = read.cars.get(id) ?? new Float64Array();
      expect(back.length).toBe(rows.length);
      rows.forEach((value, i) => {
        if (Number.isNaN(value)) expect(back[i]).toBeNaN();
        else expect(back[i]).toBeCloseTo(value, 5);
      });
    }
  });

  it('of another format is refused', () => {
    expect(() => decodePastSpan(Uint8Array.of(9, 0))).toThrow(RangeError);
    expect(() => decodePastSpan(Uint8Array.of(1))).toThrow(RangeError);
  });
});
