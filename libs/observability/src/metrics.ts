import type { Distribution, Figure, LabelsOf } from './metric.js';

/** One number, or one for each value of the metric's label; null where there is none now. */
export type Reading = number | null | Readonly<Record<string, number | null | undefined>>;

/**
 * Where parts of a program say what is to be measured. A part that keeps a figure for itself, or for health, is asked for
 * it at each scrape and counts nothing a second time; a hot path pays for an addition, and for no metric.
 */
export interface Metrics {
  /** Asks `read` at each scrape; several parts may tell of one metric, and are added up. */
  figure(metric: Figure, read: () => Reading | Promise<Reading>): void;
  /** Takes each value of a distribution as it comes. */
  sizes<M extends Distribution>(metric: M): (value: number, labels: LabelsOf<M>) => void;
  /** Begins to measure a time; what it answers ends that, and notes it in seconds. */
  stopwatch<M extends Distribution>(metric: M): () => (labels: LabelsOf<M>) => void;
}
