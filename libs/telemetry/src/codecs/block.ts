import { createBitReader, createBitWriter, readColumn, writeColumn, type BitWriter } from './bits.js';

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

const placeOf = ({ t, lat, lng }: HistoryFix): string =>
  `${Math.round(t)} ${Math.round(lat * MICRO)} ${Math.round(lng * MICRO)}`;

/** Mostly each has a time of its own: only what shares one is looked at more closely. */
const withoutRepeats = (fixes: readonly HistoryFix[]): HistoryFix[] => {
  const firstAt = new Map<number, HistoryFix>();
  const others = new Set<string>();
  return fixes.filter((fix) => {
    const t = Math.round(fix.t);
    const first = firstAt.get(t);
    if (first === undefined) {
      firstAt.set(t, fix);
      return true;
    }
    const place = placeOf(fix);
    return place !== placeOf(first) && !others.has(place) && others.add(place);
  });
};

const within = (limit: number, value: number): number => Math.min(limit, Math.max(-limit, value));

/** Headings go round: each is written as the nearest number to the one before that means the same. */
const unwound = (headings: readonly number[]): number[] => {
  let before = headings[0] ?? 0;
  return headings.map((heading) => (before = heading + 360 * Math.round((before - heading) / 360)));
};

const writePresence = (writer: BitWriter, values: readonly (number | null)[]): number[] => {
  writeColumn(
    writer,
    values.map((value) => (value === null ? 0 : 1)),
  );
  return values.filter((value) => value !== null);
};

/**
 * Codes the fixes of one minute, repeats (same device time and place) removed.
 *
 * @param minute `minuteOf` every fix
 * @throws RangeError for a fix of another minute, or for more than 65,535 fixes
 */
export const encodeBlock = (minute: number, fixes: readonly HistoryFix[]): Uint8Array => {
  const kept = withoutRepeats(fixes);
  if (kept.length > MAX_BLOCK_FIXES) throw new RangeError(`A block holds ${MAX_BLOCK_FIXES} fixes at most.`);
  if (kept.some(({ receivedAt }) => minuteOf(receivedAt) !== minute)) {
    throw new RangeError(`A fix is not of minute ${minute}.`);
  }
  const began = minute * MINUTE_MS;
  const received = kept.map(({ receivedAt }) => Math.floor((receivedAt - began) / RECEIVED_STEP_MS));
  const writer = createBitWriter();
  const write = (values: readonly number[]): void => writeColumn(writer, values);
  writer.bits(BLOCK_FORMAT, 8);
  writer.bits(kept.length, 16);
  write(received);
  write(
    kept.map(({ t }, i) =>
      within(MAX_LEAD_MS, Math.round(t) - began - (received[i] ?? 0) * RECEIVED_STEP_MS),
    ),
  );
  write(kept.map(({ lat }) => Math.round(lat * MICRO)));
  write(kept.map(({ lng }) => Math.round(lng * MICRO)));
  const speeds = writePresence(
    writer,
    kept.map(({ speedKph }) => speedKph),
  );
  const headings = writePresence(
    writer,
    kept.map(({ headingDeg }) => headingDeg),
  );
  write(speeds.map((speed) => Math.round(speed * 10)));
  write(unwound(headings.map((heading) => Math.round(heading))));
  return writer.bytes();
};

/** The fixes of a block, to its precision. @throws RangeError for another format or a cut block */
export const decodeBlock = (minute: number, bytes: Uint8Array): HistoryFix[] => {
  const reader = createBitReader(bytes);
  const format = reader.bits(8);
  if (format !== BLOCK_FORMAT) throw new RangeError(`Block format ${format} is not known.`);
  const count = reader.bits(16);
  const began = minute * MINUTE_MS;
  const received = readColumn(reader, count);
  const leads = readColumn(reader, count);
  const lats = readColumn(reader, count);
  const lngs = readColumn(reader, count);
  const hasSpeed = readColumn(reader, count);
  const hasHeading = readColumn(reader, count);
  const present = (flags: readonly number[]): number => flags.filter((flag) => flag === 1).length;
  const speeds = readColumn(reader, present(hasSpeed)).values();
  const headings = readColumn(reader, present(hasHeading)).values();
  return received.map((step, i) => {
    const receivedAt = began + step * RECEIVED_STEP_MS;
    const heading = hasHeading[i] === 1 ? (headings.next().value ?? 0) : null;
    return {
      receivedAt,
      t: receivedAt + (leads[i] ?? 0),
      lat: (lats[i] ?? 0) / MICRO,
      lng: (lngs[i] ?? 0) / MICRO,
      speedKph: hasSpeed[i] === 1 ? (speeds.next().value ?? 0) / 10 : null,
      headingDeg: heading === null ? null : ((heading % 360) + 360) % 360,
    };
  });
};

/** A block with more fixes behind those it has; null begins one. Throws as `encodeBlock` and `decodeBlock` do. */
export const appendToBlock = (
  minute: number,
  bytes: Uint8Array | null,
  fixes: readonly HistoryFix[],
): Uint8Array => encodeBlock(minute, [...(bytes === null ? [] : decodeBlock(minute, bytes)), ...fixes]);
