import type { Truth } from '@flagpost/contracts';
import { createBitReader, createBitWriter, readColumn, writeColumn } from '../codecs/bits.js';
import { createByteReader, createByteWriter } from '../codecs/bytes.js';
import { unwind, wound } from '../codecs/headings.js';
import { PAST, PAST_ROW, type PastRows } from './car-replay.js';

/**
 * A span of a race, format 2: the states of each car from the one in force at its beginning to the first one from its end
 * on (`replayCar`). Blocks of what was published have it too while their minute is written (`compactSightings`). `varint` as in
 * packed frames, columns as in history blocks (bits.ts), one number a state:
 *
 *   uint8   2, the format
 *   uint8   0 happened, 1 seen
 *   varint  event id
 *   varint  from, epoch ms
 *   varint  to, epoch ms
 *   varint  number of cars, then each:
 *     varint  invitation id
 *     varint  number of states
 *     varint  number of bytes of the columns, then these:
 *       at - from, ms
 *       t - at, ms; in `seen` t - receivedAt
 *       receivedAt - at, ms
 *       latitude, 1e-6 degrees
 *       longitude, 1e-6 degrees
 *       speed, 0.1 km/h
 *       1 if there is a heading
 *       headings where there is one, whole degrees, unwound so that 359 is followed by 360
 *       1 if stopped
 *       what was published beside (`packShown`)
 */
const SPAN_FORMAT = 2;
/** Of degrees and km/h: steps in one. */
export const SPAN_STEPS = { degree: 1e6, kph: 10 } as const;

export interface PastSpan {
  readonly eventId: number;
  readonly truth: Truth;
  /** Epoch ms. */
  readonly from: number;
  readonly to: number;
  readonly cars: ReadonlyMap<number, PastRows>;
}

/** What is told of a span before its cars. */
export type PastSpanHead = Omit<PastSpan, 'cars'>;

/** Writes a span car by car: between two of them others can have a turn. */
export interface PastSpanWriter {
  add(invitationId: number, rows: PastRows): void;
  bytes(): Uint8Array;
}

/** @param size the number of cars that are added */
export const createPastSpanWriter = (
  { eventId, truth, from, to }: PastSpanHead,
  size: number,
): PastSpanWriter => {
  const bytes = createByteWriter(64 + size * 512);
  const bits = createBitWriter();
  let column = new Float64Array(256);
  bytes.uint8(SPAN_FORMAT);
  bytes.uint8(truth === 'happened' ? 0 : 1);
  bytes.varint(eventId);
  bytes.varint(Math.round(from));
  bytes.varint(Math.round(to));
  bytes.varint(size);
  const add = (invitationId: number, rows: PastRows): void => {
    const count = rows.length / PAST_ROW;
    if (count > column.length) column = new Float64Array(2 * count);
    const valueOf = (i: number, field: number): number => rows[i * PAST_ROW + field] ?? NaN;
    const write = (of: (i: number) => number): void => {
      for (let i = 0; i < count; i += 1) column[i] = Math.round(of(i));
      writeColumn(bits, column, count);
    };
    bits.clear();
    write((i) => valueOf(i, PAST.at) - from);
    write((i) => valueOf(i, PAST.t) - valueOf(i, truth === 'seen' ? PAST.receivedAt : PAST.at));
    write((i) => valueOf(i, PAST.receivedAt) - valueOf(i, PAST.at));
    write((i) => valueOf(i, PAST.lat) * SPAN_STEPS.degree);
    write((i) => valueOf(i, PAST.lng) * SPAN_STEPS.degree);
    write((i) => valueOf(i, PAST.speedKph) * SPAN_STEPS.kph);
    write((i) => (Number.isNaN(valueOf(i, PAST.headingDeg)) ? 0 : 1));
    let some = 0;
    for (let i = 0; i < count; i += 1) {
      const heading = Math.round(valueOf(i, PAST.headingDeg));
      if (!Number.isNaN(heading)) column[some++] = heading;
    }
    unwind(column, some);
    writeColumn(bits, column, some);
    write((i) => valueOf(i, PAST.stopped));
    write((i) => valueOf(i, PAST.shown));
    const coded = bits.bytes();
    bytes.varint(invitationId);
    bytes.varint(count);
    bytes.varint(coded.length);
    bytes.raw(coded);
  };
  return { add, bytes: () => bytes.bytes() };
};

export const encodePastSpan = ({ cars, ...head }: PastSpan): Uint8Array => {
  const span = createPastSpanWriter(head, cars.size);
  for (const [invitationId, rows] of cars) span.add(invitationId, rows);
  return span.bytes();
};

interface OpenPastSpan extends PastSpanHead {
  /** Reads its cars one by one: between two of them others can have a turn. @throws RangeError for truncated bytes */
  readonly cars: () => Generator<readonly [invitationId: number, rows: PastRows], void>;
}

/**
 * @param isRead the cars that are read; the columns of others are passed over
 * @throws RangeError for another format or truncated bytes
 */
export const openPastSpan = (
  packed: Uint8Array,
  isRead: (invitationId: number) => boolean = () => true,
): OpenPastSpan => {
  const bytes = createByteReader();
  const bits = createBitReader();
  bytes.open(packed);
  const format = bytes.uint8();
  if (format !== SPAN_FORMAT) throw new RangeError(`Span format ${format} is not supported.`);
  const truth: Truth = bytes.uint8() === 0 ? 'happened' : 'seen';
  const eventId = bytes.varint();
  const from = bytes.varint();
  const to = bytes.varint();
  const size = bytes.varint();
  let column = new Float64Array(256);
  /** Reads a column of `count` numbers into a field: its numbers by `step`, from `origin` on. */
  const read = (rows: PastRows, count: number, field: number, step = 1, origin = 0): void => {
    readColumn(bits, column, count);
    for (let i = 0, at = field; i < count; i += 1, at += PAST_ROW)
      rows[at] = origin + (column[i] ?? NaN) / step;
  };
  /** Adds a field to another one. */
  const add = (rows: PastRows, field: number, other: number): void => {
    for (let at = 0; at < rows.length; at += PAST_ROW)
      rows[at + field] = (rows[at + field] ?? NaN) + (rows[at + other] ?? NaN);
  };
  function* cars() {
    for (let car = 0; car < size; car += 1) {
      const invitationId = bytes.varint();
      const count = bytes.varint();
      const coded = bytes.raw(bytes.varint());
      if (!isRead(invitationId)) continue;
      bits.open(coded);
      if (count > column.length) column = new Float64Array(2 * count);
      const rows = new Float64Array(count * PAST_ROW);
      read(rows, count, PAST.at, 1, from);
      read(rows, count, PAST.t);
      read(rows, count, PAST.receivedAt);
      add(rows, PAST.receivedAt, PAST.at);
      add(rows, PAST.t, truth === 'seen' ? PAST.receivedAt : PAST.at);
      read(rows, count, PAST.lat, SPAN_STEPS.degree);
      read(rows, count, PAST.lng, SPAN_STEPS.degree);
      read(rows, count, PAST.speedKph, SPAN_STEPS.kph);
      read(rows, count, PAST.headingDeg);
      let some = 0;
      for (let at = PAST.headingDeg; at < rows.length; at += PAST_ROW) some += rows[at] ?? 0;
      readColumn(bits, column, some);
      let next = 0;
      for (let at = PAST.headingDeg; at < rows.length; at += PAST_ROW)
        rows[at] = rows[at] === 1 ? wound(column[next++] ?? NaN) : NaN;
      read(rows, count, PAST.stopped);
      read(rows, count, PAST.shown);
      yield [invitationId, rows] as const;
    }
  }
  return { eventId, truth, from, to, cars };
};

/** @throws RangeError as `openPastSpan`, and for truncated bytes */
export const decodePastSpan = (packed: Uint8Array, isRead?: (invitationId: number) => boolean): PastSpan => {
  const { cars, ...head } = openPastSpan(packed, isRead);
  return { ...head, cars: new Map(cars()) };
};
