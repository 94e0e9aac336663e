import { MINUTE_MS } from '@flagpost/contracts';
import { createBitReader, createBitWriter, readColumn, writeColumn } from '../codecs/bits.js';
import { minuteOf } from '../codecs/fix-rows.js';
import { unwind, wound } from '../codecs/headings.js';
import { happenedAt } from '../happened-at.js';
import { STEPS } from '../quantise.js';
import { INPUT, INPUT_ROW, isPosition, VERDICTS, type InputBuffer } from './input-rows.js';
import type { StoredNote } from './notes.js';

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
 */
export const JOURNAL_FORMAT = 2;
/** Of a block within another one, and of a text. */
const MOST_BYTES = 2 ** 24 - 1;

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

/** Epoch ms. */
export type Range = readonly [earliest: number, latest: number];

interface Head {
  readonly inputs: number;
  readonly notes: number;
  readonly range: Range | null;
  readonly formerBytes: number;
}

/** What a block has besides its inputs. */
export interface BesideInputs {
  readonly notes: readonly StoredNote[];
  /** The block of format 1 that was here before; null for none. */
  readonly former: Uint8Array | null;
}

/** When the positions of a block happened; null if it has none. @throws RangeError for an input of another minute */
const rangeOf = ({ rows, count }: InputBuffer, minute: number): Range | null => {
  let [earliest, latest] = [Infinity, -Infinity];
  for (let at = 0; at < count * INPUT_ROW; at += INPUT_ROW) {
    const receivedAt = rows[at] ?? NaN;
    if (minuteOf(receivedAt) !== minute) throw new RangeError(`An input is not of minute ${minute}.`);
    if (!isPosition(rows, at)) continue;
    const t = rows[at + INPUT.t] ?? NaN;
    const happened = Number.isNaN(t) ? receivedAt : happenedAt(receivedAt, t);
    if (happened < earliest) earliest = happened;
    if (happened > latest) latest = happened;
  }
  return earliest <= latest ? [earliest, latest] : null;
};

/** Reads blocks of format 2, one after the other in buffers of its own, which stay. */
export const createBlockReader = () => {
  const reader = createBitReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let column = new Float64Array(256);
  let shapes = new Uint16Array(256);

  const readNumbers = (count: number): void => {
    if (count > column.length) column = new Float64Array(2 * count);
    readColumn(reader, column, count);
  };

  const readHead = (minute: number, bytes: Uint8Array): Head => {
    reader.open(bytes);
    const format = reader.bits(8);
    if (format !== JOURNAL_FORMAT) throw new RangeError(`Block format ${format} is not supported.`);
    const inputs = reader.bits(16);
    const notes = reader.bits(16);
    let range: Range | null = null;
    if (reader.bits(1) === 1) {
      readNumbers(2);
      range = [minute * MINUTE_MS + (column[0] ?? NaN), minute * MINUTE_MS + (column[1] ?? NaN)];
    }
    return { inputs, notes, range, formerBytes: reader.bits(24) };
  };

  /** Reads the columns of the inputs to the end of the buffer. */
  const readInputs = (minute: number, { inputs }: Head, to: InputBuffer): void => {
    const began = minute * MINUTE_MS;
    const begin = to.extend(inputs);
    const { rows } = to;
    const end = begin + inputs * INPUT_ROW;
    if (inputs > shapes.length) shapes = new Uint16Array(2 * inputs);
    readNumbers(inputs);
    for (let i = 0; i < inputs; i += 1) {
      const shape = column[i] ?? NaN;
      const verdict = Math.floor(shape / HAS);
      if (!(verdict >= 0 && verdict < VERDICTS.length)) throw new RangeError('A verdict is not known.');
      shapes[i] = shape;
      rows[begin + i * INPUT_ROW + INPUT.verdict] = verdict;
    }
    const readAll = (field: number, from: number): void => {
      readNumbers(inputs);
      for (let i = 0; i < inputs; i += 1) rows[begin + i * INPUT_ROW + field] = from + (column[i] ?? NaN);
    };
    const readSome = (field: number, bit: number, from: number, step: number): void => {
      let some = 0;
      for (let i = 0; i < inputs; i += 1) if (((shapes[i] ?? 0) & bit) !== 0) some += 1;
      readNumbers(some);
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

  /** Reads the columns of the notes: their places, and the lengths of their texts. */
  const readPlaces = (minute: number, { notes }: Head) => {
    const places = Array.from({ length: notes }, () => ({ run: 0, offset: 0, bytes: 0 }));
    readNumbers(notes);
    places.forEach((place, i) => (place.run = minute * MINUTE_MS + (column[i] ?? NaN)));
    readNumbers(notes);
    places.forEach((place, i) => (place.offset = column[i] ?? NaN));
    readNumbers(notes);
    places.forEach((place, i) => (place.bytes = column[i] ?? NaN));
    return places;
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

  return {
    /** When its positions happened; null if it has none. @throws RangeError as `read` does */
    range: (minute: number, bytes: Uint8Array): Range | null => readHead(minute, bytes).range,
    /** Whether a block of format 1 was here before. @throws RangeError as `read` does */
    hasFormer: (bytes: Uint8Array): boolean => readHead(0, bytes).formerBytes > 0,
    /** Reads the inputs alone, to the end of the buffer. @throws RangeError as `read` does */
    inputs: (minute: number, bytes: Uint8Array, to: InputBuffer): void =>
      readInputs(minute, readHead(minute, bytes), to),
    /** Reads all: the inputs to the end of the buffer. @throws RangeError for another format or a truncated block */
    read(minute: number, bytes: Uint8Array, to: InputBuffer): BesideInputs {
      const head = readHead(minute, bytes);
      readInputs(minute, head, to);
      const places = readPlaces(minute, head);
      const former = head.formerBytes > 0 ? readBytes(head.formerBytes) : null;
      const notes = places.map(({ run, offset, bytes: length }) => ({
        run,
        offset,
        text: decodeText(readBytes(length)),
      }));
      return { notes, former };
    },
  };
};

/** Writes blocks of format 2, one after the other in buffers of its own, which stay. */
export const createBlockWriter = () => {
  const writer = createBitWriter();
  const encoder = new TextEncoder();
  let column = new Float64Array(256);

  /** Makes room for columns of so many numbers. */
  const grow = (count: number): void => {
    if (count > column.length) column = new Float64Array(2 * count);
  };

  const writeInputs = ({ rows, count }: InputBuffer, began: number): void => {
    const end = count * INPUT_ROW;
    const has = (at: number, bit: number): number => (Number.isNaN(rows[at] ?? NaN) ? 0 : bit);
    const writeAll = (field: number, from: number): void => {
      for (let i = 0; i < count; i += 1) column[i] = (rows[i * INPUT_ROW + field] ?? NaN) - from;
      writeColumn(writer, column, count);
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
    for (let i = 0, at = 0; at < end; i += 1, at += INPUT_ROW)
      column[i] =
        HAS * (rows[at + INPUT.verdict] ?? NaN) +
        has(at + INPUT.t, T) +
        has(at + INPUT.lat, PLACE) +
        has(at + INPUT.speedKph, SPEED) +
        has(at + INPUT.headingDeg, HEADING) +
        has(at + INPUT.accuracyM, ACCURACY) +
        has(at + INPUT.battery, BATTERY);
    writeColumn(writer, column, count);
    writeAll(INPUT.run, began);
    writeAll(INPUT.offset, 0);
    writeSome(INPUT.t, began, 1);
    for (let i = 0, at = 0; at < end; i += 1, at += INPUT_ROW) {
      const t = rows[at + INPUT.t] ?? NaN;
      column[i] = (rows[at] ?? NaN) - (Number.isNaN(t) ? began : t);
    }
    writeColumn(writer, column, count);
    for (const [field, , step] of COLUMNS) writeSome(field, 0, step);
  };

  const writeNotes = (notes: readonly StoredNote[], former: Uint8Array | null, began: number): void => {
    const texts = notes.map(({ text }) => encoder.encode(text));
    const write = (of: (one: StoredNote, i: number) => number): void => {
      notes.forEach((one, i) => (column[i] = of(one, i)));
      writeColumn(writer, column, notes.length);
    };
    write(({ run }) => run - began);
    write(({ offset }) => offset);
    write((_, i) => texts[i]?.length ?? 0);
    if (former !== null) writer.raw(former);
    for (const text of texts) writer.raw(text);
  };

  /** The block lies in the writer's buffer until the next one. @throws RangeError for an input of another minute */
  return (minute: number, inputs: InputBuffer, { notes, former }: BesideInputs): Uint8Array => {
    const began = minute * MINUTE_MS;
    const range = rangeOf(inputs, minute);
    grow(Math.max(inputs.count, notes.length, 2));
    writer.clear();
    writer.bits(JOURNAL_FORMAT, 8);
    writer.bits(inputs.count, 16);
    writer.bits(notes.length, 16);
    writer.bits(range === null ? 0 : 1, 1);
    if (range !== null) {
      column[0] = range[0] - began;
      column[1] = range[1] - began;
      writeColumn(writer, column, 2);
    }
    writer.bits(former?.length ?? 0, 24);
    writeInputs(inputs, began);
    writeNotes(notes, former, began);
    return writer.bytes();
  };
};
