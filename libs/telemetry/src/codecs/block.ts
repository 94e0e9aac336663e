import {
  createBitReader,
  createBitWriter,
  readColumn,
  writeColumn,
  type BitReader,
  type BitWriter,
} from './bits.js';
import { unwind, wound } from './headings.js';

/**
 * History blocks, format 1, which former releases wrote: the fixes of one car in one minute of `receivedAt`, in the order in which they came.
 *
 *   8 bits   1, the format
 *   16 bits  number of fixes
 *   columns (see bits.ts), one number a fix:
 *     receivedAt, 10 ms since the minute began (rounded down)
 *     t - receivedAt as coded, ms
 *     latitude, 1e-6 degrees
 *     longitude, 1e-6 degrees
 *     1 where there is a speed
 *     1 where there is a heading
 *     speeds where there is one, 0.1 km/h
 *     headings where there is one, whole degrees, unwound so that 359 is followed by 360
 */
const BLOCK_FORMAT = 1;
const MINUTE_MS = 60_000;
const RECEIVED_STEP_MS = 10;
const MICRO = 1e6;
/** Device times farther from `receivedAt` are clamped to this distance. */
const MAX_LEAD_MS = 2 ** 48;
const MAX_BLOCK_FIXES = 65_535;

export interface HistoryFix {
  /** Epoch ms, kept to 10 ms. */
  readonly receivedAt: number;
  /** Device time, epoch ms, kept to 1 ms. */
  readonly t: number;
  /** Degrees, kept to 1e-6. */
  readonly lat: number;
  readonly lng: number;
  /** Kept to 0.1 km/h; null if the device gave none. */
  readonly speedKph: number | null;
  /** Kept to 1 degree; null if the device gave none. */
  readonly headingDeg: number | null;
}

/** The minute of `receivedAt` that identifies a fix's block. */
export const minuteOf = (receivedAt: number): number => Math.floor(receivedAt / MINUTE_MS);

/**
 * Fixes as numbers, one fix after the other, each in the order of `HistoryFix`; NaN stands for null. For large numbers
 * of fixes: objects cost more than all other work on them.
 */
export type FixRows = Float64Array;
/** Numbers of one fix. */
export const FIX_ROW = 6;
const [RECEIVED_AT, T, LAT, LNG, SPEED, HEADING] = [0, 1, 2, 3, 4, 5] as const;

export const fixRows = (fixes: readonly HistoryFix[]): FixRows => {
  const rows = new Float64Array(fixes.length * FIX_ROW);
  fixes.forEach((fix, i) => setFixRow(rows, i * FIX_ROW, fix));
  return rows;
};

/** Writes a fix at `at`, the index of its first number. */
export const setFixRow = (rows: FixRows, at: number, fix: HistoryFix): void => {
  rows[at] = fix.receivedAt;
  rows[at + T] = fix.t;
  rows[at + LAT] = fix.lat;
  rows[at + LNG] = fix.lng;
  rows[at + SPEED] = fix.speedKph ?? NaN;
  rows[at + HEADING] = fix.headingDeg ?? NaN;
};

/** The block being coded, and one column of it. They grow to the largest block and are used again for each. */
interface Scratch {
  rows: FixRows;
  column: Float64Array;
  readonly writer: BitWriter;
  readonly reader: BitReader;
}

const createScratch = (): Scratch => ({
  rows: new Float64Array(256 * FIX_ROW),
  column: new Float64Array(256),
  writer: createBitWriter(),
  reader: createBitReader(),
});

const growScratch = (scratch: Scratch, fixes: number): void => {
  if (fixes <= scratch.column.length) return;
  const larger = new Float64Array(2 * fixes * FIX_ROW);
  larger.set(scratch.rows);
  scratch.rows = larger;
  scratch.column = new Float64Array(2 * fixes);
};

/** Copies the first `numbers` numbers of `fixes` into the scratch buffer from `at` on, and returns the end. */
const append = (scratch: Scratch, at: number, fixes: FixRows, numbers: number): number => {
  growScratch(scratch, (at + numbers) / FIX_ROW);
  const { rows } = scratch;
  for (let i = 0; i < numbers; i += 1) rows[at + i] = fixes[i] ?? NaN;
  return at + numbers;
};

const ascends = (rows: FixRows, end: number): boolean => {
  let before = -Infinity;
  for (let at = 0; at < end; at += FIX_ROW) {
    const t = Math.round(rows[at + T] ?? NaN);
    if (!(t > before)) return false;
    before = t;
  }
  return true;
};

const placeOf = (rows: FixRows, at: number): string =>
  [
    Math.round(rows[at + T] ?? NaN),
    Math.round((rows[at + LAT] ?? NaN) * MICRO),
    Math.round((rows[at + LNG] ?? NaN) * MICRO),
  ].join(' ');

/** Removes fixes that repeat an earlier one, and returns the end. Only fixes of equal time are compared. */
export const dropRepeats = (rows: FixRows, end: number, began: number): number => {
  if (ascends(rows, end)) return end;
  const firstAt = new Map<number, number>();
  const others = new Set<string>();
  let to = 0;
  for (let at = 0; at < end; at += FIX_ROW) {
    const t = Math.round(rows[at + T] ?? NaN) - began;
    const first = firstAt.get(t);
    if (first === undefined) firstAt.set(t, to);
    else {
      const place = placeOf(rows, at);
      if (place === placeOf(rows, first) || others.has(place)) continue;
      others.add(place);
    }
    rows.copyWithin(to, at, at + FIX_ROW);
    to += FIX_ROW;
  }
  return to;
};

const within = (limit: number, value: number): number => Math.min(limit, Math.max(-limit, value));

/** Encodes the fixes in the scratch buffer up to `end`. The result lies in the writer's buffer. */
const encode = ({ rows, column, writer }: Scratch, minute: number, end: number): Uint8Array => {
  const began = minute * MINUTE_MS;
  const keptEnd = dropRepeats(rows, end, began);
  const count = keptEnd / FIX_ROW;
  if (count > MAX_BLOCK_FIXES) throw new RangeError(`A block holds ${MAX_BLOCK_FIXES} fixes at most.`);
  const valueAt = (at: number): number => rows[at] ?? NaN;
  for (let at = 0; at < keptEnd; at += FIX_ROW) {
    if (minuteOf(valueAt(at)) !== minute) throw new RangeError(`A fix is not of minute ${minute}.`);
  }
  const write = (of: (at: number) => number): void => {
    for (let i = 0; i < count; i += 1) column[i] = of(i * FIX_ROW);
    writeColumn(writer, column, count);
  };
  const has = (at: number): boolean => !Number.isNaN(valueAt(at));
  const writeWhere = (field: number, scale: number, change?: typeof unwind): void => {
    let some = 0;
    for (let at = field; at < keptEnd; at += FIX_ROW) {
      if (has(at)) column[some++] = Math.round(valueAt(at) * scale);
    }
    change?.(column, some);
    writeColumn(writer, column, some);
  };
  const step = (at: number): number => Math.floor((valueAt(at) - began) / RECEIVED_STEP_MS);
  const lead = (at: number): number => Math.round(valueAt(at + T)) - began - step(at) * RECEIVED_STEP_MS;

  writer.clear();
  writer.bits(BLOCK_FORMAT, 8);
  writer.bits(count, 16);
  write(step);
  write((at) => within(MAX_LEAD_MS, lead(at)));
  write((at) => Math.round(valueAt(at + LAT) * MICRO));
  write((at) => Math.round(valueAt(at + LNG) * MICRO));
  write((at) => Number(has(at + SPEED)));
  write((at) => Number(has(at + HEADING)));
  writeWhere(SPEED, 10);
  writeWhere(HEADING, 1, unwind);
  return writer.bytes();
};

/**
 * Decodes a block into the scratch buffer and returns the end of its fixes.
 *
 * @throws RangeError for another format or a truncated block
 */
const decode = (scratch: Scratch, minute: number, bytes: Uint8Array): number => {
  const { reader } = scratch;
  reader.open(bytes);
  const format = reader.bits(8);
  if (format !== BLOCK_FORMAT) throw new RangeError(`Block format ${format} is not supported.`);
  const count = reader.bits(16);
  const end = count * FIX_ROW;
  const began = minute * MINUTE_MS;
  growScratch(scratch, count);
  const { rows, column } = scratch;
  const valueAt = (at: number): number => rows[at] ?? NaN;
  const read = (field: number, of: (value: number, at: number) => number): void => {
    readColumn(reader, column, count);
    for (let i = 0; i < count; i += 1) rows[i * FIX_ROW + field] = of(column[i] ?? NaN, i * FIX_ROW);
  };
  const readWhere = (field: number, of: (value: number) => number): void => {
    let some = 0;
    for (let at = field; at < end; at += FIX_ROW) if (valueAt(at) === 1) some += 1;
    readColumn(reader, column, some);
    let next = 0;
    for (let at = field; at < end; at += FIX_ROW)
      rows[at] = valueAt(at) === 1 ? of(column[next++] ?? NaN) : NaN;
  };
  read(RECEIVED_AT, (step) => began + step * RECEIVED_STEP_MS);
  read(T, (lead, at) => valueAt(at) + lead);
  read(LAT, (lat) => lat / MICRO);
  read(LNG, (lng) => lng / MICRO);
  read(SPEED, Number);
  read(HEADING, Number);
  readWhere(SPEED, (speed) => speed / 10);
  readWhere(HEADING, wound);
  return end;
};

const orNull = (value = NaN): number | null => (Number.isNaN(value) ? null : value);

/**
 * Codes blocks one after the other in buffers of its own, which stay: thousands are coded per second, and buffers per block
 * were most of the garbage that reached the old generation.
 */
export interface BlockCodec {
  /**
   * Encodes, as former releases did, the fixes of one minute without repeats (same device time and place).
   *
   * @param minute `minuteOf` every fix
   * @throws RangeError for a fix of another minute, or for more than 65,535 fixes
   */
  encode(minute: number, fixes: readonly HistoryFix[]): Uint8Array;
  /** The fixes of a block, to its precision. @throws RangeError for another format or a truncated block */
  decode(minute: number, bytes: Uint8Array): HistoryFix[];
  /** As `decode`, as rows of their own. @throws RangeError as `decode` does */
  decodeRows(minute: number, bytes: Uint8Array): FixRows;
}

/** @param copy Copies an encoded block out of the codec's buffer. */
export const createBlockCodec = (
  copy: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes.slice(),
): BlockCodec => {
  const scratch = createScratch();
  return {
    encode(minute, fixes) {
      const rows = fixRows(fixes);
      return copy(encode(scratch, minute, append(scratch, 0, rows, rows.length)));
    },
    decodeRows(minute, bytes) {
      const end = decode(scratch, minute, bytes);
      return scratch.rows.slice(0, end);
    },
    decode(minute, bytes) {
      const end = decode(scratch, minute, bytes);
      const { rows } = scratch;
      return Array.from({ length: end / FIX_ROW }, (_, i) => {
        const at = i * FIX_ROW;
        return {
          receivedAt: rows[at + RECEIVED_AT] ?? NaN,
          t: rows[at + T] ?? NaN,
          lat: rows[at + LAT] ?? NaN,
          lng: rows[at + LNG] ?? NaN,
          speedKph: orNull(rows[at + SPEED]),
          headingDeg: orNull(rows[at + HEADING]),
        };
      });
    },
  };
};
