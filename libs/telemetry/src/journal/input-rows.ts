import type { PositionInput } from '@flagpost/contracts';
import type { Verdict } from '../engine/engine.js';

/** As stored: an index keeps its meaning. */
export const VERDICTS = [
  'accepted',
  'noFix',
  'late',
  'repeated',
  'jump',
  'clockAhead',
  'invalidCoordinates',
  'unauthorized',
  'unpublished',
  'notBegun',
  'pastEvent',
  'unknownEvent',
  'undecodable',
  'unsupported',
  'tooMany',
] as const satisfies readonly Verdict[];
const VERDICT_CODES: ReadonlyMap<Verdict, number> = new Map(VERDICTS.map((verdict, code) => [verdict, code]));
const LATE = VERDICTS.indexOf('late');

/** Inputs as numbers, one after the other, each in the order of `INPUT`; NaN stands for what the device did not say. */
export type InputRows = Float64Array;
/** Numbers of one input. */
export const INPUT_ROW = 11;
export const INPUT = {
  /** Epoch ms. */
  receivedAt: 0,
  /** Device time, epoch ms. */
  t: 1,
  /** Degrees, km/h, degrees, metres, per cent. */
  lat: 2,
  lng: 3,
  speedKph: 4,
  headingDeg: 5,
  accuracyM: 6,
  battery: 7,
  /** Index in `VERDICTS`. */
  verdict: 8,
  /** In the partition of the car. */
  offset: 9,
  /** When the instance that stored it opened the partition, epoch ms. */
  run: 10,
} as const;

/** Writes an input at `at`, the index of its first number. Its signal is a note. */
export const setInputRow = (
  rows: InputRows,
  at: number,
  input: PositionInput,
  verdict: Verdict,
  offset: number,
  run: number,
): void => {
  rows[at] = input.receivedAt;
  rows[at + INPUT.t] = input.t ?? NaN;
  rows[at + INPUT.lat] = input.lat ?? NaN;
  rows[at + INPUT.lng] = input.lng ?? NaN;
  rows[at + INPUT.speedKph] = input.speedKph ?? NaN;
  rows[at + INPUT.headingDeg] = input.headingDeg ?? NaN;
  rows[at + INPUT.accuracyM] = input.accuracyM ?? NaN;
  rows[at + INPUT.battery] = input.battery ?? NaN;
  rows[at + INPUT.verdict] = VERDICT_CODES.get(verdict) ?? NaN;
  rows[at + INPUT.offset] = offset;
  rows[at + INPUT.run] = run;
};

const OPTIONAL = ['t', 'lat', 'lng', 'speedKph', 'headingDeg', 'accuracyM', 'battery'] as const;

/** The input in a row, as the engine was given it, but for its signal. */
export const inputOfRow = (rows: InputRows, at: number): PositionInput => {
  const input: PositionInput = { receivedAt: rows[at] ?? NaN };
  for (const field of OPTIONAL) {
    const value = rows[at + INPUT[field]] ?? NaN;
    if (!Number.isNaN(value)) input[field] = value;
  }
  return input;
};

export const verdictOfRow = (rows: InputRows, at: number): Verdict | undefined =>
  VERDICTS[rows[at + INPUT.verdict] ?? NaN];

/** Whether the row has a position of its car: one that was accepted, or late. */
export const isPosition = (rows: InputRows, at: number): boolean => {
  const verdict = rows[at + INPUT.verdict];
  return (verdict === 0 || verdict === LATE) && !Number.isNaN(rows[at + INPUT.lat] ?? NaN);
};

/** Inputs that are read or written: rows in a buffer that stays, and grows to the most that were in it. */
export interface InputBuffer {
  /** The inputs begin it; what follows them is nothing. Another array once the buffer has grown. */
  readonly rows: InputRows;
  readonly count: number;
  clear(): void;
  /** Makes rows at the end of which every number is NaN; returns the index of the first number. */
  extend(inputs: number): number;
  /**
   * Adds inputs that it does not hold, `most` altogether. One that it holds is of the newest instance that read it: an instance that
   * began with nothing goes on from what it read itself.
   */
  add(inputs: InputRows, most: number): void;
  /** Its inputs alone, valid until it is changed. */
  view(): InputRows;
}

export const createInputBuffer = (): InputBuffer => {
  let rows: InputRows = new Float64Array(256 * INPUT_ROW);
  let count = 0;

  const grow = (inputs: number): void => {
    if (inputs * INPUT_ROW <= rows.length) return;
    const larger = new Float64Array(2 * inputs * INPUT_ROW);
    larger.set(rows);
    rows = larger;
  };
  const keyAt = (of: InputRows, at: number): string => `${of[at + INPUT.offset]} ${of[at]}`;
  const runAt = (of: InputRows, at: number): number => of[at + INPUT.run] ?? NaN;

  return {
    get rows() {
      return rows;
    },
    get count() {
      return count;
    },
    clear() {
      count = 0;
    },
    extend(inputs) {
      const begin = count * INPUT_ROW;
      count += inputs;
      grow(count);
      rows.fill(NaN, begin, count * INPUT_ROW);
      return begin;
    },
    add(inputs, most) {
      let newest = -Infinity;
      for (let at = 0; at < count * INPUT_ROW; at += INPUT_ROW)
        newest = Math.max(newest, rows[at + INPUT.offset] ?? NaN);
      // A view of the numbers for `set` would take longer than the numbers.
      const copyRow = (to: number, at: number): void => {
        for (let i = 0; i < INPUT_ROW; i += 1) rows[to + i] = inputs[at + i] ?? NaN;
      };
      /** Where the row of an input begins, by its key. */
      let known: Map<string, number> | null = null;
      grow(count + inputs.length / INPUT_ROW);
      for (let at = 0; at < inputs.length && count < most; at += INPUT_ROW) {
        const offset = inputs[at + INPUT.offset] ?? NaN;
        if (offset <= newest) {
          known ??= new Map(
            Array.from({ length: count }, (_, i) => [keyAt(rows, i * INPUT_ROW), i * INPUT_ROW]),
          );
          const held = known.get(keyAt(inputs, at));
          if (held !== undefined) {
            if (runAt(inputs, at) > runAt(rows, held)) copyRow(held, at);
            continue;
          }
        } else newest = offset;
        known?.set(keyAt(inputs, at), count * INPUT_ROW);
        copyRow(count * INPUT_ROW, at);
        count += 1;
      }
    },
    view: () => rows.subarray(0, count * INPUT_ROW),
  };
};
