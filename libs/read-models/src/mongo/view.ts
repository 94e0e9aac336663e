import type { mongo } from 'mongoose';
import type { Position } from '@flagpost/event-sourcing';
import { isDuplicate } from '@flagpost/platform/mongo';
import { assertFilter } from '../filter.js';
import type { DocumentId, Filter, ViewWriter } from '../port.js';
import { DELETED, POSITION, type Stored, type StoredView } from './models.js';

/** Normalized as JSON, so that it is the same on every adapter. */
const asJson = (document: object): Record<string, unknown> =>
  JSON.parse(JSON.stringify(document)) as Record<string, unknown>;

export const contentOf = ({ _id, [POSITION]: _, ...content }: Stored): Record<string, unknown> => content;

/** Excludes tombstones. */
export const living = (filter: Filter): mongo.Filter<Stored> => {
  assertFilter(filter);
  return { $and: [filter, { [DELETED]: { $exists: false } }] };
};

export const viewIn = <T>(collection: StoredView): ViewWriter<T> => {
  const earlier = (id: DocumentId, position: Position) => ({ _id: id, [POSITION]: { $lt: position } });

  /** Replaces an earlier version, or inserts the document. */
  const write = async (
    id: DocumentId,
    document: Record<string, unknown>,
    position: Position,
  ): Promise<boolean> => {
    const replacement = { ...document, [POSITION]: position };
    try {
      await collection.replaceOne(earlier(id, position), replacement, { upsert: true });
      return true;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    // A duplicate: the stored document is as late or later, or was inserted just now.
    return (await collection.replaceOne(earlier(id, position), replacement)).matchedCount === 1;
  };

  return {
    async get(id) {
      const found = await collection.findOne({ _id: id });
      return found === null || DELETED in found ? null : (contentOf(found) as T);
    },
    async find(filter, { sort = {}, skip = 0, limit } = {}) {
      const query = living(filter);
      if (limit === 0) return [];
      const found = collection
        .find(query)
        .sort({ ...sort, _id: 1 })
        .skip(skip)
        .limit(limit ?? 0);
      return (await found.toArray()).map((each) => contentOf(each) as T);
    },
    count: async (filter) => collection.countDocuments(living(filter)),
    put: (id, document, position) => write(id, asJson(document as object), position),
    async patch(id, changes, position) {
      const set = asJson(changes);
      const gone = Object.keys(changes).filter((name) => !(name in set));
      const change = {
        $set: { ...set, [POSITION]: position },
        ...(gone.length === 0 ? {} : { $unset: Object.fromEntries(gone.map((name) => [name, ''] as const)) }),
      };
      const filter = { ...earlier(id, position), [DELETED]: { $exists: false } };
      return (await collection.updateOne(filter, change)).matchedCount === 1;
    },
    delete: (id, position) => write(id, { [DELETED]: true }, position),
  };
};
