/** A speed is remembered for one to two of these. */
const PERIOD_MS = 15_000;

/**
 * The highest speed of each car in the last 15 to 30 s, by index: what it drove before it stopped. Three numbers a car,
 * whatever the rate of its fixes.
 */
export interface RecentSpeeds {
  /** Notes a fix. Times are `receivedAt`, epoch ms; a NaN is ignored. */
  note(index: number, receivedAt: number, speedKph: number): void;
  /** km/h; undefined for a car without a fix. */
  fastest(index: number): number | undefined;
  /** Takes over what another one remembers of a car. */
  keep(index: number, from: RecentSpeeds, fromIndex: number): void;
  /** The memory of one car. */
  of(index: number): readonly [period: number, now: number, before: number];
}

export const recentSpeeds = (size: number): RecentSpeeds => {
  const period = new Float64Array(size).fill(NaN);
  const now = new Float32Array(size);
  const before = new Float32Array(size);
  return {
    note(index, receivedAt, speedKph) {
      if (Number.isNaN(receivedAt) || Number.isNaN(speedKph)) return;
      const current = Math.floor(receivedAt / PERIOD_MS);
      if (current === period[index]) {
        now[index] = Math.max(now[index] ?? 0, speedKph);
        return;
      }
      before[index] = current - 1 === period[index] ? (now[index] ?? 0) : 0;
      now[index] = speedKph;
      period[index] = current;
    },
    fastest(index) {
      return Number.isNaN(period[index] ?? NaN) ? undefined : Math.max(now[index] ?? 0, before[index] ?? 0);
    },
    keep(index, from, fromIndex) {
      [period[index], now[index], before[index]] = from.of(fromIndex);
    },
    of: (index) => [period[index] ?? NaN, now[index] ?? 0, before[index] ?? 0],
  };
};
