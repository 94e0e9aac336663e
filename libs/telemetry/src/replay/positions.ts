import type { Truth } from '@flagpost/contracts';
import { happenedAt } from '../happened-at.js';
import { PAST, PAST_ROW, type PastRows } from './car-replay.js';

/** A position of a car in the past. Times in epoch ms. */
export interface PastPosition {
  /** When it counts by the truth: when it was driven, or when it had been received. */
  readonly at: number;
  /** When it was driven, by the clock of the device as far as that is believed (`happenedAt`). */
  readonly drivenAt: number;
  readonly receivedAt: number;
  readonly lat: number;
  readonly lng: number;
  readonly speedKph: number;
  /** Null if unknown. */
  readonly headingDeg: number | null;
  readonly isStopped: boolean;
}

/**
 * Whether the state at an index has a new position. A state that has the position of a former one has its times too. What was
 * published came later than it was received.
 */
export const isNewPosition = (rows: PastRows, index: number, truth: Truth): boolean => {
  const valueOf = (field: number): number => rows[index + field] ?? NaN;
  const [receivedAt, t] = [valueOf(PAST.receivedAt), valueOf(PAST.t)];
  return valueOf(PAST.shown) > 0
    ? receivedAt !== rows[index - PAST_ROW + PAST.receivedAt] || t !== rows[index - PAST_ROW + PAST.t]
    : valueOf(PAST.at) === (truth === 'seen' ? receivedAt : happenedAt(receivedAt, t));
};

/** The positions among the states of a car, in order; states that only say that it was heard are left out. */
export const positionsOf = (rows: PastRows, truth: Truth): PastPosition[] => {
  const positions: PastPosition[] = [];
  for (let i = 0; i < rows.length; i += PAST_ROW) {
    if (!isNewPosition(rows, i, truth)) continue;
    const valueOf = (field: number): number => rows[i + field] ?? NaN;
    const [at, receivedAt] = [valueOf(PAST.at), valueOf(PAST.receivedAt)];
    const drivenAt = happenedAt(receivedAt, valueOf(PAST.t));
    const heading = valueOf(PAST.headingDeg);
    positions.push({
      at,
      drivenAt,
      receivedAt,
      lat: valueOf(PAST.lat),
      lng: valueOf(PAST.lng),
      speedKph: valueOf(PAST.speedKph),
      headingDeg: Number.isNaN(heading) ? null : heading,
      isStopped: valueOf(PAST.stopped) === 1,
    });
  }
  return positions;
};
