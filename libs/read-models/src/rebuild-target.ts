import type { Position } from '@flagpost/event-sourcing';
import type { DocumentId, Entry, ReadModels, ViewWriter } from './port.js';
import type { EventView, EventViews, Projection } from './projection.js';

/**
 * The views of one projection during a rebuild, in which no other process writes them: no document can be later than
 * the current event. So documents are written without copies and guards: in place if they are in this process,
 * otherwise buffered here and written to the store once for all events since the last write.
 */
export interface RebuildTarget {
  readonly views: EventViews;
  /** Sets the position of the event on whose behalf the next writes are made. */
  at(position: Position): void;
  /** Writes the buffered changes to the store and clears the buffer. */
  write(): Promise<void>;
}

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

const DONE = Promise.resolve(true);

/** Buffered documents, by id. */
const waiting = (store: ViewWriter<object>) => {
  const documents = new Map<DocumentId, Entry<object>>();
  return {
    documents,
    write: async (): Promise<void> => {
      const changed = [...documents];
      documents.clear();
      await Promise.all(
        changed.map(([id, { document, position }]) =>
          document === null ? store.delete(id, position) : store.put(id, document, position),
        ),
      );
    },
  };
};

export const createRebuildTarget = (readModels: ReadModels, projection: Projection): RebuildTarget => {
  let now: Position;

  const folded = (name: string) => {
    const store = readModels.view<object>(name);
    const { documents, write } =
      store.entries === undefined
        ? waiting(store)
        : { documents: store.entries, write: async () => undefined };

    const change = (id: DocumentId, document: object | null): Promise<boolean> => {
      const known: Writable<Entry<object>> | undefined = documents.get(id);
      if (known?.position === now)
        throw new Error(`${projection.name} writes ${JSON.stringify([name, id])} twice for one event.`);
      if (known === undefined) documents.set(id, { document, position: now });
      else {
        known.document = document;
        known.position = now;
      }
      return DONE;
    };
    const get = async (id: DocumentId): Promise<object | null> => {
      const known = documents.get(id);
      return known === undefined ? store.get(id) : known.document;
    };
    const view: EventView<object> = {
      get,
      async find(filter, options) {
        await write();
        return store.find(filter, options);
      },
      async count(filter) {
        await write();
        return store.count(filter);
      },
      put: change,
      async patch(id, changes) {
        const known = documents.get(id);
        const document = known === undefined ? await store.get(id) : known.document;
        return document !== null && change(id, { ...document, ...changes });
      },
      delete: (id) => change(id, null),
    };
    return { view, write };
  };

  const all = new Map(projection.views.map((name) => [name, folded(name)] as const));
  return {
    views<T>(name: string) {
      const known = all.get(name);
      if (known === undefined) throw new Error(`${projection.name} does not own the view ${name}.`);
      return known.view as unknown as EventView<T>;
    },
    at(position) {
      now = position;
    },
    async write() {
      for (const { write } of all.values()) await write();
    },
  };
};
