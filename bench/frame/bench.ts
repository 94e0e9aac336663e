/** The result of one run of a side: the figure that is compared, and others that are printed beside it. */
export interface Run {
  readonly figure: number;
  readonly also?: Readonly<Record<string, number>>;
}

/** One side of a comparison. A run does the whole work once, from the same beginning each time. */
export interface Side {
  readonly what: string;
  readonly run: () => Run | Promise<Run>;
}

/** A bound on a figure of ours, independent of the other side. */
export interface Limit {
  /** A name among `also` of ours; the compared figure if omitted. */
  readonly of?: string;
  readonly atLeast?: number;
  readonly atMost?: number;
}

export interface Comparison {
  /** The compared quantity and its load. */
  readonly what: string;
  /** The numbers of the load, such as `{ cars: 1000, events: 8 }`: by them curves are drawn. */
  readonly load?: Readonly<Record<string, number>>;
  /** Of the figures, in the plural: `fixes per CPU-second`. */
  readonly unit: string;
  readonly ours: Side;
  /** Omitted if ours only has limits. */
  readonly theirs?: Side;
  /** Ours over theirs; omitted if the comparison shows how cost grows. */
  readonly ratio?: { readonly atLeast: number } | { readonly atMost: number };
  readonly limits?: readonly Limit[];
}

/**
 * `whole`: results to publish. `quick`: the bench's own comparison alone, in seconds. `smoke`: tiny sizes, which show
 * that the bench still works and measure nothing.
 */
export type Scale = 'whole' | 'quick' | 'smoke';

/** The arguments of a bench. */
export interface Context {
  readonly scale: Scale;
  /** The value for this scale. */
  readonly at: <T>(values: Readonly<Record<Scale, T>>) => T;
  /**
   * A size, or several, by which the load is made: `whole`, unless `--name 100,1000` was asked for; in a smoke run `tiny`,
   * in a quick one `quick`, which is the first of `whole` if left out.
   */
  readonly sizes: (
    name: string,
    whole: readonly number[],
    tiny: readonly number[],
    quick?: readonly number[],
  ) => readonly number[];
  /** All of these kinds of load; in a smoke run the last alone. */
  readonly kinds: <T>(all: readonly T[]) => readonly T[];
  /**
   * Runs both sides in turn, prints the result and keeps it. The first comparison is the bench's own. A quick run has no
   * other: there `compare` does not return, and the bench ends as if it had failed. So what a bench starts it must stop
   * in `finally`.
   */
  readonly compare: (comparison: Comparison) => Promise<void>;
  /** Adds a remark for readers of the result, such as a version or a missing dependency. Printed and kept. */
  readonly note: (name: string, value: string) => void;
}

/** A file beside run.ts exports one as `bench`: it sets up, compares, and leaves nothing behind. */
export type Bench = (context: Context) => Promise<void>;
