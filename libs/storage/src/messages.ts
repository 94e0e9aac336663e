import type { PlainError } from './plain-error.js';

/** Operations to carry out in this order: the name of each, and its arguments. */
export interface Calls {
  readonly names: readonly string[];
  readonly args: readonly (readonly unknown[])[];
}

/** One result for each call. Those that failed are named by their index, and have no result. */
export interface Answers {
  readonly results: readonly unknown[];
  readonly failures: readonly (readonly [index: number, error: PlainError])[];
  /** The whole group failed: nothing of it is known to be stored. */
  readonly failed?: PlainError;
}

/** A connection of a thread. */
export type Role = 'write' | 'read' | 'checkpoint';

/** Frames that the write-ahead log holds, and how many of them are in the file too. */
export interface LogSize {
  readonly frames: number;
  readonly checkpointed: number;
}

/** To a thread. `file` numbers the connections of a thread. */
export type Request =
  | {
      readonly kind: 'open';
      readonly file: number;
      readonly role: Role;
      readonly path: string;
      /** Which file is meant. */
      readonly identity: string;
      /** The address of the module with the definition. */
      readonly module: string;
    }
  | ({ readonly kind: 'group'; readonly file: number; readonly number: number } & Calls)
  | { readonly kind: 'checkpoint'; readonly file: number; readonly waitMs: number | null }
  | { readonly kind: 'close'; readonly file: number };

/** From a thread. */
export type Reply =
  | { readonly kind: 'answers'; readonly file: number; readonly number: number; readonly answers: Answers }
  | {
      readonly kind: 'checkpointed';
      readonly file: number;
      /** Null if it failed, which a later one repairs. */
      readonly size: LogSize | null;
      readonly failed: PlainError | null;
    }
  | { readonly kind: 'closed'; readonly file: number };
