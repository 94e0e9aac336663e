/** Counts by milliseconds; longer ones are counted in the last slot. */
export interface Latencies {
  add(ms: number): void;
  /** The value that this share of them (0 to 1) did not exceed, whole ms; null of none. */
  percentile(share: number): number | null;
  clear(): void;
}

const LAST_MS = 9_999;

export const createLatencies = (): Latencies => {
  const counts = new Uint32Array(LAST_MS + 1);
  return {
    add(ms) {
      const at = Math.min(LAST_MS, Math.max(0, Math.round(ms)));
      counts[at] = (counts[at] ?? 0) + 1;
    },
    percentile(share) {
      const wanted = counts.reduce((sum, count) => sum + count, 0) * share;
      let sum = 0;
      const found = counts.findIndex((count) => (sum += count) >= wanted && sum > 0);
      return found < 0 ? null : found;
    },
    clear: () => void counts.fill(0),
  };
};
