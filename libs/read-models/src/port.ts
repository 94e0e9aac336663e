/**
 * The port to the read models: documents by id in named views, filtered in MongoDB's query language. It knows nothing
 * of motorsport.
 */
import type { Position } from '@flagpost/event-sourcing';
import type { PartHealth } from '@flagpost/platform';

/** `$eq $ne $gt $gte $lt $lte $in $nin $and $or $not $exists $regex` and dotted paths. */
export type Filter = Readonly<Record<string, unknown>>;

export interface FindOptions {
  /**
   * Paths to 1 (ascending) or -1 (descending). Ties, and everything where it is not given, are in order of id: numbers,
   * then texts.
   */
  readonly sort?: Readonly<Record<string, 1 | -1>>;
  readonly skip?: number;
  /** At most this many, all where it is not given; 0 is none. */
  readonly limit?: number;
}

export type DocumentId = string | number;

/** A document as the event at `position` left it; null where that deleted it. */
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
 * Writes of one view, each on behalf of the event at `position`. A write is taken only where the document was last
 * changed at an earlier position, and answers whether it was taken: so a repeated event changes nothing, and a projector
 * that slept cannot write over its successor. Hence one event writes one document at most once.
 */
export interface ViewWriter<T> extends ViewReader<T> {
  put(id: DocumentId, document: T, position: Position): Promise<boolean>;
  /** Replaces the named top-level fields of a document that exists; a field named `undefined` goes. */
  patch(id: DocumentId, changes: Partial<T>, position: Position): Promise<boolean>;
  delete(id: DocumentId, position: Position): Promise<boolean>;
  /**
   * The documents themselves, where they lie in this process: for who builds the view anew and alone, and so needs no
   * guards. What is entered holds nothing but JSON, and nobody changes it any more.
   */
  readonly entries?: Map<DocumentId, Entry<T>>;
}

export interface ReadModels {
  view<T>(name: string): ViewWriter<T>;
  /** Null where nothing was saved since the views were dropped. */
  checkpoint(projection: string): Promise<Checkpoint | null>;
  /**
   * Moves on only, and only from what its projector has read or saved: `after`, null where that is nothing. Where a later
   * one is stored, or the views were dropped meanwhile, whether for this version or for another, nothing changes.
   */
  saveCheckpoint(projection: string, checkpoint: Checkpoint, after: Position | null): Promise<void>;
  /** Forgets all documents of these views, and the projection's checkpoint. It begins anew with this; so does a new one. */
  drop(projection: string, version: number, views: readonly string[]): Promise<void>;
  /** Documents of a view and a SHA-256 over them in order of id (hex), the same for the same contents on any adapter. */
  digest(view: string): Promise<{ count: number; sha256: string }>;
  /** Whether what keeps them answers now. */
  health(): Promise<PartHealth>;
  close(): Promise<void>;
}

export interface Checkpoint {
  readonly position: Position;
  readonly version: number;
}
