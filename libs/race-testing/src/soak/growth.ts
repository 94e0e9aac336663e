/** A reading of something that must not grow, at a moment, in minutes. */
export interface Reading {
  readonly minute: number;
  readonly value: number;
}

/** Fewer readings say nothing of growth. */
export const READINGS_AT_LEAST = 6;

/**
 * Growth a minute of what is read again and again in one stretch between two restarts: the median of the slopes between
 * every two readings (Theil and Sen). Up to a quarter of the readings may be anything, such as a heap that was read
 * while a snapshot was made, without moving it far. Null of too few readings.
 */
export const growthPerMinute = (readings: readonly Reading[]): number | null => {
  if (readings.length < READINGS_AT_LEAST) return null;
  const slopes = readings.flatMap((later, index) =>
    readings
      .slice(0, index)
      .map((earlier) => (later.value - earlier.value) / (later.minute - earlier.minute)),
  );
  const sorted = slopes.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? null)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
};
