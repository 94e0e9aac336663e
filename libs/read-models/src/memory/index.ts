/**
 * Read models in memory, lost with the process and rebuilt from the log when it starts. Filters are evaluated over all
 * documents of a view; an id is looked up in a map. A deleted document leaves its position behind, so that a write that
 * came before the deletion cannot bring it back.
 */
import type { Position } from '@flagpost/event-sourcing';
import { Query } from 'mingo';
import { compareIds, digestOf } from '../digest.js';
import { assertFilter } from '../filter.js';
import type { DocumentId, Filter, FindOptions, ReadModels, ViewWriter } from '../port.js';
import { jsonCopy } from './json-copy.js';

type Document = Readonly<Record<string, unknown>>;

interface Entry {
  /** With its id as `_id`, as filters and orders see it; null once deleted. */
  readonly document: Document | null;
  readonly position: Position;
}

/** As JSON keeps it: the same on every adapter, and nobody else's to change. */
const stored = (id: DocumentId, document: object): Document => ({
  ...(jsonCopy(document) as Document),
  _id: id,
});

/** What is there already is nobody else's: only the changes are copied. A field that is changed to `undefined` goes. */
const patched = (current: Document, changes: object): Document => {
  const next = { ...current, ...(jsonCopy(changes) as Document), _id: idOf(current) };
  const gone = new Set(
    Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [name] : [])),
  );
  return gone.size === 0
    ? next
    : Object.fromEntries(Object.entries(next).filter(([name]) => !gone.has(name)));
};

const idOf = (document: Document): DocumentId => document['_id'] as DocumentId;

const content = ({ _id, ...document }: Document): Document => document;

/** Of such a field it is plain whether it equals such a value: most documents need no look through the whole filter. */
const isPlain = (value: unknown): boolean => typeof value === 'number' || typeof value === 'string';

const inOrder = (documents: Document[], sort: FindOptions['sort']): Document[] =>
  sort === undefined
    ? documents.sort((a, b) => compareIds(idOf(a), idOf(b)))
    : new Query({})
        .find<Document>(documents)
        .sort({ ...sort, _id: 1 })
        .all();

export const memoryReadModels = (): ReadModels => {
  const views = new Map<string, Map<DocumentId, Entry>>();
  const checkpoints = new Map<string, { readonly version: number; readonly position: Position | null }>();
  const entriesOf = (view: string): Map<DocumentId, Entry> => {
    const entries = views.get(view) ?? new Map<DocumentId, Entry>();
    views.set(view, entries);
    return entries;
  };
  const documentsOf = (view: string): Document[] =>
    [...entriesOf(view).values()].flatMap(({ document }) => (document === null ? [] : [document]));

  const matching = (view: string, filter: Filter): Document[] => {
    assertFilter(filter);
    const query = new Query(filter);
    const equals = Object.entries(filter).filter(([path, value]) => isPlain(value) && !/[$.]/.test(path));
    const mayMatch = (document: Document): boolean =>
      equals.every(([name, value]) => document[name] === value || !isPlain(document[name]));
    return documentsOf(view).filter((document) => mayMatch(document) && query.test(document));
  };

  return {
    view<T>(name: string): ViewWriter<T> {
      const mine = (document: Document): T => jsonCopy(content(document)) as T;
      const write = (
        id: DocumentId,
        position: Position,
        change: (current: Document | null) => Document | null | undefined,
      ): boolean => {
        const entries = entriesOf(name);
        const entry = entries.get(id);
        if (entry !== undefined && entry.position >= position) return false;
        const document = change(entry?.document ?? null);
        if (document === undefined) return false;
        entries.set(id, { document, position });
        return true;
      };

      return {
        async get(id) {
          const document = entriesOf(name).get(id)?.document ?? null;
          return document === null ? null : mine(document);
        },
        async find(filter, { sort, skip = 0, limit = Infinity } = {}) {
          return inOrder(matching(name, filter), sort)
            .slice(skip, skip + limit)
            .map(mine);
        },
        count: async (filter) => matching(name, filter).length,
        put: async (id, document, position) => write(id, position, () => stored(id, document as object)),
        patch: async (id, changes, position) =>
          write(id, position, (current) => (current === null ? undefined : patched(current, changes))),
        delete: async (id, position) => write(id, position, () => null),
      };
    },
    async checkpoint(projection) {
      const { version, position = null } = checkpoints.get(projection) ?? {};
      return version === undefined || position === null ? null : { version, position };
    },
    async saveCheckpoint(projection, checkpoint, after) {
      const stored = checkpoints.get(projection);
      if (stored?.version !== checkpoint.version) return;
      const known = stored.position ?? '';
      if (known >= (after ?? '') && known < checkpoint.position) checkpoints.set(projection, checkpoint);
    },
    async drop(projection, version, names) {
      checkpoints.set(projection, { version, position: null });
      for (const name of names) views.delete(name);
    },
    digest: async (view) =>
      digestOf(documentsOf(view).map((document) => [idOf(document), content(document)])),
    health: async () => ({ ok: true }),
    async close() {
      views.clear();
      checkpoints.clear();
    },
  };
};
