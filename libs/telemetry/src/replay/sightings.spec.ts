import { describe, expect, it } from '@jest/globals';
import { FLAGS, type LiveCar } from '@flagpost/contracts';
import { liveCar } from '@flagpost/testing';
import { PAST, PAST_ROW, pastIndexAt } from './car-replay.js';
import { liveCarAt } from './live-at.js';
import { decodePastSpan } from './past-span.js';
import { positionsOf } from './positions.js';
import { besideIn, packShown, readShown } from './shown.js';
import { createSightings, joinSightings, type Beside } from './sightings.js';

/** A minute with a keyframe. */
const T0 = Date.UTC(2026, 5, 6, 12);
const NOTHING: Beside = { linked: false, track: null, driver: null };
const NO_LAPS = { lapEpoch: 0, counter: 0, lastLapMs: null, bestLapMs: null };
const car = (second: number, changes: Partial<LiveCar> = {}): LiveCar =>
  liveCar(7, {
    receivedAt: T0 + second * 1_000 + 40,
    t: T0 + second * 1_000,
    lat: Math.round((44.6 + second * 0.0003) * 1e6) / 1e6,
    ...changes,
  });
/** What is kept of frames, each with the second after which it was published. */
const kept = (frames: readonly [second: number, LiveCar, Beside?][], until: number) => {
  const sightings = createSightings(1);
  const blocks: Uint8Array[] = [];
  const take = (): void =>
    void blocks.push(...[sightings.block()?.bytes ?? []].filter((each) => each instanceof Uint8Array));
  let beside = NOTHING;
  for (let second = 0; second <= until; second += 1) {
    for (const [at, live, besides] of frames)
      if (at === second) {
        sightings.take(T0 + at * 1_000 + 100, live);
        beside = besides ?? beside;
      }
    const now = T0 + second * 1_000 + 900;
    if (sightings.endsBefore(now)) take();
    sightings.second(now, () => beside);
  }
  take();
  return blocks.map((bytes) => decodePastSpan(bytes).cars.get(7) ?? new Float64Array());
};
const timesOf = (rows: Float64Array): number[] =>
  Array.from({ length: rows.length / PAST_ROW }, (_, i) => ((rows[i * PAST_ROW] ?? NaN) - T0) / 1_000);

describe('what was published of a car', () => {
  it('is a state for each second in which it changed, at the time of its frame', () => {
    const [rows = new Float64Array()] = kept(
      [
        [0, car(0)],
        [1, car(1)],
        [2, car(1)],
        [3, car(3)],
      ],
      5,
    );
    expect(timesOf(rows)).toEqual([0.1, 1.1, 3.1]);
    expect(liveCarAt(7, rows, T0 + 1_100, NO_LAPS, false)).toEqual(car(1));
    expect(liveCarAt(7, rows, T0 + 3_099, NO_LAPS, false).t).toBe(T0 + 1_000);
  });

  it('is silent and in SOS as the frame had it, whatever is computed', () => {
    const [rows = new Float64Array()] = kept(
      [
        [0, car(0)],
        [20, car(0, { offline: true, sos: true, counter: 3 })],
      ],
      30,
    );
    expect(liveCarAt(7, rows, T0 + 19_000, NO_LAPS, true)).toMatchObject({ offline: false, sos: false });
    expect(liveCarAt(7, rows, T0 + 25_000, NO_LAPS, false)).toMatchObject({
      offline: true,
      sos: true,
      counter: 3,
    });
  });

  it('has the flags of the car and its link, also if its frame stays the same', () => {
    const red: Beside = { linked: true, track: FLAGS.red, driver: FLAGS.black };
    const [rows = new Float64Array()] = kept(
      [
        [0, car(0)],
        [2, car(0), red],
      ],
      4,
    );
    const shownAt = (second: number) =>
      readShown(rows[pastIndexAt(rows, T0 + second * 1_000) + PAST.shown] ?? 0);
    expect(shownAt(1)).toMatchObject(NOTHING);
    expect(shownAt(3)).toMatchObject(red);
  });

  it('is whole in every fifth minute, and else has what changed', () => {
    const [first, second, fifth] = kept([[0, car(0)]], 301);
    expect([first, second].map((rows) => timesOf(rows ?? new Float64Array()))).toEqual([[0.1], [0.1]]);
    expect(fifth).toBeUndefined();
  });

  it('has a position once, however often the rest of the state changed', () => {
    const [rows = new Float64Array()] = kept(
      [
        [0, car(0)],
        [1, car(0, { sos: true })],
        [2, car(2)],
      ],
      3,
    );
    expect(positionsOf(rows, 'seen').map(({ drivenAt }) => (drivenAt - T0) / 1_000)).toEqual([0, 2]);
  });

  it('is joined from blocks in any order, from the state in force to the one after the span', () => {
    const frames = Array.from({ length: 130 }, (_, i): [number, LiveCar] => [i, car(i)]);
    const blocks = kept(frames, 129);
    expect(blocks).toHaveLength(3);
    const joined = joinSightings([...blocks.toReversed(), ...blocks], T0 + 58_500, T0 + 61_500);
    expect(timesOf(joined)).toEqual([58.1, 59.1, 60.1, 61.1, 62.1]);
    expect(timesOf(joinSightings(blocks, T0 + 200_000, T0 + 201_000))).toEqual([129.1]);
  });
});

describe('what is published beside a position', () => {
  it('is one whole number', () => {
    for (const offline of [false, true])
      for (const track of [null, FLAGS.red, FLAGS.surface]) {
        const shown = {
          offline,
          sos: !offline,
          linked: offline,
          track,
          driver: FLAGS.warning,
          counter: 4_321,
        };
        expect(readShown(packShown(shown))).toEqual(shown);
        expect(Number.isSafeInteger(packShown(shown))).toBe(true);
      }
    expect(readShown(0)).toBeNull();
  });

  it('has flags and link apart from the rest', () => {
    const shown = { offline: false, sos: false, linked: true, track: FLAGS.red, driver: null, counter: 2 };
    expect(besideIn(packShown(shown))).toBe(besideIn(packShown({ ...shown, sos: true, counter: 9 })));
    expect(besideIn(packShown(shown))).not.toBe(besideIn(packShown({ ...shown, linked: false })));
    expect(besideIn(0)).toBe(0);
  });
});
