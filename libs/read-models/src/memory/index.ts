/**
 * Read models in memory, lost with the process and rebuilt from the log when it starts. Filters are evaluated over all
 * documents of a view; an id is looked up in a map. A deleted document leaves its position behind, so that a write that
 * came before the deletion cannot bring it back.
 */
import { Query } from 'mingo';
import { digestOf } from '../digest.js';
import { assertFilter } from '../filter.js';
import type { Checkpoint, DocumentId, Filter, FindOptions, ReadModels, ViewWriter } from '../port.js';
import type { Position } from '@flagpost/event-sourcing';

type Document = Readonly<Record<string, unknown>>;

interface Entry {
  /** With its id as `_id`, as filters and orders see it; null once deleted. */
  readonly document: Document | null;
  readonly position: Position;
}

/** As JSON keeps it: the same on every adapter, and nobody else's to change. */
const stored = (id: DocumentId, document: object): Document => ({
  ...(JSON.parse(JSON.stringify(document)) as Document),
  _id: id,
});

const content = ({ _id, ...document }: Document): Document => document;

export const memoryReadModels = (): ReadModels => {
  const views = new Map<string, Map<DocumentId, Entry>>();
  const checkpoints = new Map<string, Checkpoint>();
  const entriesOf = (view: string): Map<DocumentId, Entry> => {
    const entries = views.get(view) ?? new Map<DocumentId, Entry>();
    views.set(view, entries);
    return entries;
  };
  const documentsOf = (view: string): Document[] =>
    [...entriesOf(view).values()].flatMap(({ document }) => (document === null ? [] : [document]));

  const matching = (view: string, filter: Filter, { sort, skip, limit }: FindOptions = {}): Document[] => {
    assertFilter(filter);
    const cursor = new Query(filter).find<Document>(documentsOf(view)).sort({ ...sort, _id: 1 });
    if (skip !== undefined) cursor.skip(skip);
    if (limit !== undefined) cursor.limit(limit);
    return cursor.all();
  };

  return {
    view<T>(name: string): ViewWriter<T> {
      const mine = (document: Document): T => structuredClone(content(document)) as T;
      const write = (
        id: DocumentId,
        position: Position,
        change: (current: Document | null) => Document | null | 'refused',
      ): boolean => {
        const entries = entriesOf(name);
        const entry = entries.get(id);
        if (entry !== undefined && entry.position >= position) return false;
        const document = change(entry?.document ?? null);
        if (document === 'refused') return false;
        entries.set(id, { document, position });
        return true;
      };

      return {
        async get(id) {
          const document = entriesOf(name).get(id)?.document ?? null;
          return document === null ? null : mine(document);
        },
        find: async (filter, options) => matching(name, filter, options).map(mine),
        count: async (filter) => matching(name, filter).length,
        put: async (id, document, position) => write(id, position, () => stored(id, document as object)),
        patch: async (id, changes, position) =>
          write(id, position, (current) =>
            current === null ? 'refused' : stored(id, { ...current, ...changes }),
          ),
        delete: async (id, position) => write(id, position, () => null),
      };
    },
    checkpoint: async (projection) => checkpoints.get(projection) ?? null,
    saveCheckpoint: async (projection, checkpoint) => void checkpoints.set(projection, checkpoint),
    async drop(projection, names) {
      checkpoints.delete(projection);
      for (const name of names) views.delete(name);
    },
    digest: async (view) =>
      digestOf(documentsOf(view).map((document) => [document['_id'] as DocumentId, content(document)])),
    async close() {
      views.clear();
      checkpoints.clear();
    },
  };
};
