/**
 * The port to the read models: documents by id in named views, filtered in MongoDB's query language. It contains
 * nothing of motorsport.
 */
import type { Position } from '@flagpost/event-sourcing';
import type { PartHealth } from '@flagpost/platform';

/** `$eq $ne $gt $gte $lt $lte $in $nin $and $or $not $exists $regex` and dotted paths. */
export type Filter = Readonly<Record<string, unknown>>;

export interface FindOptions {
  /**
   * Paths to 1 (ascending) or -1 (descending). Ties, and everything if left out, are in order of id: numbers, then
   * texts.
   */
  readonly sort?: Readonly<Record<string, 1 | -1>>;
  readonly skip?: number;
  /** At most this many, all if left out; 0 is none. */
  readonly limit?: number;
}

export type DocumentId = string | number;

/** A document as of the event at `position`; null if that event deleted it. */
export interface Entry<T> {
  readonly document: T | null;
  readonly position: Position;
}

/** Reads of one view. Returned documents are the caller's own: changing one changes nothing stored. */
export interface ViewReader<T> {
  get(id: DocumentId): Promise<T | null>;
  find(filter: Filter, options?: FindOptions): Promise<readonly T[]>;
  count(filter: Filter): Promise<number>;
}

/**
 * Writes of one view, each on behalf of the event at `position`. A write applies only if the document was last changed
 * at an earlier position, and returns whether it did: a repeated event changes nothing, and a delayed projector cannot
 * overwrite its successor's writes. Hence one event writes a document at most once.
 */
export interface ViewWriter<T> extends ViewReader<T> {
  put(id: DocumentId, document: T, position: Position): Promise<boolean>;
  /** Replaces the named top-level fields of an existing document; a field set to `undefined` is removed. */
  patch(id: DocumentId, changes: Partial<T>, position: Position): Promise<boolean>;
  delete(id: DocumentId, position: Position): Promise<boolean>;
  /**
   * The stored documents, if this process alone writes them. For an exclusive rebuild, which needs no guards. Entries hold
   * JSON only and must not be changed afterwards, except those of a map, which are the documents themselves.
   */
  readonly entries?: StoredEntries<T>;
}

/** Where documents are read and written without guards. */
export interface StoredEntries<T> {
  /** Undefined for a document that was never written. */
  get(id: DocumentId): Entry<T> | undefined;
  set(id: DocumentId, entry: Entry<T>): unknown;
}

export interface ReadModels {
  view<T>(name: string): ViewWriter<T>;
  /** Null if nothing was saved since the views were dropped. */
  checkpoint(projection: string): Promise<Checkpoint | null>;
  /**
   * Saves only a later position, and only if the stored checkpoint is the one that this projector last read or saved:
   * `after`, null for none. If a later one is stored, or the views were dropped meanwhile, for this version or another,
   * nothing changes.
   */
  saveCheckpoint(projection: string, checkpoint: Checkpoint, after: Position | null): Promise<void>;
  /**
   * Deletes all documents of these views and the projection's checkpoint. Called before a rebuild and for a new
   * projection.
   */
  drop(projection: string, version: number, views: readonly string[]): Promise<void>;
  /**
   * Number of documents of a view and a SHA-256 (hex) over them in order of id, the same for equal contents on every
   * adapter.
   */
  digest(view: string): Promise<{ count: number; sha256: string }>;
  /** Whether the storage answers now. */
  health(): Promise<PartHealth>;
  close(): Promise<void>;
}

export interface Checkpoint {
  readonly position: Position;
  readonly version: number;
}
