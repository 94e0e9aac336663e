/**
 * Topics in one SQLite file, for one process.
 *
 * Order: a key always maps to the same partition, and a partition keeps its order. Durability: a publish resolves after
 * its transaction is on disk (WAL, `synchronous = FULL`) and is atomic. Delivery: at least once to a group, whose
 * offset is committed when its handler has resolved; after a crash at most the batch in progress is repeated. Volatile
 * topics are not written to the file: a reader that lags 1,000 messages of a partition loses the oldest.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { Clock, Logger, Scheduler } from '@flagpost/platform';
import { assertPartitions } from '../assert-partitions.js';
import type { TopicDefinition, Topics } from '../port.js';
import { createAppender } from './appender.js';
import {
  createTopic,
  messageTable,
  openDatabase,
  readTopics,
  withoutFsync,
  type StoredTopic,
} from './database.js';
import type { Delivery } from './delivery.js';
import { groupsBy, storedGroup, volatileGroup } from './group.js';
import {
  ofKey,
  storedPartition,
  volatilePartition,
  type StoredPartition,
  type VolatilePartition,
} from './partition.js';
import { consume, follow, type Topic } from './topic.js';

export { sqliteTopicsArchive, type TopicsArchive } from './archive.js';

export interface SqliteTopicsOptions {
  /** The file, created if missing; `:memory:` keeps nothing. */
  readonly path: string;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}

/** No topic of this name was defined. */
export class UnknownTopic extends Error {
  override readonly name = 'UnknownTopic';
  constructor(topic: string) {
    super(`There is no topic ${topic}.`);
  }
}

const TIDY_EVERY_MS = 5_000;
/** Messages that one cleanup deletes from one partition at most, which is enough for 2,000 messages per second. */
const TIDY_LIMIT = 10_000;
/** A reader of a compacted topic that lags less than this sees every tombstone. */
const TOMBSTONES_STAY_MS = 24 * 3_600_000;

interface Stored extends Topic {
  readonly kind: 'stored';
  readonly partitions: readonly StoredPartition[];
}
interface Volatile extends Topic {
  readonly kind: 'volatile';
  readonly partitions: readonly VolatilePartition[];
}

const openTopic = (db: DatabaseSync, { id, definition }: StoredTopic): Stored => ({
  kind: 'stored',
  definition,
  partitions: Array.from({ length: definition.partitions }, (_, partition) =>
    storedPartition(db, partition, messageTable(id, partition), definition.kind === 'compacted'),
  ),
  group: groupsBy((name) => storedGroup(db, id, name)),
  deliveries: new Set(),
});

const openVolatile = (definition: TopicDefinition): Volatile => ({
  kind: 'volatile',
  definition,
  partitions: Array.from({ length: definition.partitions }, (_, partition) => volatilePartition(partition)),
  group: groupsBy(volatileGroup),
  deliveries: new Set(),
});

/** Opens the topics of one file. The caller ensures that no other process has it open. */
export const sqliteTopics = ({ path, clock, scheduler, logger }: SqliteTopicsOptions): Topics => {
  const db = openDatabase(path);
  const appender = createAppender(db, clock);
  const topics = new Map<string, Stored | Volatile>(
    readTopics(db).map((stored) => [stored.definition.name, openTopic(db, stored)]),
  );

  const topicOf = (name: string): Stored | Volatile => {
    const topic = topics.get(name);
    if (topic === undefined) throw new UnknownTopic(name);
    return topic;
  };
  const wake = (topic: Topic): void => topic.deliveries.forEach((delivery) => delivery.wake());

  const tidy = (): void => {
    const now = clock.now();
    for (const topic of topics.values()) {
      const keepMs = topic.definition.kind === 'compacted' ? TOMBSTONES_STAY_MS : topic.definition.retainMs;
      if (topic.kind === 'volatile' || keepMs === undefined) continue;
      topic.partitions.forEach((partition) => partition.forget(now - keepMs, TIDY_LIMIT));
    }
  };
  const tidying = scheduler.every(TIDY_EVERY_MS, () => {
    try {
      withoutFsync(db, tidy);
    } catch (error) {
      logger.error('expired messages of topics could not be deleted', { error });
    }
  });

  const watched = <D extends Delivery>(delivery: D, fields: { topic: string; group?: string }): D => {
    delivery.closed.catch((error: unknown) => logger.error('topic consumer ended', { ...fields, error }));
    return delivery;
  };

  return {
    async define(definitions) {
      for (const { name, partitions } of definitions) {
        const known = topics.get(name);
        if (known !== undefined) assertPartitions(name, known.partitions.length, partitions);
      }
      const missing = definitions.filter(({ name }) => !topics.has(name));
      for (const definition of missing)
        topics.set(
          definition.name,
          definition.kind === 'volatile'
            ? openVolatile(definition)
            : openTopic(db, createTopic(db, definition)),
        );
      return missing.map(({ name }) => name);
    },

    async publish(name, messages) {
      const topic = topicOf(name);
      if (topic.kind === 'stored') {
        await appender.append(topic.partitions, messages);
      } else {
        const now = clock.now();
        for (const message of messages) ofKey(topic.partitions, message.key).hand(message, now);
      }
      wake(topic);
    },

    consume: (options) =>
      watched(consume(topicOf(options.topic), options), { topic: options.topic, group: options.group }),

    follow: (options) => watched(follow(topicOf(options.topic), options), { topic: options.topic }),

    heads: async (name) => topicOf(name).partitions.map((partition) => partition.head()),

    async lag(name, groupName) {
      const topic = topicOf(name);
      if (topic.kind === 'volatile') return { messages: 0 };
      const group = topic.group(groupName);
      const behind = topic.partitions.map(
        (partition, index) => partition.head() - Math.max(group.committed(index) ?? 0, partition.first()),
      );
      return { messages: behind.reduce((sum, messages) => sum + messages, 0) };
    },

    health: async () => ({ ok: db.isOpen, details: { adapter: 'sqlite' } }),

    async close() {
      if (!db.isOpen) return;
      tidying.cancel();
      const deliveries = [...topics.values()].flatMap((topic) => [...topic.deliveries]);
      await Promise.all(deliveries.map((delivery) => delivery.stop()));
      appender.flush();
      db.close();
    },
  };
};
