import type { Run } from './bench.ts';

const seconds = (since: bigint): number => Number(process.hrtime.bigint() - since) / 1e9;

/** Units of work a second of the clock. */
export const perSecond = async (work: () => number | Promise<number>): Promise<Run> => {
  const startedAt = process.hrtime.bigint();
  const units = await work();
  return { figure: units / seconds(startedAt) };
};

/** Units of work a second of one core: all that this process computes meanwhile counts, in whichever thread. */
export const perCpuSecond = async (work: () => number | Promise<number>): Promise<Run> => {
  const startedAt = process.hrtime.bigint();
  const before = process.cpuUsage();
  const units = await work();
  const { user, system } = process.cpuUsage(before);
  return {
    figure: units / ((user + system) / 1e6),
    also: { 'a second of the clock': units / seconds(startedAt) },
  };
};

/** How long each of many things took, ms. */
export interface Latencies {
  time<T>(work: () => Promise<T>): Promise<T>;
  add(tookMs: number): void;
  /** The value that this share of them (0 to 1) did not exceed. */
  percentile(share: number): number;
}

export const createLatencies = (): Latencies => {
  const taken: number[] = [];
  return {
    add: (tookMs) => void taken.push(tookMs),
    async time(work) {
      const startedAt = process.hrtime.bigint();
      const result = await work();
      taken.push(seconds(startedAt) * 1_000);
      return result;
    },
    percentile(share) {
      const sorted = taken.toSorted((a, b) => a - b);
      return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
    },
  };
};
