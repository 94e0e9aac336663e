import { RULES_NOW, type PositionInput, type RaceFact, type Truth } from '@flagpost/contracts';
import { FIX_ROW, type FixRows } from '../codecs/fix-rows.js';
import { applyFix } from '../engine/fixes.js';
import { createCar, createFix, createRace, type CarState } from '../engine/state.js';
import { happenedAt } from '../happened-at.js';

/**
 * The states of one car, one after the other, as numbers in a row: when it came to be (epoch ms by the clock of the truth),
 * device time and `receivedAt` of its position, latitude and longitude (degrees), speed (km/h), heading (degrees, NaN if
 * unknown), 1 if stopped, and what was published beside (`packShown`), 0 if the state is computed. A row without a new
 * position says that the car was heard, or that what was published of it changed.
 */
export type PastRows = Float64Array;
/** Numbers of one state. */
export const PAST_ROW = 9;
export const PAST = {
  at: 0,
  t: 1,
  receivedAt: 2,
  lat: 3,
  lng: 4,
  speedKph: 5,
  headingDeg: 6,
  stopped: 7,
  shown: 8,
} as const;

/** A car that was only heard is stated again at most this often. */
const HEARD_EVERY_MS = 1_000;

/** The rules of the race engine for one car without its laps, which are recorded. */
export interface CarReplay {
  /** Applies a fix. True if it gave the car a new position. */
  apply(at: number, t: number, lat: number, lng: number, speedKph: number, headingDeg: number): boolean;
  /** Writes the state at `into[index]`. */
  write(into: PastRows, index: number, at: number): void;
  readonly isStopped: boolean;
}

/** @param car goes on from this state, which it changes */
export const createCarReplay = (car: CarState = createCar(createRace(0), 0)): CarReplay => {
  const fix = createFix();
  /** Without gates nothing is stated but changes of the device's clock, by whatever rules of laps. */
  const facts: RaceFact[] = [];
  const input: PositionInput = { receivedAt: 0 };
  return {
    apply(at, t, lat, lng, speedKph, headingDeg) {
      input.receivedAt = at;
      input.t = t;
      input.lat = lat;
      input.lng = lng;
      input.speedKph = speedKph;
      input.headingDeg = headingDeg;
      const isAccepted = applyFix(car, input, fix, RULES_NOW, facts) === null;
      facts.length = 0;
      return isAccepted;
    },
    write(into, index, at) {
      into[index + PAST.at] = at;
      into[index + PAST.t] = car.t;
      into[index + PAST.receivedAt] = car.receivedAt;
      into[index + PAST.lat] = car.lat;
      into[index + PAST.lng] = car.lng;
      into[index + PAST.speedKph] = car.speedKph;
      into[index + PAST.headingDeg] = car.headingDeg;
      into[index + PAST.stopped] = car.stopped ? 1 : 0;
      into[index + PAST.shown] = 0;
    },
    get isStopped() {
      return car.stopped;
    },
  };
};

const valueOf = (rows: Float64Array, index: number): number => rows[index] ?? NaN;

/** The order in which a truth takes fixes, as indexes of rows; fixes of one time as they came. */
const orderOf = (fixes: FixRows, truth: Truth): Uint32Array => {
  const count = fixes.length / FIX_ROW;
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i += 1) order[i] = i * FIX_ROW;
  if (truth === 'seen') return order;
  const times = new Float64Array(count);
  let isSorted = true;
  for (let i = 0; i < count; i += 1) {
    times[i] = happenedAt(valueOf(fixes, i * FIX_ROW), valueOf(fixes, i * FIX_ROW + 1));
    if (i > 0 && valueOf(times, i) < valueOf(times, i - 1)) isSorted = false;
  }
  return isSorted
    ? order
    : order.sort((a, b) => valueOf(times, a / FIX_ROW) - valueOf(times, b / FIX_ROW) || a - b);
};

/**
 * The states of a car by the rules of the race engine, in the order of a truth.
 *
 * @param fixes as they came; the first ones lead up to the span and are not stated one by one
 * @param from epoch ms: begins with the state in force then
 * @param to epoch ms: ends with the first state from then on, towards which a picture moves
 */
export const replayCar = (fixes: FixRows, truth: Truth, from: number, to: number): PastRows => {
  const replay = createCarReplay();
  const rows = new Float64Array((fixes.length / FIX_ROW) * PAST_ROW);
  let end = 0;
  let isDriven = false;
  for (const index of orderOf(fixes, truth)) {
    const receivedAt = valueOf(fixes, index);
    const t = valueOf(fixes, index + 1);
    const at = truth === 'seen' ? receivedAt : happenedAt(receivedAt, t);
    if (end > 0 && valueOf(rows, end - PAST_ROW + PAST.at) >= to) break;
    const isNew = replay.apply(
      at,
      truth === 'seen' ? t : at,
      valueOf(fixes, index + 2),
      valueOf(fixes, index + 3),
      valueOf(fixes, index + 4),
      valueOf(fixes, index + 5),
    );
    isDriven ||= isNew;
    if (!isDriven) continue;
    const before = end === 0 ? -Infinity : valueOf(rows, end - PAST_ROW + PAST.at);
    if (!isNew && at - before < HEARD_EVERY_MS) continue;
    // Until the span begins each state replaces the one before.
    if (end > 0 && at <= from) end = 0;
    replay.write(rows, end, at);
    // By device time a position is drawn when it was driven; both its times are kept.
    if (isNew && truth === 'happened') {
      rows[end + PAST.t] = t;
      rows[end + PAST.receivedAt] = receivedAt;
    }
    end += PAST_ROW;
  }
  return rows.slice(0, end);
};

/**
 * The index of the state in force at a time; negative if the car had none, or no rows are known. Rows are in order of their
 * times.
 */
export const pastIndexAt = (rows: PastRows | undefined, at: number): number => {
  if (rows === undefined) return -PAST_ROW;
  let low = 0;
  let high = rows.length / PAST_ROW;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (valueOf(rows, middle * PAST_ROW + PAST.at) <= at) low = middle + 1;
    else high = middle;
  }
  return (low - 1) * PAST_ROW;
};

/** Of states in order: from the one in force at `from` to the first one from `to` on. Not copied. */
export const rowsWithin = (rows: PastRows, from: number, to: number): PastRows => {
  const last = pastIndexAt(rows, to);
  const end = last >= 0 && valueOf(rows, last + PAST.at) === to ? last : last + PAST_ROW;
  return rows.subarray(Math.max(0, pastIndexAt(rows, from)), end + PAST_ROW);
};
