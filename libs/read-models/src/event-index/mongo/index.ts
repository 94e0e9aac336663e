/**
 * An index of the event log in MongoDB, shared by all processes of an installation.
 *
 * An event's number and keys follow from the log, so two processes that add the same event write the same document: the
 * first one stands. Events are inserted in order, so that what is there has no gap.
 */
import { Schema, type Connection, type mongo } from 'mongoose';
import { retry, type MongoConfig } from '@flagpost/platform';
import {
  checkIndexes,
  connectMongo,
  isDuplicate,
  migrateMongo,
  mongoHealth,
  reaching,
} from '@flagpost/platform/mongo';
import type { Position } from '@flagpost/event-sourcing';
import { createKeyHash, slotOf, slotsOf } from '../keys.js';
import type { EventIndex, IndexedEvent, IndexQuery, NewIndexedEvent } from '../port.js';

const PART = 'Event index';
/** The collections. Renaming one loses its data. */
export const EVENT_INDEX_COLLECTIONS = ['event_index', 'event_index_slots'] as const;
const [ENTRIES, SLOTS] = EVENT_INDEX_COLLECTIONS;
const AT_ONCE = 1_000;

interface Entry {
  /** The number. */
  readonly _id: number;
  readonly stream: string;
  readonly revision: number;
  readonly recordedAt: number;
  readonly position: string;
  readonly id: string;
  readonly version: number;
  /** Hashes. */
  readonly keys: readonly number[];
}
interface StoredSlot {
  readonly _id: number;
  readonly first: number;
  readonly last: number;
}

const options = { versionKey: false, strict: false, minimize: false } as const;

const modelsOf = (connection: Connection) => {
  const entries = new Schema({ _id: Number, keys: [Number] }, options).index({ keys: 1, _id: -1 });
  const slots = new Schema({ _id: Number }, options);
  return {
    entries: connection.model(ENTRIES, entries, ENTRIES).collection as unknown as mongo.Collection<Entry>,
    slots: connection.model(SLOTS, slots, SLOTS).collection as unknown as mongo.Collection<StoredSlot>,
  };
};

const indexedOf = ({ _id, stream, revision, recordedAt }: Entry): IndexedEvent => ({
  number: _id,
  stream,
  revision,
  recordedAt,
});

/**
 * @throws {ConfigError} if no address is configured, or a collection or index is missing.
 * @throws {ServiceUnavailableError} if no server answers.
 */
export const mongoEventIndex = async (config: MongoConfig): Promise<EventIndex> => {
  const connection = await connectMongo(config, PART);
  const { entries, slots } = modelsOf(connection);
  try {
    await checkIndexes(connection, PART);
  } catch (error) {
    await connection.close();
    throw error;
  }
  const hashOf = createKeyHash();
  const newest = async (): Promise<Entry | null> =>
    (await entries.find({}).sort({ _id: -1 }).limit(1).toArray())[0] ?? null;

  /** The condition on the number; null if nothing was recorded in this time. */
  const numbersOf = async ({
    from,
    until,
    below,
  }: IndexQuery): Promise<Readonly<Partial<Record<'$lt' | '$gte' | '$lte', number>>> | null> => {
    const upTo = below === null ? {} : { $lt: below };
    if (from === null && until === null) return upTo;
    const within = { $gte: slotOf(from ?? 0), $lte: slotOf(until ?? Number.MAX_SAFE_INTEGER) };
    const [[lowest], [highest]] = await Promise.all([
      slots.find({ _id: within }).sort({ first: 1 }).limit(1).toArray(),
      slots.find({ _id: within }).sort({ last: -1 }).limit(1).toArray(),
    ]);
    return lowest === undefined || highest === undefined
      ? null
      : { ...upTo, $gte: lowest.first, $lte: highest.last };
  };

  const append = async (events: readonly NewIndexedEvent[], version: number): Promise<void> => {
    const last = (await newest())?._id ?? 0;
    const added = events.filter(({ number }) => number > last);
    const [first] = added;
    if (first !== undefined && first.number > last + 1)
      throw new Error(`The index of the event log has ${last} events, number ${first.number} cannot follow.`);
    // Slots before events: an event outside its slot would not be found by its time.
    for (const { slot, first: from, last: to } of slotsOf(added))
      await slots.updateOne({ _id: slot }, { $min: { first: from }, $max: { last: to } }, { upsert: true });
    for (let from = 0; from < added.length; from += AT_ONCE)
      await entries.insertMany(
        added
          .slice(from, from + AT_ONCE)
          .map(({ number, keys, ...where }) => ({ _id: number, ...where, version, keys: keys.map(hashOf) })),
        { ordered: true },
      );
  };

  return {
    ...reaching(PART, {
      async head() {
        const found = await newest();
        if (found === null) return null;
        const { position, id, version } = found;
        return { ...indexedOf(found), position: position as Position, id, version };
      },
      // A duplicate: another process has added it meanwhile, the same. What is newer is added after it.
      add: (events: readonly NewIndexedEvent[], version: number) =>
        retry({ retries: 3, retryIf: isDuplicate }, () => append(events, version)),
      async get(number: number) {
        const found = await entries.findOne({ _id: number });
        return found === null ? null : indexedOf(found);
      },
      async find(query: IndexQuery) {
        const { keys, from, until, limit } = query;
        const numbers = await numbersOf(query);
        if (numbers === null) return { found: [], next: null };
        const recordedAt = {
          ...(from === null ? {} : { $gte: from }),
          ...(until === null ? {} : { $lt: until }),
        };
        const filter = {
          ...(Object.keys(numbers).length === 0 ? {} : { _id: numbers }),
          ...(keys.length === 0 ? {} : { keys: { $all: keys.map(hashOf) } }),
          ...(from === null && until === null ? {} : { recordedAt }),
        };
        const found = (await entries.find(filter).sort({ _id: -1 }).limit(limit).toArray()).map(indexedOf);
        return { found, next: found.length < limit ? null : (found.at(-1)?.number ?? null) };
      },
      async clear() {
        // From the newest down, so that an interrupted clearing leaves no gap.
        const last = (await newest())?._id ?? 0;
        for (let above = last - AT_ONCE; above > -AT_ONCE; above -= AT_ONCE)
          await entries.deleteMany({ _id: { $gt: Math.max(0, above) } });
        await slots.deleteMany({});
      },
    }),
    health: () => mongoHealth(connection),
    close: () => connection.close(),
  };
};

/** Creates missing collections and indexes. @returns a line for each. */
export const migrateMongoEventIndex = (config: MongoConfig): Promise<readonly string[]> =>
  migrateMongo(config, PART, modelsOf);
