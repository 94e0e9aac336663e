import type { Distribution, Figure, LabelsOf } from './metric.js';

/** One number, or one for each value of the metric's label; null if there is none now. */
export type Reading = number | null | Readonly<Record<string, number | null | undefined>>;

/**
 * Where parts of a program register their metrics. A value that a part keeps for itself, or for health, is read at each
 * scrape and not counted twice, so that hot paths only pay for an addition.
 */
export interface Metrics {
  /** Calls `read` at each scrape; if several parts register for one metric, their values are added up. */
  figure(metric: Figure, read: () => Reading | Promise<Reading>): void;
  /** Records one value of a histogram. */
  sizes<M extends Distribution>(metric: M): (value: number, labels: LabelsOf<M>) => void;
  /** Starts a timer; the returned function stops it and records the time in seconds. */
  stopwatch<M extends Distribution>(metric: M): () => (labels: LabelsOf<M>) => void;
}
