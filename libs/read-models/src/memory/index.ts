/**
 * Read models in memory, lost with the process and rebuilt from the log when it starts. Filters are evaluated over all
 * documents of a view; an id is looked up in a map. A deleted document leaves its position behind, so that a write from
 * before the deletion cannot restore it.
 */
import type { Position } from '@flagpost/event-sourcing';
import { digestOf } from '../digest.js';
import { jsonCopy } from '../documents/json-copy.js';
import { patched, type Document } from '../documents/patched.js';
import { inOrder, matcher, type Identified } from '../documents/selection.js';
import type { DocumentId, Entry, Filter, ReadModels, ViewWriter } from '../port.js';

export const memoryReadModels = (): ReadModels => {
  const views = new Map<string, Map<DocumentId, Entry<Document>>>();
  const checkpoints = new Map<string, { readonly version: number; readonly position: Position | null }>();
  const entriesOf = (view: string): Map<DocumentId, Entry<Document>> => {
    const entries = views.get(view) ?? new Map<DocumentId, Entry<Document>>();
    views.set(view, entries);
    return entries;
  };
  const matching = (view: string, filter: Filter): Identified[] => {
    const matches = matcher(filter);
    const found: Identified[] = [];
    for (const [id, { document }] of entriesOf(view))
      if (document !== null && matches(document)) found.push([id, document]);
    return found;
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
    digest: async (view) => digestOf(matching(view, {})),
    health: async () => ({ ok: true }),
    async close() {
      views.clear();
      checkpoints.clear();
    },
  };
};
