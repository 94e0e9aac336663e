/**
 * Read models in memory, lost with the process and rebuilt from the log when it starts. Filters are evaluated over all
 * documents of a view; an id is looked up in a map. A deleted document leaves its position behind, so that a write from
 * before the deletion cannot restore it.
 */
import type { Position } from '@flagpost/event-sourcing';
import { Query } from 'mingo';
import { compareIds, digestOf } from '../digest.js';
import { assertFilter } from '../filter.js';
import type { DocumentId, Entry, Filter, FindOptions, ReadModels, ViewWriter } from '../port.js';
import { jsonCopy } from './json-copy.js';
import { plainFilter } from './plain-filter.js';

type Document = Readonly<Record<string, unknown>>;

/** The stored document is not shared, so only the changes are copied. A field set to `undefined` is removed. */
const patched = (current: Document, changes: object): Document => {
  const next = { ...current, ...(jsonCopy(changes) as Document) };
  const gone = new Set(
    Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [name] : [])),
  );
  return gone.size === 0
    ? next
    : Object.fromEntries(Object.entries(next).filter(([name]) => !gone.has(name)));
};

/** Whether all documents have there a value of one primitive type, which JavaScript orders as MongoDB does. */
const isPlainAt = (documents: readonly Document[], path: string): boolean => {
  const type = typeof documents[0]?.[path];
  return (
    (type === 'number' || type === 'string' || type === 'boolean') &&
    documents.every((document) => typeof document[path] === type)
  );
};

type Plain = number | string | boolean;
const comparing =
  (sort: NonNullable<FindOptions['sort']>) =>
  (one: Document, other: Document): number => {
    for (const path in sort) {
      const [a, b] = [one[path] as Plain, other[path] as Plain];
      if (a !== b) return a < b ? -(sort[path] ?? 1) : (sort[path] ?? 1);
    }
    return 0;
  };

/** The sort is stable: ties stay in order of id. */
const inOrder = (found: [DocumentId, Document][], sort: FindOptions['sort']): Document[] => {
  const byId = found.sort(([a], [b]) => compareIds(a, b)).map(([, document]) => document);
  if (sort === undefined) return byId;
  // Several times faster than the general comparison, which is rarely needed for thousands of documents.
  if (Object.keys(sort).every((path) => isPlainAt(byId, path))) return byId.sort(comparing(sort));
  return new Query({}).find<Document>(byId).sort(sort).all();
};

export const memoryReadModels = (): ReadModels => {
  const views = new Map<string, Map<DocumentId, Entry<Document>>>();
  const checkpoints = new Map<string, { readonly version: number; readonly position: Position | null }>();
  const entriesOf = (view: string): Map<DocumentId, Entry<Document>> => {
    const entries = views.get(view) ?? new Map<DocumentId, Entry<Document>>();
    views.set(view, entries);
    return entries;
  };
  const documentsOf = (view: string): [DocumentId, Document][] => {
    const documents: [DocumentId, Document][] = [];
    for (const [id, { document }] of entriesOf(view)) if (document !== null) documents.push([id, document]);
    return documents;
  };

  const matching = (view: string, filter: Filter): [DocumentId, Document][] => {
    assertFilter(filter);
    const decide = plainFilter(filter);
    let query: Query | undefined;
    const test = (document: Document): boolean => (query ??= new Query(filter)).test(document);
    return documentsOf(view).filter(([, document]) => decide(document) ?? test(document));
  };

  return {
    view<T>(name: string): ViewWriter<T> {
      const mine = (document: Document): T => jsonCopy(document) as T;
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
        put: async (id, document, position) => write(id, position, () => jsonCopy(document) as Document),
        patch: async (id, changes, position) =>
          write(id, position, (current) => (current === null ? undefined : patched(current, changes))),
        delete: async (id, position) => write(id, position, () => null),
        entries: entriesOf(name) as Map<DocumentId, Entry<T>>,
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
      for (const name of names) entriesOf(name).clear();
    },
    digest: async (view) => digestOf(documentsOf(view)),
    health: async () => ({ ok: true }),
    async close() {
      views.clear();
      checkpoints.clear();
    },
  };
};
