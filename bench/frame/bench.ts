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
  /** Of the figures, in the plural: `fixes per CPU-second`. */
  readonly unit: string;
  readonly ours: Side;
  /** Omitted if ours only has limits. */
  readonly theirs?: Side;
  /** Ours over theirs; omitted if the comparison shows how cost grows. */
  readonly ratio?: { readonly atLeast: number } | { readonly atMost: number };
  readonly limits?: readonly Limit[];
}

/** The arguments of a bench. */
export interface Context {
  /** Tiny sizes: shows that the bench still works, measures nothing. */
  readonly smoke: boolean;
  /**
   * A size, or several, by which the load is made: `whole`, unless `--name 100,1000` was asked for; in a smoke run `tiny`.
   */
  readonly sizes: (name: string, whole: readonly number[], tiny: readonly number[]) => readonly number[];
  /** Runs both sides in turn, prints the result and keeps it. The first comparison is the bench's own. */
  readonly compare: (comparison: Comparison) => Promise<void>;
  /** Adds a remark for readers of the result, such as a version or a missing dependency. Printed and kept. */
  readonly note: (name: string, value: string) => void;
}

/** A file beside run.ts exports one as `bench`: it sets up, compares, and leaves nothing behind. */
export type Bench = (context: Context) => Promise<void>;
