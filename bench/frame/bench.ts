/** What one run of a side came to: the figure that is compared, and others that are told beside it. */
export interface Run {
  readonly figure: number;
  readonly also?: Readonly<Record<string, number>>;
}

/** One side of a comparison. A run does the whole work once, from the same beginning each time. */
export interface Side {
  readonly what: string;
  readonly run: () => Run | Promise<Run>;
}

/** What a figure of ours must keep to by itself, whatever the other side does. */
export interface Limit {
  /** A name among `also` of ours; the compared figure where it is left out. */
  readonly of?: string;
  readonly atLeast?: number;
  readonly atMost?: number;
}

export interface Comparison {
  /** What is compared, under which load. */
  readonly what: string;
  /** Of the figures, in the plural: `fixes per CPU-second`. */
  readonly unit: string;
  readonly ours: Side;
  /** Left out where ours has limits alone. */
  readonly theirs?: Side;
  /** Ours over theirs; left out where the comparison shows how cost grows. */
  readonly ratio?: { readonly atLeast: number } | { readonly atMost: number };
  readonly limits?: readonly Limit[];
}

/** What a bench is given. */
export interface Context {
  /** Tiny sizes: shows that the bench still works, measures nothing. */
  readonly smoke: boolean;
  /**
   * A size, or several, by which the load is made: `whole`, unless `--name 100,1000` was asked for; in a smoke run `tiny`.
   */
  readonly sizes: (name: string, whole: readonly number[], tiny: readonly number[]) => readonly number[];
  /** Runs both sides in turn, prints what came out and keeps it. The first comparison is the bench's own. */
  readonly compare: (comparison: Comparison) => Promise<void>;
  /** Something that a reader of the result must know: a version, what was missing. Printed and kept. */
  readonly note: (name: string, value: string) => void;
}

/** A file beside run.ts exports one as `bench`: it sets up, compares, and leaves nothing behind. */
export type Bench = (context: Context) => Promise<void>;
