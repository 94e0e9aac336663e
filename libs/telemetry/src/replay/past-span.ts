import type { Truth } from '@flagpost/contracts';
import { createBitReader, createBitWriter, readColumn, writeColumn } from '../codecs/bits.js';
import { createByteReader, createByteWriter } from '../codecs/bytes.js';
import { PAST, PAST_ROW, type PastRows } from './car-replay.js';

/**
 * A span of a race, format 2: the states of each car from the one in force at its beginning to the first one from its end
 * on (`replayCar`). Blocks of what was published have it too (`SightingBlock`). `varint` as in packed frames, columns as in history blocks (bits.ts), one number a state:
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
const MICRO = 1e6;

export interface PastSpan {
  readonly eventId: number;
  readonly truth: Truth;
  /** Epoch ms. */
  readonly from: number;
  readonly to: number;
  readonly cars: ReadonlyMap<number, PastRows>;
}

export const encodePastSpan = ({ eventId, truth, from, to, cars }: PastSpan): Uint8Array => {
  const bytes = createByteWriter(64 + cars.size * 512);
  const bits = createBitWriter();
  let column = new Float64Array(256);
  bytes.uint8(SPAN_FORMAT);
  bytes.uint8(truth === 'happened' ? 0 : 1);
  bytes.varint(eventId);
  bytes.varint(Math.round(from));
  bytes.varint(Math.round(to));
  bytes.varint(cars.size);
  for (const [invitationId, rows] of cars) {
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
    write((i) => valueOf(i, PAST.lat) * MICRO);
    write((i) => valueOf(i, PAST.lng) * MICRO);
    write((i) => valueOf(i, PAST.speedKph) * 10);
    write((i) => (Number.isNaN(valueOf(i, PAST.headingDeg)) ? 0 : 1));
    let some = 0;
    for (let i = 0; i < count; i += 1) {
      const heading = Math.round(valueOf(i, PAST.headingDeg));
      if (Number.isNaN(heading)) continue;
      const before = some === 0 ? heading : (column[some - 1] ?? 0);
      column[some] = heading + 360 * Math.round((before - heading) / 360);
      some += 1;
    }
    writeColumn(bits, column, some);
    write((i) => valueOf(i, PAST.stopped));
    write((i) => valueOf(i, PAST.shown));
    const coded = bits.bytes();
    bytes.varint(invitationId);
    bytes.varint(count);
    bytes.varint(coded.length);
    for (const byte of coded) bytes.uint8(byte);
  }
  return bytes.bytes();
};

/** @throws RangeError for another format or truncated bytes */
export const decodePastSpan = (packed: Uint8Array): PastSpan => {
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
  const cars = new Map<number, PastRows>();
  let column = new Float64Array(256);
  for (let car = 0; car < size; car += 1) {
    const invitationId = bytes.varint();
    const count = bytes.varint();
    bits.open(Uint8Array.from({ length: bytes.varint() }, () => bytes.uint8()));
    if (count > column.length) column = new Float64Array(2 * count);
    const rows = new Float64Array(count * PAST_ROW);
    const read = (field: number, of: (value: number, index: number) => number): void => {
      readColumn(bits, column, count);
      for (let i = 0; i < count; i += 1) rows[i * PAST_ROW + field] = of(column[i] ?? NaN, i * PAST_ROW);
    };
    const at = (index: number): number => rows[index + PAST.at] ?? NaN;
    read(PAST.at, (value) => from + value);
    read(PAST.t, Number);
    read(PAST.receivedAt, (value, index) => at(index) + value);
    for (let index = 0; index < rows.length; index += PAST_ROW)
      rows[index + PAST.t] =
        (rows[index + PAST.t] ?? NaN) + (rows[index + (truth === 'seen' ? PAST.receivedAt : PAST.at)] ?? NaN);
    read(PAST.lat, (value) => value / MICRO);
    read(PAST.lng, (value) => value / MICRO);
    read(PAST.speedKph, (value) => value / 10);
    read(PAST.headingDeg, Number);
    let some = 0;
    for (let i = 0; i < count; i += 1) some += rows[i * PAST_ROW + PAST.headingDeg] ?? 0;
    readColumn(bits, column, some);
    let next = 0;
    for (let index = PAST.headingDeg; index < rows.length; index += PAST_ROW)
      rows[index] = rows[index] === 1 ? (((column[next++] ?? NaN) % 360) + 360) % 360 : NaN;
    read(PAST.stopped, Number);
    read(PAST.shown, Number);
    cars.set(invitationId, rows);
  }
  return { eventId, truth, from, to, cars };
};
