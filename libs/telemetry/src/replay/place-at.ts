import { RACE, type Truth } from '@flagpost/contracts';
import { lngDifference } from '../geodesy.js';
import { PAST, PAST_ROW, pastIndexAt, type PastRows } from './car-replay.js';

/** Where a car was at an instant. */
export interface PlaceAt {
  readonly lat: number;
  readonly lng: number;
  readonly speedKph: number;
  /** Time since the position on which it rests, ms: 0 between two positions. */
  readonly ageMs: number;
}

/**
 * Null if the car had no position yet. What happened is known between two positions that are no farther apart than a silence:
 * it is on the line between them. Race control saw the last one that had been received.
 */
export const placeAt = (rows: PastRows, truth: Truth, instant: number): PlaceAt | null => {
  const index = pastIndexAt(rows, instant);
  if (index < 0) return null;
  const valueOf = (row: number, field: number): number => rows[row + field] ?? NaN;
  const next = index + PAST_ROW;
  const at = valueOf(index, PAST.at);
  const intervalMs = valueOf(next, PAST.at) - at;
  const here = {
    lat: valueOf(index, PAST.lat),
    lng: valueOf(index, PAST.lng),
    speedKph: valueOf(index, PAST.speedKph),
  };
  if (truth === 'seen' || !(intervalMs > 0 && intervalMs <= RACE.offlineAfterMs))
    return { ...here, ageMs: instant - at };
  const share = (instant - at) / intervalMs;
  return {
    lat: here.lat + share * (valueOf(next, PAST.lat) - here.lat),
    lng: here.lng + share * lngDifference(here.lng, valueOf(next, PAST.lng)),
    speedKph: here.speedKph + share * (valueOf(next, PAST.speedKph) - here.speedKph),
    ageMs: 0,
  };
};
