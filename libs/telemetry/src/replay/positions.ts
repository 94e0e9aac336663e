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

/** The positions among the states of a car, in order; states that only say that it was heard are left out. */
export const positionsOf = (rows: PastRows, truth: Truth): PastPosition[] => {
  const positions: PastPosition[] = [];
  for (let i = 0; i < rows.length; i += PAST_ROW) {
    const valueOf = (field: number): number => rows[i + field] ?? NaN;
    const [at, receivedAt] = [valueOf(PAST.at), valueOf(PAST.receivedAt)];
    const drivenAt = happenedAt(receivedAt, valueOf(PAST.t));
    // A state that has the position of a former one has its times too. What was published came later than it was received.
    const isPublished = valueOf(PAST.shown) > 0;
    const isNew = isPublished
      ? receivedAt !== rows[i - PAST_ROW + PAST.receivedAt] || valueOf(PAST.t) !== rows[i - PAST_ROW + PAST.t]
      : at === (truth === 'seen' ? receivedAt : drivenAt);
    if (!isNew) continue;
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
