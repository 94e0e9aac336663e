import {
  createBitReader,
  createBitWriter,
  readColumn,
  unzigzag,
  writeColumn,
  zigzag,
} from '../codecs/bits.js';
import { minuteOf } from '../codecs/fix-rows.js';
import { createByteReader, createByteWriter } from '../codecs/bytes.js';
import { PAST, PAST_ROW, type PastRows } from '../replay/car-replay.js';
import { decodePastSpan, SPAN_STEPS } from '../replay/past-span.js';
import { INPUT, INPUT_ROW, type InputRows } from './input-rows.js';
import { createJournalCodec, isJournal } from './journal.js';

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
const FORMAT = 3;
const MINUTE_MS = 60_000;
const FRAME_MS = 100;
const NO_HEADING = 360;
/** By how many bits each byte of a digest is shifted. */
const DIGEST_BYTES = [0, 8, 16];
const NO_INPUTS: InputRows = new Float64Array();

/** The inputs of a car in a minute, as `JournalCodec.inputs` reads them: valid until the next call. Null if there are none. */
export type InputsOf = (invitationId: number, minute: number) => InputRows | null;

/** @param blockOf the history. A block of format 1 has no inputs */
export const inputsIn = (
  blockOf: (invitationId: number, minute: number) => Uint8Array | undefined,
): InputsOf => {
  const codec = createJournalCodec();
  return (invitationId, minute) => {
    const bytes = blockOf(invitationId, minute);
    return bytes !== undefined && isJournal(bytes) ? codec.inputs(minute, bytes) : null;
  };
};

const numberAt = (rows: Float64Array, at: number): number => rows[at] ?? NaN;
const microdegrees = (degrees: number): number => Math.round(degrees * SPAN_STEPS.degree) + 0;
const speedSteps = (kph: number): number => (Number.isNaN(kph) ? 0 : Math.round(kph * SPAN_STEPS.kph));
const headingSteps = (degrees: number): number => (Number.isNaN(degrees) ? NO_HEADING : Math.round(degrees));
/** A device that gave no time is taken at the time at which it was received. */
const timeOfInput = (inputs: InputRows, input: number): number => {
  const t = numberAt(inputs, input + INPUT.t);
  return Number.isNaN(t) ? numberAt(inputs, input) : t;
};

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

/** The index of the first time from `at` on. */
const firstFrom = (times: Float64Array, at: number): number => {
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
const digestOf = (rows: PastRows): number => {
  let hash = 0x811c_9dc5;
  for (let row = 0; row < rows.length; row += PAST_ROW)
    for (let field = 0; field < PAST_ROW; field += 1) {
      const value = Math.round(numberAt(rows, row + field) * numberAt(SCALES, field));
      hash = Math.imul(hash ^ (Number.isNaN(value) ? -1 : value), 0x0100_0193);
      hash ^= hash >>> 15;
    }
  return (hash ^ (hash >>> 24)) & 0xff_ffff;
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

const createColumnReader = () => {
  const bits = createBitReader();
  let column = new Float64Array(256);
  return {
    open: (bytes: Uint8Array) => bits.open(bytes),
    /** Valid until the next column. */
    read(count: number): Float64Array {
      if (count > column.length) column = new Float64Array(2 * count);
      if (bits.bits(1) === 0) column.fill(0, 0, count);
      else readColumn(bits, column, count);
      return column;
    },
  };
};

interface CodedCar {
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

const isReferring = ({ count, others }: CodedCar): boolean => count > others;

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
  bytes.uint8(FORMAT);
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

/** Whether the block of sightings is one of format 3. */
export const isCompact = (packed: Uint8Array): boolean => packed[0] === FORMAT;

type ColumnReader = ReturnType<typeof createColumnReader>;

interface Head {
  readonly minute: number;
  readonly times: Float64Array;
  readonly cars: readonly CodedCar[];
}

const readHead = (packed: Uint8Array, columns: ColumnReader): Head => {
  const bytes = createByteReader();
  bytes.open(packed);
  const format = bytes.uint8();
  if (format !== FORMAT) throw new RangeError(`Sighting format ${format} is not supported.`);
  const minute = bytes.varint();
  const times = new Float64Array(bytes.varint());
  let time = minute * MINUTE_MS + bytes.zigzag();
  const count = bytes.varint();
  columns.open(bytes.raw(bytes.varint()));
  const distances = times.length - 1;
  const frames = columns.read(distances).slice(0, Math.max(0, distances));
  const rests = columns.read(distances);
  times.forEach((_, i) => {
    if (i > 0) {
      const rest = zigzag(numberAt(rests, i - 1));
      time += rest < FRAME_MS ? (zigzag(numberAt(frames, i - 1)) + 1) * FRAME_MS + rest : rest - FRAME_MS;
    }
    times[i] = time;
  });
  const readNumbers = (): Float64Array => columns.read(count).slice(0, count);
  const ids = readNumbers();
  const [counts, others, before] = [readNumbers(), readNumbers(), readNumbers()];
  const [firstBefore, shown, lengths] = [readNumbers(), readNumbers(), readNumbers()];
  const readDigest = (): number =>
    DIGEST_BYTES.reduce((digest, place) => digest | (bytes.uint8() << place), 0);
  const cars = Array.from(ids, (invitationId, i): CodedCar => {
    const states = { count: numberAt(counts, i), others: numberAt(others, i), before: numberAt(before, i) };
    return {
      invitationId,
      ...states,
      firstBefore: numberAt(firstBefore, i),
      digest: states.count > states.others ? readDigest() : 0,
      firstShown: numberAt(shown, i),
      columns: bytes.raw(numberAt(lengths, i)),
    };
  });
  return { minute, times, cars };
};

/** Reads the states of one car. */
const readCar = (
  car: CodedCar,
  { minute, times }: Pick<Head, 'minute' | 'times'>,
  inputsOf: InputsOf,
  columns: ColumnReader,
): PastRows => {
  const { invitationId, count, before, firstBefore, firstShown } = car;
  const rows = new Float64Array(count * PAST_ROW);
  columns.open(car.columns);
  const others = new Float64Array(car.others);
  others.set(columns.read(others.length).subarray(0, others.length));
  const referring = new Float64Array(count - others.length);
  let [next, end] = [0, 0];
  for (let i = 0; i < count; i += 1) {
    if (next < others.length && others[next] === i) next += 1;
    else referring[end++] = i;
  }
  const read = (states: Float64Array, set: (row: number, value: number) => void): void => {
    const column = columns.read(states.length);
    for (let i = 0; i < states.length; i += 1) set(numberAt(states, i) * PAST_ROW, numberAt(column, i));
  };
  const timeAt = (index: number): number => numberAt(times, index);

  const place = (state: number, source: InputRows, index: number): void => {
    const row = state * PAST_ROW;
    const input = index * INPUT_ROW;
    rows[row + PAST.receivedAt] = numberAt(source, input);
    rows[row + PAST.t] = timeOfInput(source, input);
    rows[row + PAST.lat] = microdegrees(numberAt(source, input + INPUT.lat)) / SPAN_STEPS.degree;
    rows[row + PAST.lng] = microdegrees(numberAt(source, input + INPUT.lng)) / SPAN_STEPS.degree;
    // In steps until the differences are read.
    rows[row + PAST.speedKph] = speedSteps(numberAt(source, input + INPUT.speedKph));
    rows[row + PAST.headingDeg] = headingSteps(numberAt(source, input + INPUT.headingDeg));
  };
  const journalOf = (states: Float64Array, of: number): InputRows =>
    (states.length > 0 ? inputsOf(invitationId, of) : null) ?? NO_INPUTS;
  const readIndexes = (states: Float64Array, source: InputRows, known: number): void => {
    const steps = columns.read(states.length);
    let index = known;
    for (let i = 0; i < states.length; i += 1) {
      index += 1 + numberAt(steps, i);
      place(numberAt(states, i), source, index);
    }
  };
  const ofBefore = referring.subarray(0, before);
  const journalBefore = journalOf(ofBefore, minute - 1);
  for (const state of ofBefore.subarray(0, 1)) place(state, journalBefore, firstBefore);
  readIndexes(ofBefore.subarray(1), journalBefore, firstBefore);
  const ofMinute = referring.subarray(before);
  readIndexes(ofMinute, journalOf(ofMinute, minute), -1);
  read(referring, (row, step) => {
    rows[row + PAST.at] = timeAt(firstFrom(times, numberAt(rows, row + PAST.receivedAt)) + step);
  });
  const setSpeed = (row: number, steps: number): void => {
    rows[row + PAST.speedKph] = steps / SPAN_STEPS.kph;
  };
  const setHeading = (row: number, steps: number): void => {
    rows[row + PAST.headingDeg] = steps === NO_HEADING ? NaN : steps;
  };
  read(referring, (row, step) => setSpeed(row, numberAt(rows, row + PAST.speedKph) + step));
  read(referring, (row, step) => setHeading(row, numberAt(rows, row + PAST.headingDeg) + step));

  read(others, (row, time) => (rows[row + PAST.at] = timeAt(time)));
  read(others, (row, step) => (rows[row + PAST.receivedAt] = numberAt(rows, row + PAST.at) + step));
  read(others, (row, step) => (rows[row + PAST.t] = numberAt(rows, row + PAST.receivedAt) + step));
  read(others, (row, steps) => (rows[row + PAST.lat] = steps / SPAN_STEPS.degree));
  read(others, (row, steps) => (rows[row + PAST.lng] = steps / SPAN_STEPS.degree));
  read(others, setSpeed);
  read(others, setHeading);
  const stopped = columns.read(count);
  for (let i = 0; i < count; i += 1) rows[i * PAST_ROW + PAST.stopped] = numberAt(stopped, i);
  const shown = columns.read(count);
  for (let i = 0; i < count; i += 1) rows[i * PAST_ROW + PAST.shown] = firstShown + numberAt(shown, i);
  if (isReferring(car) && digestOf(rows) !== car.digest)
    throw new RangeError(`The journal of car ${invitationId} is not the one that its sightings refer to.`);
  return rows;
};

/** The journal of a car in a minute. */
export interface JournalOf {
  readonly invitationId: number;
  readonly minute: number;
}

/** Whether a car is read; the columns of others are passed over. */
type IsRead = (invitationId: number) => boolean;

/** A block of sightings of either format. What its head says is read once. */
export interface OpenSightings {
  /** When the first state was published, epoch ms; Infinity if there is none. */
  firstAt(): number;
  /** The journals that `states` needs of these cars. */
  journals(isRead?: IsRead): readonly JournalOf[];
  /**
   * The states of each car, as they were before they referred to a journal.
   *
   * @throws RangeError for truncated bytes, and a journal that is gone or is not the one that states refer to
   */
  states(inputsOf: InputsOf, isRead?: IsRead): ReadonlyMap<number, PastRows>;
}

/** A block of format 2: all its states are in it. */
const openPacked = (packed: Uint8Array): OpenSightings => ({
  firstAt: () =>
    Math.min(...[...decodePastSpan(packed).cars.values()].map((rows) => rows[PAST.at] ?? Infinity)),
  journals: () => [],
  states: (_inputsOf, isRead) => decodePastSpan(packed, isRead).cars,
});

const openCompact = (packed: Uint8Array): OpenSightings => {
  const columns = createColumnReader();
  const head = readHead(packed, columns);
  const { minute, times, cars } = head;
  const all: IsRead = () => true;
  return {
    firstAt: () => times[0] ?? Infinity,
    journals: (isRead = all) =>
      cars
        .filter(({ invitationId }) => isRead(invitationId))
        .flatMap(({ invitationId, count, others, before }) => [
          ...(before > 0 ? [{ invitationId, minute: minute - 1 }] : []),
          ...(count > others + before ? [{ invitationId, minute }] : []),
        ]),
    states: (inputsOf, isRead = all) =>
      new Map(
        cars
          .filter(({ invitationId }) => isRead(invitationId))
          .map((car) => [car.invitationId, readCar(car, head, inputsOf, columns)]),
      ),
  };
};

/** @throws RangeError for a block of format 3 whose head is truncated */
export const openSightings = (packed: Uint8Array): OpenSightings =>
  isCompact(packed) ? openCompact(packed) : openPacked(packed);
