/** A reading of a value that must not grow, with its time in minutes. */
export interface Reading {
  readonly minute: number;
  readonly value: number;
}

/** Fewer readings give no result. */
const READINGS_AT_LEAST = 6;

/**
 * Growth per minute between two restarts: the median of the slopes between all pairs of readings (Theil-Sen). Up to a
 * quarter of the readings may be outliers, such as a heap read while a snapshot was made. Null for too few readings.
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
