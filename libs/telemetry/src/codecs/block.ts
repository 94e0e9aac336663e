import { createBitReader, createBitWriter, readColumn, writeColumn } from './bits.js';

/**
 * History blocks, format 1: the fixes of one car in one minute of `receivedAt`, in the order in which they came.
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
/** Device times further from `receivedAt` are no times: they are kept as this far away. */
const MAX_LEAD_MS = 2 ** 48;
export const MAX_BLOCK_FIXES = 65_535;

export interface HistoryFix {
  /** Epoch ms, kept to 10 ms. */
  readonly receivedAt: number;
  /** Device time, epoch ms, kept to 1 ms. */
  readonly t: number;
  /** Degrees, kept to 1e-6. */
  readonly lat: number;
  readonly lng: number;
  /** Kept to 0.1 km/h; null where the device gave none. */
  readonly speedKph: number | null;
  /** Kept to 1 degree; null where the device gave none. */
  readonly headingDeg: number | null;
}

/** The minute of `receivedAt` whose block keeps a fix. */
export const minuteOf = (receivedAt: number): number => Math.floor(receivedAt / MINUTE_MS);

/**
 * Fixes as numbers, one fix after the other, each in the order of `HistoryFix`; NaN stands for null. Who has many of them
 * keeps and codes them so: as objects they cost more than all that is done with them.
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

const valueAt = (rows: FixRows, at: number): number => rows[at] ?? NaN;

const placeOf = (rows: FixRows, at: number): string =>
  [
    Math.round(valueAt(rows, at + T)),
    Math.round(valueAt(rows, at + LAT) * MICRO),
    Math.round(valueAt(rows, at + LNG) * MICRO),
  ].join(' ');

/** Where fixes begin that repeat none before. Mostly each has a time of its own: only what shares one is looked at more closely. */
const withoutRepeats = (rows: FixRows, began: number): number[] => {
  const kept: number[] = [];
  const firstAt = new Map<number, number>();
  const others = new Set<string>();
  for (let at = 0; at < rows.length; at += FIX_ROW) {
    const t = Math.round(valueAt(rows, at + T)) - began;
    const first = firstAt.get(t);
    if (first === undefined) firstAt.set(t, at);
    else {
      const place = placeOf(rows, at);
      if (place === placeOf(rows, first) || others.has(place)) continue;
      others.add(place);
    }
    kept.push(at);
  }
  return kept;
};

const within = (limit: number, value: number): number => Math.min(limit, Math.max(-limit, value));

/** Headings go round: each becomes the nearest number to the one before that means the same. */
const unwind = (headings: Float64Array, count: number): void => {
  for (let i = 1; i < count; i += 1) {
    const before = headings[i - 1] ?? 0;
    const heading = headings[i] ?? 0;
    headings[i] = heading + 360 * Math.round((before - heading) / 360);
  }
};

/**
 * Codes the fixes of one minute, repeats (same device time and place) removed.
 *
 * @param minute `minuteOf` every fix
 * @throws RangeError for a fix of another minute, or for more than 65,535 fixes
 */
export const encodeBlock = (minute: number, fixes: readonly HistoryFix[]): Uint8Array =>
  encodeRows(minute, fixRows(fixes));

/** One for all blocks, as each is whole before the next is begun: thousands are coded a second. */
const writer = createBitWriter();

const encodeRows = (minute: number, rows: FixRows): Uint8Array => {
  const began = minute * MINUTE_MS;
  const kept = withoutRepeats(rows, began);
  if (kept.length > MAX_BLOCK_FIXES) throw new RangeError(`A block holds ${MAX_BLOCK_FIXES} fixes at most.`);
  if (kept.some((at) => minuteOf(valueAt(rows, at)) !== minute)) {
    throw new RangeError(`A fix is not of minute ${minute}.`);
  }
  writer.clear();
  const column = new Float64Array(kept.length);
  const write = (at: readonly number[], of: (at: number) => number, change?: typeof unwind): void => {
    for (let i = 0; i < at.length; i += 1) column[i] = of(at[i] ?? 0);
    change?.(column, at.length);
    writeColumn(writer, column, at.length);
  };
  const has = (field: number) => (at: number) => !Number.isNaN(valueAt(rows, at + field));
  const step = (at: number): number => Math.floor((valueAt(rows, at) - began) / RECEIVED_STEP_MS);
  const lead = (at: number): number =>
    Math.round(valueAt(rows, at + T)) - began - step(at) * RECEIVED_STEP_MS;
  writer.bits(BLOCK_FORMAT, 8);
  writer.bits(kept.length, 16);
  write(kept, step);
  write(kept, (at) => within(MAX_LEAD_MS, lead(at)));
  write(kept, (at) => Math.round(valueAt(rows, at + LAT) * MICRO));
  write(kept, (at) => Math.round(valueAt(rows, at + LNG) * MICRO));
  const [hasSpeed, hasHeading] = [has(SPEED), has(HEADING)];
  write(kept, (at) => Number(hasSpeed(at)));
  write(kept, (at) => Number(hasHeading(at)));
  write(kept.filter(hasSpeed), (at) => Math.round(valueAt(rows, at + SPEED) * 10));
  write(kept.filter(hasHeading), (at) => Math.round(valueAt(rows, at + HEADING)), unwind);
  return writer.bytes();
};

/** @throws RangeError for another format or a cut block */
const decodeRows = (minute: number, bytes: Uint8Array): FixRows => {
  const reader = createBitReader(bytes);
  const format = reader.bits(8);
  if (format !== BLOCK_FORMAT) throw new RangeError(`Block format ${format} is not known.`);
  const count = reader.bits(16);
  const rows = new Float64Array(count * FIX_ROW);
  const began = minute * MINUTE_MS;
  const read = (of: (value: number, at: number) => number, field: number): void =>
    readColumn(reader, count).forEach((value, i) => {
      rows[i * FIX_ROW + field] = of(value, i * FIX_ROW);
    });
  read((step) => began + step * RECEIVED_STEP_MS, RECEIVED_AT);
  read((lead, at) => valueAt(rows, at) + lead, T);
  read((lat) => lat / MICRO, LAT);
  read((lng) => lng / MICRO, LNG);
  const [hasSpeed, hasHeading] = [readColumn(reader, count), readColumn(reader, count)];
  const readWhere = (has: readonly number[], of: (value: number) => number, field: number): void => {
    const values = readColumn(reader, has.filter((flag) => flag === 1).length);
    let next = 0;
    has.forEach((flag, i) => {
      rows[i * FIX_ROW + field] = flag === 1 ? of(values[next++] ?? 0) : NaN;
    });
  };
  readWhere(hasSpeed, (speed) => speed / 10, SPEED);
  readWhere(hasHeading, (heading) => ((heading % 360) + 360) % 360, HEADING);
  return rows;
};

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** The fixes of a block, to its precision. @throws RangeError for another format or a cut block */
export const decodeBlock = (minute: number, bytes: Uint8Array): HistoryFix[] => {
  const rows = decodeRows(minute, bytes);
  return Array.from({ length: rows.length / FIX_ROW }, (_, i) => {
    const at = i * FIX_ROW;
    return {
      receivedAt: valueAt(rows, at + RECEIVED_AT),
      t: valueAt(rows, at + T),
      lat: valueAt(rows, at + LAT),
      lng: valueAt(rows, at + LNG),
      speedKph: orNull(valueAt(rows, at + SPEED)),
      headingDeg: orNull(valueAt(rows, at + HEADING)),
    };
  });
};

/**
 * A block with more fixes behind those it has; null begins one. What is too much for it is left out.
 *
 * @throws RangeError as `encodeBlock` and `decodeBlock` do
 */
export const appendToBlock = (minute: number, bytes: Uint8Array | null, fixes: FixRows): Uint8Array => {
  if (bytes === null) return encodeRows(minute, fixes.subarray(0, MAX_BLOCK_FIXES * FIX_ROW));
  const before = decodeRows(minute, bytes);
  const rows = new Float64Array(Math.min(MAX_BLOCK_FIXES * FIX_ROW, before.length + fixes.length));
  rows.set(before);
  rows.set(fixes.subarray(0, rows.length - before.length), before.length);
  return encodeRows(minute, rows);
};
