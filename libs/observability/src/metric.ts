/** One Prometheus metric. Units are base units and are part of the name, totals end in `_total`. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  /** Each label has few values, all known to the code: never a car, a person, an event's id or an address. */
  readonly labels: readonly string[];
}

/** A monotonic count (`counter`), or a current value (`gauge`). */
export interface Figure extends Metric {
  readonly kind: 'counter' | 'gauge';
  readonly labels: readonly [] | readonly [string];
}

/** A histogram of sizes. */
export interface Distribution extends Metric {
  readonly kind: 'histogram';
  /** Upper bounds, in the unit of the metric. */
  readonly buckets: readonly number[];
}

/** A value for each label of a metric. */
export type LabelsOf<M extends Metric> = Readonly<Record<M['labels'][number], string>>;

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

const figure =
  (kind: Figure['kind']) =>
  (name: string, help: string, ...labels: Figure['labels']): Figure => ({ kind, name, help, labels });
export const counter = figure('counter');
export const gauge = figure('gauge');

const distribution =
  (buckets: readonly number[]) =>
  <const L extends readonly string[]>(
    name: string,
    help: string,
    ...labels: L
  ): Distribution & { readonly labels: L } => ({ kind: 'histogram', name, help, labels, buckets });
export const durations = distribution(SECONDS);
export const sizes = distribution(SIZES);
