import { PAST, PAST_ROW, type PastRows } from '../replay/car-replay.js';
import { SPAN_STEPS } from '../replay/past-span.js';
import { INPUT, type InputRows } from './input-rows.js';

/**
 * A block of sightings is a span of format 2 (`encodePastSpan`) while its minute is written, and of format 3 afterwards. In format 3
 * a state refers to the input whose position was shown, by its index in the journal of the car, of the minute of the block or the
 * one before: a journal only grows at its end, so an index keeps its meaning. A state without such an input has all its values here.
 *
 *   uint8   3, the format
 *   varint  minute
 *   varint  number of times at which states were published
 *   zigzag  the first of them - beginning of the minute, ms
 *   varint  number of cars
 *   varint  number of bytes of the columns of the head, then these:
 *     of each time but the first its distance from the one before:
 *       whole frames, at least 1, - 1 *
 *       what is left, ms; 100 more if there is no whole frame *
 *     invitation ids
 *     number of states
 *     how many of them have all their values here
 *     how many of the others, from the first one on, refer to the minute before
 *     if some do, index of the first input; else 0
 *     what was published beside the first state of each car (`packShown`)
 *     number of bytes of the columns of each car
 *   then each car:
 *     3 bytes digest of the states as they are read, if some of them refer to an input
 *     columns:
 *       indexes of the states that have all their values here
 *       of states that refer to the minute before but the first one, then of those that refer to the minute:
 *         index of the input - (that of the state before + 1)
 *       of all states that refer:
 *         index of its time - index of the first time at or after `receivedAt` of the input
 *         speed - that of the input or 0, 0.1 km/h
 *         heading - that of the input, whole degrees; 360 stands for none
 *       of states that do not: index of its time, receivedAt - time, t - receivedAt, latitude, longitude, speed, heading, as in
 *         format 2, but 360 for no heading
 *       1 if stopped
 *       what was published beside - that of the first state
 *
 * A column is 1 bit, 0 if all its numbers are 0; else it follows as in history blocks (bits.ts). Numbers of columns with * are never
 * negative, and are written so that no room is kept for a sign (`unzigzag`).
 */
export const SIGHTINGS_FORMAT = 3;
export const FRAME_MS = 100;
export const NO_HEADING = 360;
/** By how many bits each byte of a digest is shifted. */
export const DIGEST_BYTES = [0, 8, 16];
export const NO_INPUTS: InputRows = new Float64Array();

export interface CodedCar {
  readonly invitationId: number;
  readonly count: number;
  /** States that have all their values here. */
  readonly others: number;
  /** States that refer to the minute before. */
  readonly before: number;
  /** The index of the first input of the minute before; 0 if no state refers to it. */
  readonly firstBefore: number;
  readonly digest: number;
  readonly firstShown: number;
  readonly columns: Uint8Array;
}

export const isReferring = ({ count, others }: CodedCar): boolean => count > others;

/** The inputs of a car in a minute, as `JournalCodec.inputs` reads them: valid until the next call. Null if there are none. */
export type InputsOf = (invitationId: number, minute: number) => InputRows | null;

export const numberAt = (rows: Float64Array, at: number): number => rows[at] ?? NaN;
export const microdegrees = (degrees: number): number => Math.round(degrees * SPAN_STEPS.degree) + 0;
export const speedSteps = (kph: number): number => (Number.isNaN(kph) ? 0 : Math.round(kph * SPAN_STEPS.kph));
export const headingSteps = (degrees: number): number =>
  Number.isNaN(degrees) ? NO_HEADING : Math.round(degrees);
/** A device that gave no time is taken at the time at which it was received. */
export const timeOfInput = (inputs: InputRows, input: number): number => {
  const t = numberAt(inputs, input + INPUT.t);
  return Number.isNaN(t) ? numberAt(inputs, input) : t;
};

/** The index of the first time from `at` on. */
export const firstFrom = (times: Float64Array, at: number): number => {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numberAt(times, middle) < at) low = middle + 1;
    else high = middle;
  }
  return low;
};

const SCALES = new Float64Array(PAST_ROW).fill(1);
SCALES[PAST.lat] = SCALES[PAST.lng] = SPAN_STEPS.degree;
SCALES[PAST.speedKph] = SPAN_STEPS.kph;

/** 24 bits of all numbers of states, in steps: FNV-1a by words, with its high bits mixed into the low ones. */
export const digestOf = (rows: PastRows): number => {
  let hash = 0x811c_9dc5;
  for (let row = 0; row < rows.length; row += PAST_ROW)
    for (let field = 0; field < PAST_ROW; field += 1) {
      const value = Math.round(numberAt(rows, row + field) * numberAt(SCALES, field));
      hash = Math.imul(hash ^ (Number.isNaN(value) ? -1 : value), 0x0100_0193);
      hash ^= hash >>> 15;
    }
  return (hash ^ (hash >>> 24)) & 0xff_ffff;
};

/** Whether the block of sightings is one of format 3. */
export const isCompact = (packed: Uint8Array): boolean => packed[0] === SIGHTINGS_FORMAT;
