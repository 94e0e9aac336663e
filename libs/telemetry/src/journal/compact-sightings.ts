import { MINUTE_MS } from '@flagpost/contracts';
import { createBitWriter, unzigzag, writeColumn } from '../codecs/bits.js';
import { createByteWriter } from '../codecs/bytes.js';
import { minuteOf } from '../codecs/fix-rows.js';
import { PAST, PAST_ROW, type PastRows } from '../replay/car-replay.js';
import { decodePastSpan } from '../replay/past-span.js';
import { INPUT, INPUT_ROW, type InputRows } from './input-rows.js';
import {
  DIGEST_BYTES,
  digestOf,
  firstFrom,
  FRAME_MS,
  headingSteps,
  isReferring,
  microdegrees,
  NO_INPUTS,
  numberAt,
  SIGHTINGS_FORMAT,
  speedSteps,
  timeOfInput,
  type CodedCar,
  type InputsOf,
} from './sightings-format.js';

/** Whether a state shows the position of an input. */
const isShown = (rows: PastRows, row: number, inputs: InputRows, input: number): boolean =>
  inputs[input] === rows[row + PAST.receivedAt] &&
  timeOfInput(inputs, input) === rows[row + PAST.t] &&
  microdegrees(numberAt(inputs, input + INPUT.lat)) === microdegrees(numberAt(rows, row + PAST.lat)) &&
  microdegrees(numberAt(inputs, input + INPUT.lng)) === microdegrees(numberAt(rows, row + PAST.lng));

/** The index of the input whose position a state shows; -1 if there is none. Mostly it is one of the next after `last`. */
const inputShown = (rows: PastRows, row: number, inputs: InputRows, last: number): number => {
  const count = inputs.length / INPUT_ROW;
  for (let step = 0; step < count; step += 1) {
    const index = (Math.max(0, last) + step) % count;
    if (isShown(rows, row, inputs, index * INPUT_ROW)) return index;
  }
  return -1;
};

const createColumnWriter = () => {
  const bits = createBitWriter();
  let column = new Float64Array(256);
  return {
    write(count: number, of: (i: number) => number): void {
      if (count > column.length) column = new Float64Array(2 * count);
      let isZero = true;
      for (let i = 0; i < count; i += 1) {
        const value = of(i);
        column[i] = value;
        isZero &&= value === 0;
      }
      bits.bits(isZero ? 0 : 1, 1);
      if (!isZero) writeColumn(bits, column, count);
    },
    /** Valid until the next column. */
    bytes: () => bits.bytes(),
    clear: () => bits.clear(),
  };
};

/** The states of a car, by what they refer to. */
interface Sorted {
  /** Where states that refer begin, and the input of each in its journal: those that refer to the minute before come first. */
  readonly rows: readonly number[];
  readonly sources: readonly InputRows[];
  readonly indexes: readonly number[];
  /** How many refer to the minute before. */
  readonly before: number;
  /** Where states begin that have all their values in the block. */
  readonly others: readonly number[];
}

const sortStates = (states: PastRows, minute: number, journalOf: (minute: number) => InputRows): Sorted => {
  const [rows, sources, indexes, others]: [number[], InputRows[], number[], number[]] = [[], [], [], []];
  const journals = new Map<number, InputRows>();
  const indexIn = (row: number, of: number, last: number): number => {
    const source = journals.get(of) ?? journalOf(of);
    journals.set(of, source);
    const index = inputShown(states, row, source, last);
    if (index < 0) return -1;
    rows.push(row);
    sources.push(source);
    return indexes.push(index);
  };
  let before = 0;
  for (let row = 0; row < states.length; row += PAST_ROW) {
    const of = minuteOf(numberAt(states, row + PAST.receivedAt));
    const isFirst = before === indexes.length;
    const isBefore = of === minute - 1 && isFirst;
    const last = isFirst && !isBefore ? -1 : (indexes.at(-1) ?? -1);
    if ((!isBefore && of !== minute) || indexIn(row, of, last) < 0) others.push(row);
    else if (isBefore) before += 1;
  }
  return { rows, sources, indexes, before, others };
};

/** The times at which states were published, in order. */
const timesOf = (cars: ReadonlyMap<number, PastRows>): Float64Array => {
  const times = new Set<number>();
  for (const rows of cars.values())
    for (let row = 0; row < rows.length; row += PAST_ROW) times.add(numberAt(rows, row + PAST.at));
  return Float64Array.from(times).sort();
};

/**
 * The block of format 3 of a block of format 2.
 *
 * @throws RangeError as `decodePastSpan` does
 */
export const compactSightings = (packed: Uint8Array, inputsOf: InputsOf): Uint8Array => {
  const { from, cars } = decodePastSpan(packed);
  const minute = minuteOf(from);
  const columns = createColumnWriter();
  const times = timesOf(cars);
  /** From a time to the next one. */
  const distance = (i: number): number => numberAt(times, i + 1) - numberAt(times, i);
  const framesBetween = (i: number): number => Math.max(0, Math.floor(distance(i) / FRAME_MS) - 1);
  const restOf = (i: number): number =>
    distance(i) < FRAME_MS ? FRAME_MS + distance(i) : distance(i) - (framesBetween(i) + 1) * FRAME_MS;

  const coded: CodedCar[] = [];
  for (const [invitationId, rows] of cars) {
    const count = rows.length / PAST_ROW;
    const { sources, indexes, before, others, ...sorted } = sortStates(
      rows,
      minute,
      (of) => inputsOf(invitationId, of)?.slice() ?? NO_INPUTS,
    );
    const referring = sorted.rows;
    const refer = (of: (row: number, inputs: InputRows, input: number) => number): void =>
      columns.write(referring.length, (i) =>
        of(referring[i] ?? NaN, sources[i] ?? NO_INPUTS, (indexes[i] ?? NaN) * INPUT_ROW),
      );
    const write = (of: (row: number) => number): void =>
      columns.write(others.length, (i) => of(others[i] ?? NaN));
    /** From an input to the next one, from the first on that is not known yet. */
    const writeSteps = (of: readonly number[], known: number): void =>
      columns.write(of.length, (i) => (of[i] ?? NaN) - (of[i - 1] ?? known) - 1);
    const valueOf = (row: number, field: number): number => numberAt(rows, row + field);
    const timeIndex = (row: number): number => firstFrom(times, valueOf(row, PAST.at));
    const speedOf = (row: number): number => speedSteps(valueOf(row, PAST.speedKph));
    const headingOf = (row: number): number => headingSteps(valueOf(row, PAST.headingDeg));

    write((row) => row / PAST_ROW);
    const [firstBefore = 0, ...nextBefore] = indexes.slice(0, before);
    writeSteps(nextBefore, firstBefore);
    writeSteps(indexes.slice(before), -1);
    refer((row, inputs, input) => timeIndex(row) - firstFrom(times, numberAt(inputs, input)));
    refer((row, inputs, input) => speedOf(row) - speedSteps(numberAt(inputs, input + INPUT.speedKph)));
    refer((row, inputs, input) => headingOf(row) - headingSteps(numberAt(inputs, input + INPUT.headingDeg)));
    write(timeIndex);
    write((row) => valueOf(row, PAST.receivedAt) - valueOf(row, PAST.at));
    write((row) => valueOf(row, PAST.t) - valueOf(row, PAST.receivedAt));
    write((row) => microdegrees(valueOf(row, PAST.lat)));
    write((row) => microdegrees(valueOf(row, PAST.lng)));
    write(speedOf);
    write(headingOf);
    columns.write(count, (i) => valueOf(i * PAST_ROW, PAST.stopped));
    const firstShown = rows[PAST.shown] ?? 0;
    columns.write(count, (i) => valueOf(i * PAST_ROW, PAST.shown) - firstShown);
    coded.push({
      invitationId,
      count,
      others: others.length,
      before,
      firstBefore,
      digest: digestOf(rows),
      firstShown,
      columns: columns.bytes().slice(),
    });
    columns.clear();
  }
  columns.write(times.length - 1, (i) => unzigzag(framesBetween(i)));
  columns.write(times.length - 1, (i) => unzigzag(restOf(i)));
  const writeHead = (of: (car: CodedCar) => number): void => {
    const numbers = coded.map(of);
    columns.write(numbers.length, (i) => numbers[i] ?? NaN);
  };
  writeHead(({ invitationId }) => invitationId);
  writeHead(({ count }) => count);
  writeHead(({ others }) => others);
  writeHead(({ before }) => before);
  writeHead(({ firstBefore }) => firstBefore);
  writeHead(({ firstShown }) => firstShown);
  writeHead((car) => car.columns.length);
  const head = columns.bytes();
  const bytes = createByteWriter(4_096);
  bytes.uint8(SIGHTINGS_FORMAT);
  bytes.varint(minute);
  bytes.varint(times.length);
  bytes.zigzag((times[0] ?? from) - minute * MINUTE_MS);
  bytes.varint(coded.length);
  bytes.varint(head.length);
  bytes.raw(head);
  for (const car of coded) {
    if (isReferring(car)) for (const place of DIGEST_BYTES) bytes.uint8((car.digest >>> place) & 0xff);
    bytes.raw(car.columns);
  }
  return bytes.bytes();
};
