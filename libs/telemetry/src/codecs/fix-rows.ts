import { MINUTE_MS } from '@flagpost/contracts';

const MICRO = 1e6;

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
/** The index of each number in a row. */
export const FIX = { receivedAt: 0, t: 1, lat: 2, lng: 3, speedKph: 4, headingDeg: 5 } as const;

export const fixRows = (fixes: readonly HistoryFix[]): FixRows =>
  Float64Array.from(
    fixes.flatMap(({ receivedAt, t, lat, lng, speedKph, headingDeg }) => [
      receivedAt,
      t,
      lat,
      lng,
      speedKph ?? NaN,
      headingDeg ?? NaN,
    ]),
  );

const orNull = (value = NaN): number | null => (Number.isNaN(value) ? null : value);

/** The fixes in rows. */
export const fixesOf = (rows: FixRows): HistoryFix[] =>
  Array.from({ length: rows.length / FIX_ROW }, (_, i) => {
    const at = i * FIX_ROW;
    return {
      receivedAt: rows[at] ?? NaN,
      t: rows[at + FIX.t] ?? NaN,
      lat: rows[at + FIX.lat] ?? NaN,
      lng: rows[at + FIX.lng] ?? NaN,
      speedKph: orNull(rows[at + FIX.speedKph]),
      headingDeg: orNull(rows[at + FIX.headingDeg]),
    };
  });

const ascends = (rows: FixRows, end: number): boolean => {
  let before = -Infinity;
  for (let at = 0; at < end; at += FIX_ROW) {
    const t = Math.round(rows[at + FIX.t] ?? NaN);
    if (!(t > before)) return false;
    before = t;
  }
  return true;
};

const placeOf = (rows: FixRows, at: number): string =>
  [
    Math.round(rows[at + FIX.t] ?? NaN),
    Math.round((rows[at + FIX.lat] ?? NaN) * MICRO),
    Math.round((rows[at + FIX.lng] ?? NaN) * MICRO),
  ].join(' ');

/** Removes fixes that repeat an earlier one, and returns the end. Only fixes of equal time are compared. */
export const dropRepeats = (rows: FixRows, end: number, began: number): number => {
  if (ascends(rows, end)) return end;
  const firstAt = new Map<number, number>();
  const others = new Set<string>();
  let to = 0;
  for (let at = 0; at < end; at += FIX_ROW) {
    const t = Math.round(rows[at + FIX.t] ?? NaN) - began;
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
