import type { DatabaseSync } from 'node:sqlite';

/**
 * Synchronous functions over plain data, which the structured clone algorithm copies: no functions, no instances of
 * classes. Parameters and results may be copied or not, so neither side changes them.
 */
export type Operations = Readonly<Record<string, (...args: never[]) => unknown>>;

export interface WriteContext {
  /**
   * `forget` is called after an operation was rolled back: what an operation keeps in memory of the file may be wrong.
   */
  readonly onRollback: (forget: () => void) => void;
}

/**
 * What is done with one kind of file. Threads import the module that exports it under the name `file`, with everything
 * that it imports, so that should be little.
 */
export interface FileDefinition<W extends Operations, R extends Operations> {
  /** `import.meta.url` of the module that exports this definition as `file`. */
  readonly module: string;
  /** The subject of messages for the operator, such as `The event log`. */
  readonly title: string;
  /** Pragmas of the writing connection beside WAL and `synchronous = FULL`, which every file has. */
  readonly settings?: string;
  /**
   * Creates or upgrades the content. Runs once, in the caller's thread, before anything else.
   *
   * @throws {Error} if the file cannot be used, with a message for the operator.
   */
  readonly prepare: (db: DatabaseSync) => void;
  /**
   * The operations that write, over prepared statements. Each runs within a transaction that it shares with others, and
   * fails alone: if it throws, it alone is rolled back.
   */
  readonly writes: (db: DatabaseSync, context: WriteContext) => W;
  /** The operations that only read. */
  readonly reads: (db: DatabaseSync) => R;
  /** Writes that throw only before they have written anything, or errors of SQLite: they need no savepoint. */
  readonly checked?: readonly (keyof W & string)[];
  /** Writes whose loss in a power failure is harmless: a transaction of these alone is not synced. */
  readonly lazy?: readonly (keyof W & string)[];
  /** Reads that may take milliseconds, such as a page of a long read: each waits for all shorter ones. */
  readonly long?: readonly (keyof R & string)[];
  /** The classes of errors that operations throw, by name. Other errors arrive as `Error` with name and message. */
  readonly errors?: Readonly<Record<string, (message: string) => Error>>;
}

/** A definition of any file. */
export interface AnyFile extends Omit<FileDefinition<Operations, Operations>, 'checked' | 'lazy' | 'long'> {
  readonly checked?: readonly string[];
  readonly lazy?: readonly string[];
  readonly long?: readonly string[];
}

/** Checks the types of a definition. */
export const defineFile = <W extends Operations, R extends Operations>(
  definition: FileDefinition<W, R>,
): FileDefinition<W, R> => definition;
