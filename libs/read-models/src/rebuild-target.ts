import type { Position } from '@flagpost/event-sourcing';
import type { DocumentId, Entry, ReadModels, StoredEntries, ViewWriter } from './port.js';
import type { EventView, EventViews, Projection } from './projection.js';

/**
 * The views of one projection during a rebuild, in which no other process writes them: no document can be later than
 * the current event. So documents are written without copies and guards: as entries if this process alone writes them,
 * otherwise buffered here and written to the store once for all events since the last write.
 */
export interface RebuildTarget {
  readonly views: EventViews;
  /** Whether documents of several events are written one by one, so that some may be stored without the others. */
  readonly isBuffered: boolean;
  /** Sets the position of the event on whose behalf the next writes are made. */
  at(position: Position): void;
  /** Writes the buffered changes to the store and clears the buffer. */
  write(): Promise<void>;
}

/** Calls a store, again where it cannot be reached. */
export type Attempt = <T>(call: () => Promise<T>) => Promise<T>;

/** Where a rebuild keeps the documents of one view. */
interface Documents {
  /** Undefined for a document that is not here; it may be in the store. */
  get(id: DocumentId): Entry<object> | undefined;
  /** @returns false if it was written at this position already. */
  change(id: DocumentId, document: object | null, position: Position): boolean;
  write(): Promise<void>;
}

const NOTHING = async (): Promise<void> => undefined;
/** What a write of a rebuild returns if nothing has to be waited for. */
export const WRITTEN = Promise.resolve(true);
const MISSING = Promise.resolve(false);
const NONE = Promise.resolve(null);

/** Entries that the store keeps; a new document need not be looked for. */
const asEntries = (entries: StoredEntries<object>): Documents => {
  let now: Position | undefined;
  /** Written at this position. Most events write one document of a view: clearing a set allocates. */
  let first: DocumentId | undefined;
  const others = new Set<DocumentId>();
  return {
    get: (id) => entries.get(id),
    change(id, document, position) {
      if (position !== now) {
        now = position;
        first = id;
        if (others.size > 0) others.clear();
      } else if (id === first || others.has(id)) return false;
      else others.add(id);
      entries.set(id, { document, position });
      return true;
    },
    write: NOTHING,
  };
};

/** Documents that wait for the next write. */
const buffered = (store: ViewWriter<object>, attempt: Attempt): Documents => {
  const documents = new Map<DocumentId, Entry<object>>();
  return {
    get: (id) => documents.get(id),
    change(id, document, position) {
      if (documents.get(id)?.position === position) return false;
      documents.set(id, { document, position });
      return true;
    },
    async write() {
      await Promise.all(
        [...documents].map(([id, { document, position }]) =>
          attempt(() => (document === null ? store.delete(id, position) : store.put(id, document, position))),
        ),
      );
      documents.clear();
    },
  };
};

const documentsOf = (store: ViewWriter<object>, attempt: Attempt): Documents =>
  store.entries === undefined ? buffered(store, attempt) : asEntries(store.entries);

export const createRebuildTarget = (
  readModels: ReadModels,
  projection: Projection,
  attempt: Attempt,
): RebuildTarget => {
  let now: Position;

  const folded = (name: string) => {
    const store = readModels.view<object>(name);
    const documents = documentsOf(store, attempt);
    const isElsewhere = store.entries === undefined;

    const change = (id: DocumentId, document: object | null): Promise<boolean> => {
      if (documents.change(id, document, now)) return WRITTEN;
      throw new Error(`${projection.name} writes ${JSON.stringify([name, id])} twice for one event.`);
    };
    /** Documents made here since the last write and shown to nobody: changed without another copy. */
    const own = new Map<DocumentId, object>();
    const patch = (id: DocumentId, document: object | null, changes: object): Promise<boolean> => {
      if (document === null) return MISSING;
      if (own.get(id) === document) return change(id, Object.assign(document, changes));
      const copy = { ...document, ...changes };
      own.set(id, copy);
      return change(id, copy);
    };
    const view: EventView<object> = {
      get(id) {
        const known = documents.get(id);
        own.delete(id);
        if (known !== undefined) return Promise.resolve(known.document);
        return isElsewhere ? attempt(() => store.get(id)) : NONE;
      },
      async find(filter, options) {
        await documents.write();
        return attempt(() => store.find(filter, options));
      },
      async count(filter) {
        await documents.write();
        return attempt(() => store.count(filter));
      },
      put: change,
      patch(id, changes) {
        const known = documents.get(id);
        if (known !== undefined) return patch(id, known.document, changes);
        return isElsewhere
          ? attempt(() => store.get(id)).then((document) => patch(id, document, changes))
          : MISSING;
      },
      delete: (id) => change(id, null),
    };
    const write = (): Promise<void> => {
      own.clear();
      return documents.write();
    };
    return { view, isElsewhere, write };
  };

  const all = new Map(projection.views.map((name) => [name, folded(name)] as const));
  return {
    views<T>(name: string) {
      const known = all.get(name);
      if (known === undefined) throw new Error(`${projection.name} does not own the view ${name}.`);
      return known.view as unknown as EventView<T>;
    },
    isBuffered: [...all.values()].some(({ isElsewhere }) => isElsewhere),
    at(position) {
      now = position;
    },
    async write() {
      for (const { write } of all.values()) await write();
    },
  };
};
