import type { PartHealth } from '@flagpost/platform';
import type { FileDefinition, Operations } from './definition.js';

/** An item of a collected request: its place among the items that the operation was called with, and its result. */
export interface Collected<Item, Result> {
  /** -1 if the item was refused; `result` then rejects. */
  readonly index: number;
  /** All items of the call, the same array for each; it grows until the call leaves. */
  readonly items: readonly Item[];
  /** The same promise for all items of one call. */
  readonly result: Promise<Result>;
}

/** Adds an item, of about so many bytes, to the next call of an operation. */
export type Collect<Item, Result> = (item: Item, bytes: number) => Collected<Item, Result>;

/**
 * An open file. Requests that write are carried out in the order of the calls; several share a transaction.
 *
 * Every request rejects with `StorageFull` if too much waits, `StorageUnavailable` if the disk cannot be used now, and
 * `StorageClosed` after `close`.
 */
export interface StorageFile<W extends Operations, R extends Operations> {
  /** Resolves when the transaction is on disk. */
  write<N extends keyof W & string>(name: N, ...args: Parameters<W[N]>): Promise<ReturnType<W[N]>>;
  /** Sees every write that has resolved. Does not wait for writes under way. */
  read<N extends keyof R & string>(name: N, ...args: Parameters<R[N]>): Promise<ReturnType<R[N]>>;
  /**
   * For what is written often: all items until the next transaction go into one call of the operation. `seal` makes its
   * arguments just before; it must not throw. A collector belongs to one file, and keeps its place in the order.
   */
  collect<N extends keyof W & string, Item>(
    name: N,
    seal: (items: readonly Item[]) => Parameters<W[N]>,
  ): Collect<Item, ReturnType<W[N]>>;
  /** Resolves when the write-ahead log is empty: it holds nothing of what was deleted before. */
  truncateLog(): Promise<void>;
  /** Whether the last request could use the disk; after one that could not, whether a page can be written now. */
  health(): Promise<PartHealth>;
  /** Carries out what was taken, then closes the file. */
  close(): Promise<void>;
}

/** Runs the operations of files. */
export interface Storage {
  /** @throws {StorageUnavailable} if the file cannot be opened or created now; what `definition.prepare` throws. */
  open<W extends Operations, R extends Operations>(
    definition: FileDefinition<W, R>,
    place: FilePlace,
  ): StorageFile<W, R>;
}

export interface FilePlace {
  /** Created if missing; `:memory:` keeps nothing. */
  readonly path: string;
  /** Reads while another process writes: every write is refused, and nothing is created or upgraded. */
  readonly readOnly?: boolean;
}
