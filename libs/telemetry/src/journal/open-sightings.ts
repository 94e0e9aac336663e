import { MINUTE_MS } from '@flagpost/contracts';
import { createBitReader, readColumn, zigzag } from '../codecs/bits.js';
import { createByteReader } from '../codecs/bytes.js';
import { PAST, PAST_ROW, type PastRows } from '../replay/car-replay.js';
import { decodePastSpan, SPAN_STEPS } from '../replay/past-span.js';
import { INPUT, INPUT_ROW, type InputRows } from './input-rows.js';
import { createJournalCodec, isJournal } from './journal.js';
import {
  DIGEST_BYTES,
  digestOf,
  firstFrom,
  FRAME_MS,
  headingSteps,
  isCompact,
  isReferring,
  microdegrees,
  NO_HEADING,
  NO_INPUTS,
  numberAt,
  SIGHTINGS_FORMAT,
  speedSteps,
  timeOfInput,
  type CodedCar,
  type InputsOf,
} from './sightings-format.js';

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
  if (format !== SIGHTINGS_FORMAT) throw new RangeError(`Sighting format ${format} is not supported.`);
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
