import type { PositionInput } from '@flagpost/contracts';
import { createBitReader, createBitWriter, readColumn, writeColumn } from '../codecs/bits.js';
import { unwind, wound } from '../codecs/headings.js';
import type { Verdict } from '../engine/engine.js';
import { happenedAt } from '../happened-at.js';
import { STEPS } from '../quantise.js';
import { parseNote, SIGNAL_BEGINS, storedNote, type PlacedNote, type StoredNote } from './notes.js';

/**
 * History blocks, format 2: the journal of one car in one minute of `receivedAt`.
 *
 *   8 bits   2, the format
 *   16 bits  number of inputs
 *   16 bits  number of notes
 *   1 bit    1 if a position is among the inputs (accepted, or late); then a column of two numbers:
 *            earliest and latest time at which one happened, ms since the minute began
 *   24 bits  length of the block of format 1 that was here before; 0 for none
 *   columns (see bits.ts), one number an input, in the order in which they were stored:
 *     64 x verdict (its index in `VERDICTS`) + what there is: 1 t, 2 place, 4 speed, 8 heading, 16 accuracy, 32 battery
 *     run - beginning of the minute, ms
 *     offset
 *     t - beginning of the minute, ms, of inputs with one
 *     receivedAt - t, ms; receivedAt - beginning of the minute of inputs without t
 *     latitudes, longitudes, speeds, headings, accuracies, battery of inputs with one, in `STEPS`; headings unwound so that
 *     359 is followed by 360
 *   columns, one number a note: run - beginning of the minute, offset, length of its text in bytes
 *   the block of format 1, if there is one; the texts of the notes: JSON, UTF-8
 *
 * Format 3 is a block that is being written: each time that something of its minute is stored, this is a part of its own, so that
 * nothing that was stored before is coded again. Once the minute is over it is one block of format 2.
 *
 *   8 bits   3, the format
 *   16 bits  number of parts
 *   parts: 24 bits length in bytes, and a block of format 2
 */
const JOURNAL_FORMAT = 2;
const PARTS_FORMAT = 3;
const PARTS_HEAD = 3;
const PART_HEAD = 3;
const MINUTE_MS = 60_000;
/** Inputs of a block, and notes of a block. More are left out: no car may send as many in a minute. */
const MOST = 65_535;
/** Of a block within another one, and of a text. */
const MOST_BYTES = 2 ** 24 - 1;

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

/** The journal of a car in a minute. Neither inputs nor notes need be in order: see `inOrder`. */
export interface Journal {
  readonly inputs: InputRows;
  readonly notes: readonly PlacedNote[];
  /** The block of format 1 that was begun by a former release in this minute; null for none. */
  readonly former: Uint8Array | null;
}

const T = 1;
const PLACE = 2;
const SPEED = 4;
const HEADING = 8;
const ACCURACY = 16;
const BATTERY = 32;
const HAS = 64;

/** Columns of which an input may have none, and their steps. */
const COLUMNS = [
  [INPUT.lat, PLACE, STEPS.degree],
  [INPUT.lng, PLACE, STEPS.degree],
  [INPUT.speedKph, SPEED, STEPS.kph],
  [INPUT.headingDeg, HEADING, STEPS.headingDegree],
  [INPUT.accuracyM, ACCURACY, STEPS.metre],
  [INPUT.battery, BATTERY, STEPS.percent],
] as const;

/** Whether the row has a position of its car: one that was accepted, or late. */
export const isPosition = (rows: InputRows, at: number): boolean => {
  const verdict = rows[at + INPUT.verdict];
  return (verdict === 0 || verdict === LATE) && !Number.isNaN(rows[at + INPUT.lat] ?? NaN);
};

/** Within a place notes keep their order. A signal belongs to its input, whoever read it; all else to the instance. */
const placeOf = ({ run, offset, text }: StoredNote): string =>
  text.startsWith(SIGNAL_BEGINS) ? `${offset} ${text}` : `${run} ${offset}`;

const textsByPlace = (notes: readonly StoredNote[]): ReadonlyMap<string, readonly string[]> => {
  const byPlace = new Map<string, string[]>();
  for (const one of notes) {
    const place = placeOf(one);
    const texts = byPlace.get(place);
    if (texts === undefined) byPlace.set(place, [one.text]);
    else texts.push(one.text);
  }
  return byPlace;
};

/**
 * How many of the given notes of a place are stored: as many as the stored ones end with. A write that failed may have been stored;
 * it is given again, followed by what came since. A note may also be new though the place has the same one: a car that is
 * authorised, unauthorised and authorised again between two inputs.
 */
const storedOf = (given: readonly string[], stored: readonly string[]): number => {
  for (let count = Math.min(given.length, stored.length); count > 0; count -= 1) {
    const end = stored.slice(-count);
    if (end.every((text, i) => text === given[i])) return count;
  }
  return 0;
};

/** Reads and writes blocks of format 2, one after the other in buffers of its own, which stay. */
export interface JournalCodec {
  /**
   * Adds inputs and notes to a block of either format; null begins a new one. An input that the block holds already is not added
   * again, in whatever order it comes. Of each place, the notes that were given last may be given again, with those that follow.
   *
   * @throws RangeError for an input of another minute, and for bytes of another format
   */
  append(
    minute: number,
    bytes: Uint8Array | null,
    inputs: InputRows,
    notes: readonly PlacedNote[],
  ): Uint8Array;
  /**
   * Adds inputs and notes none of which the block can hold yet, without reading it: as a part of their own. `append` makes one
   * block of all parts.
   *
   * @throws RangeError as `append` does
   */
  extend(
    minute: number,
    bytes: Uint8Array | null,
    inputs: InputRows,
    notes: readonly PlacedNote[],
  ): Uint8Array;
  /** @throws RangeError for another format, truncated bytes, or a note that is none */
  read(minute: number, bytes: Uint8Array): Journal;
  /** The inputs of `read`, without the cost of notes. They are valid until the next call. @throws RangeError as `read` does */
  inputs(minute: number, bytes: Uint8Array): InputRows;
  /** The block of format 1 in it; null for none. @throws RangeError as `read` does */
  former(bytes: Uint8Array): Uint8Array | null;
  /** Epoch ms between which its positions happened; null if it has none. @throws RangeError as `read` does */
  range(minute: number, bytes: Uint8Array): readonly [earliest: number, latest: number] | null;
}

/** Whether the bytes are a journal: of the formats of history, those that are not reduced. */
export const isJournal = (bytes: Uint8Array): boolean =>
  bytes[0] === JOURNAL_FORMAT || bytes[0] === PARTS_FORMAT;
/** Whether the block is one, and not parts that `append` would make one of. */
export const isOneBlock = (bytes: Uint8Array): boolean => bytes[0] !== PARTS_FORMAT;

const numberAt = (bytes: Uint8Array, at: number, length: number): number => {
  let value = 0;
  for (let i = 0; i < length; i += 1) value = 256 * value + (bytes[at + i] ?? NaN);
  return value;
};
/** The blocks of format 2 that a block consists of. @throws RangeError for truncated parts */
const partsOf = (bytes: Uint8Array): readonly Uint8Array[] => {
  if (isOneBlock(bytes)) return [bytes];
  const parts: Uint8Array[] = [];
  let at = PARTS_HEAD;
  for (let left = numberAt(bytes, 1, 2); left > 0; left -= 1) {
    const from = at + PART_HEAD;
    at = from + numberAt(bytes, at, PART_HEAD);
    if (!(at <= bytes.length)) throw new RangeError('A part of a block is cut.');
    parts.push(bytes.subarray(from, at));
  }
  if (at !== bytes.length) throw new RangeError('A block has other parts than it says.');
  return parts;
};

interface Head {
  readonly inputs: number;
  readonly notes: number;
  readonly range: readonly [number, number] | null;
  readonly formerBytes: number;
}

/** @param copy Copies an encoded block out of the codec's buffer. */
export const createJournalCodec = (
  copy: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes.slice(),
): JournalCodec => {
  const writer = createBitWriter();
  const reader = createBitReader();
  const encoder = new TextEncoder();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rows: InputRows = new Float64Array(256 * INPUT_ROW);
  let column = new Float64Array(256);
  let shapes = new Uint16Array(256);
  let joined = new Uint8Array(1_024);

  const grow = (inputs: number): void => {
    if (inputs * INPUT_ROW > rows.length) {
      const larger = new Float64Array(2 * inputs * INPUT_ROW);
      larger.set(rows);
      rows = larger;
    }
    if (inputs > column.length) column = new Float64Array(2 * inputs);
  };

  const readHead = (minute: number, bytes: Uint8Array): Head => {
    reader.open(bytes);
    const format = reader.bits(8);
    if (format !== JOURNAL_FORMAT) throw new RangeError(`Block format ${format} is not supported.`);
    const inputs = reader.bits(16);
    const notes = reader.bits(16);
    let range: [number, number] | null = null;
    if (reader.bits(1) === 1) {
      readColumn(reader, column, 2);
      range = [minute * MINUTE_MS + (column[0] ?? NaN), minute * MINUTE_MS + (column[1] ?? NaN)];
    }
    return { inputs, notes, range, formerBytes: reader.bits(24) };
  };

  /** Reads the columns of the inputs into `rows`, from the row `first` on. */
  const readInputs = (minute: number, { inputs }: Head, first: number): void => {
    const began = minute * MINUTE_MS;
    const begin = first * INPUT_ROW;
    grow(first + inputs);
    const end = begin + inputs * INPUT_ROW;
    if (inputs > shapes.length) shapes = new Uint16Array(2 * inputs);
    readColumn(reader, column, inputs);
    rows.fill(NaN, begin, end);
    for (let i = 0; i < inputs; i += 1) {
      const shape = column[i] ?? NaN;
      const verdict = Math.floor(shape / HAS);
      if (!(verdict >= 0 && verdict < VERDICTS.length)) throw new RangeError('A verdict is not known.');
      shapes[i] = shape;
      rows[begin + i * INPUT_ROW + INPUT.verdict] = verdict;
    }
    const readAll = (field: number, from: number): void => {
      readColumn(reader, column, inputs);
      for (let i = 0; i < inputs; i += 1) rows[begin + i * INPUT_ROW + field] = from + (column[i] ?? NaN);
    };
    const readSome = (field: number, bit: number, from: number, step: number): void => {
      let some = 0;
      for (let i = 0; i < inputs; i += 1) if (((shapes[i] ?? 0) & bit) !== 0) some += 1;
      readColumn(reader, column, some);
      let next = 0;
      for (let i = 0; i < inputs; i += 1)
        if (((shapes[i] ?? 0) & bit) !== 0)
          rows[begin + i * INPUT_ROW + field] = from + (column[next++] ?? NaN) / step;
    };
    readAll(INPUT.run, began);
    readAll(INPUT.offset, 0);
    readSome(INPUT.t, T, began, 1);
    readAll(INPUT.receivedAt, 0);
    for (const [field, bit, step] of COLUMNS) readSome(field, bit, 0, step);
    for (let at = begin; at < end; at += INPUT_ROW) {
      const t = rows[at + INPUT.t] ?? NaN;
      rows[at] = (rows[at] ?? NaN) + (Number.isNaN(t) ? began : t);
      rows[at + INPUT.headingDeg] = wound(rows[at + INPUT.headingDeg] ?? NaN);
    }
  };

  const readNotes = (minute: number, { notes }: Head): { run: number; offset: number; bytes: number }[] => {
    grow(notes);
    const placed = Array.from({ length: notes }, () => ({ run: 0, offset: 0, bytes: 0 }));
    readColumn(reader, column, notes);
    placed.forEach((one, i) => (one.run = minute * MINUTE_MS + (column[i] ?? NaN)));
    readColumn(reader, column, notes);
    placed.forEach((one, i) => (one.offset = column[i] ?? NaN));
    readColumn(reader, column, notes);
    placed.forEach((one, i) => (one.bytes = column[i] ?? NaN));
    return placed;
  };

  const readBytes = (bytes: number): Uint8Array => {
    if (!(bytes >= 0 && bytes <= MOST_BYTES)) throw new RangeError('A length is not possible.');
    return reader.raw(bytes);
  };

  const decodeText = (bytes: Uint8Array): string => {
    try {
      return decoder.decode(bytes);
    } catch (error) {
      throw new RangeError('A text is not UTF-8.', { cause: error });
    }
  };

  /** Reads a whole block: inputs into `rows`. */
  const open = (minute: number, bytes: Uint8Array) => {
    const notes: StoredNote[] = [];
    let inputs = 0;
    let former: Uint8Array | null = null;
    for (const part of partsOf(bytes)) {
      const head = readHead(minute, part);
      readInputs(minute, head, inputs);
      inputs += head.inputs;
      const placed = readNotes(minute, head);
      if (head.formerBytes > 0) former = readBytes(head.formerBytes);
      for (const { run, offset, bytes: length } of placed)
        notes.push({ run, offset, text: decodeText(readBytes(length)) });
    }
    return { inputs, notes, former };
  };

  /** Writes `rows` up to `inputs`, the notes and the former block. */
  const encode = (
    minute: number,
    inputs: number,
    notes: readonly StoredNote[],
    former: Uint8Array | null,
  ): Uint8Array => {
    const began = minute * MINUTE_MS;
    const end = inputs * INPUT_ROW;
    grow(Math.max(inputs, notes.length, 2));
    const has = (at: number, bit: number): number => (Number.isNaN(rows[at] ?? NaN) ? 0 : bit);
    const writeAll = (field: number, from: number): void => {
      for (let i = 0; i < inputs; i += 1) column[i] = (rows[i * INPUT_ROW + field] ?? NaN) - from;
      writeColumn(writer, column, inputs);
    };
    const writeSome = (field: number, from: number, step: number): void => {
      let some = 0;
      for (let at = field; at < end; at += INPUT_ROW) {
        const value = rows[at] ?? NaN;
        if (!Number.isNaN(value)) column[some++] = Math.round((value - from) * step);
      }
      if (field === INPUT.headingDeg) unwind(column, some);
      writeColumn(writer, column, some);
    };
    let [earliest, latest] = [Infinity, -Infinity];
    for (let at = 0; at < end; at += INPUT_ROW) {
      const receivedAt = rows[at] ?? NaN;
      if (Math.floor(receivedAt / MINUTE_MS) !== minute)
        throw new RangeError(`An input is not of minute ${minute}.`);
      if (!isPosition(rows, at)) continue;
      const t = rows[at + INPUT.t] ?? NaN;
      const happened = Number.isNaN(t) ? receivedAt : happenedAt(receivedAt, t);
      if (happened < earliest) earliest = happened;
      if (happened > latest) latest = happened;
    }
    writer.clear();
    writer.bits(JOURNAL_FORMAT, 8);
    writer.bits(inputs, 16);
    writer.bits(notes.length, 16);
    writer.bits(earliest <= latest ? 1 : 0, 1);
    if (earliest <= latest) {
      column[0] = earliest - began;
      column[1] = latest - began;
      writeColumn(writer, column, 2);
    }
    writer.bits(former?.length ?? 0, 24);
    for (let i = 0, at = 0; at < end; i += 1, at += INPUT_ROW)
      column[i] =
        HAS * (rows[at + INPUT.verdict] ?? NaN) +
        has(at + INPUT.t, T) +
        has(at + INPUT.lat, PLACE) +
        has(at + INPUT.speedKph, SPEED) +
        has(at + INPUT.headingDeg, HEADING) +
        has(at + INPUT.accuracyM, ACCURACY) +
        has(at + INPUT.battery, BATTERY);
    writeColumn(writer, column, inputs);
    writeAll(INPUT.run, began);
    writeAll(INPUT.offset, 0);
    writeSome(INPUT.t, began, 1);
    for (let i = 0, at = 0; at < end; i += 1, at += INPUT_ROW) {
      const t = rows[at + INPUT.t] ?? NaN;
      column[i] = (rows[at] ?? NaN) - (Number.isNaN(t) ? began : t);
    }
    writeColumn(writer, column, inputs);
    for (const [field, , step] of COLUMNS) writeSome(field, 0, step);
    const texts = notes.map(({ text }) => encoder.encode(text));
    const writeNotes = (of: (one: StoredNote, i: number) => number): void => {
      notes.forEach((one, i) => (column[i] = of(one, i)));
      writeColumn(writer, column, notes.length);
    };
    writeNotes(({ run }) => run - began);
    writeNotes(({ offset }) => offset);
    writeNotes((_, i) => texts[i]?.length ?? 0);
    if (former !== null) writer.raw(former);
    for (const text of texts) writer.raw(text);
    return writer.bytes();
  };

  /**
   * Adds inputs that `rows` does not hold up to `count`; returns the new count. One that it holds is of the newest instance that
   * read it: an instance that began with nothing goes on from what it read itself.
   */
  const addInputs = (count: number, inputs: InputRows): number => {
    let newest = -Infinity;
    for (let at = 0; at < count * INPUT_ROW; at += INPUT_ROW)
      newest = Math.max(newest, rows[at + INPUT.offset] ?? NaN);
    const keyAt = (of: InputRows, at: number): string => `${of[at + INPUT.offset]} ${of[at]}`;
    const runAt = (of: InputRows, at: number): number => of[at + INPUT.run] ?? NaN;
    // A view of the numbers for `set` would take longer than the numbers.
    const copyRow = (to: number, at: number): void => {
      for (let i = 0; i < INPUT_ROW; i += 1) rows[to + i] = inputs[at + i] ?? NaN;
    };
    /** Where the row of an input begins, by its key. */
    let known: Map<string, number> | null = null;
    let end = count;
    grow(count + inputs.length / INPUT_ROW);
    for (let at = 0; at < inputs.length && end < MOST; at += INPUT_ROW) {
      const offset = inputs[at + INPUT.offset] ?? NaN;
      if (offset <= newest) {
        known ??= new Map(Array.from({ length: end }, (_, i) => [keyAt(rows, i * INPUT_ROW), i * INPUT_ROW]));
        const held = known.get(keyAt(inputs, at));
        if (held !== undefined) {
          if (runAt(inputs, at) > runAt(rows, held)) copyRow(held, at);
          continue;
        }
      } else newest = offset;
      known?.set(keyAt(inputs, at), end * INPUT_ROW);
      copyRow(end * INPUT_ROW, at);
      end += 1;
    }
    return end;
  };

  const addNotes = (stored: readonly StoredNote[], notes: readonly PlacedNote[]): readonly StoredNote[] => {
    if (notes.length === 0) return stored;
    const given = notes.map(storedNote);
    const before = textsByPlace(stored);
    /** Of each place, how many of the given notes are still to be left out. */
    const repeated = new Map(
      [...textsByPlace(given)].map(([place, texts]) => [place, storedOf(texts, before.get(place) ?? [])]),
    );
    const added = given.filter((one) => {
      const place = placeOf(one);
      const left = repeated.get(place) ?? 0;
      repeated.set(place, left - 1);
      return left <= 0;
    });
    return [...stored, ...added].slice(0, MOST);
  };

  const none = { inputs: 0, notes: [], former: null };
  const append: JournalCodec['append'] = (minute, bytes, inputs, notes) => {
    const isFormer = bytes !== null && !isJournal(bytes);
    const before = bytes === null || isFormer ? none : open(minute, bytes);
    const count = addInputs(before.inputs, inputs);
    return copy(encode(minute, count, addNotes(before.notes, notes), isFormer ? bytes : before.former));
  };
  /** Writes `bytes` and one part more into `joined`. */
  const join = (bytes: Uint8Array, part: Uint8Array): Uint8Array => {
    const isFirst = isOneBlock(bytes);
    const count = isFirst ? 2 : numberAt(bytes, 1, 2) + 1;
    const length = bytes.length + (isFirst ? PARTS_HEAD + PART_HEAD : 0) + PART_HEAD + part.length;
    if (length > joined.length) joined = new Uint8Array(2 * length);
    let end = 0;
    const writeNumber = (value: number, size: number): void => {
      for (let i = size - 1; i >= 0; i -= 1) joined[end++] = Math.floor(value / 256 ** i) % 256;
    };
    const write = (more: Uint8Array): void => {
      joined.set(more, end);
      end += more.length;
    };
    writeNumber(PARTS_FORMAT, 1);
    writeNumber(count, 2);
    if (isFirst) writeNumber(bytes.length, PART_HEAD);
    write(isFirst ? bytes : bytes.subarray(PARTS_HEAD));
    writeNumber(part.length, PART_HEAD);
    write(part);
    return joined.subarray(0, end);
  };

  return {
    append,
    extend(minute, bytes, inputs, notes) {
      // Of either format, bytes 1 and 2 say how many inputs or parts there are.
      if (bytes === null || !isJournal(bytes) || numberAt(bytes, 1, 2) >= MOST)
        return append(minute, bytes, inputs, notes);
      const part = encode(minute, addInputs(0, inputs), addNotes([], notes), null);
      return copy(join(bytes, part));
    },
    read(minute, bytes) {
      const { inputs, notes, former } = open(minute, bytes);
      return { inputs: rows.slice(0, inputs * INPUT_ROW), notes: notes.map(parseNote), former };
    },
    inputs(minute, bytes) {
      let inputs = 0;
      for (const part of partsOf(bytes)) {
        const head = readHead(minute, part);
        readInputs(minute, head, inputs);
        inputs += head.inputs;
      }
      return rows.subarray(0, inputs * INPUT_ROW);
    },
    former(bytes) {
      // What was here before is in the first part.
      const [first = bytes] = partsOf(bytes);
      return readHead(0, first).formerBytes === 0 ? null : open(0, first).former;
    },
    range(minute, bytes) {
      let range: Head['range'] = null;
      for (const part of partsOf(bytes)) {
        const own = readHead(minute, part).range;
        if (own === null) continue;
        range = range === null ? own : [Math.min(range[0], own[0]), Math.max(range[1], own[1])];
      }
      return range;
    },
  };
};
