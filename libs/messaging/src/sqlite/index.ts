/**
 * Topics in one SQLite file, for one process.
 *
 * Order: a key always maps to the same partition, and a partition keeps its order. Durability: a publish resolves after
 * its transaction is on disk (WAL, `synchronous = FULL`) and is atomic. Delivery: at least once to a group, whose
 * offset is stored within 250 ms after its handler has resolved; after a crash the batches of that time are repeated.
 * The newest messages are delivered from memory, to a consumer that reads ahead 20 ms after they were published at the
 * latest, however long their commit takes. Volatile topics are not written to the file: a reader that lags 1,000
 * messages of a partition loses the oldest.
 */
import type { Clock, Logger, Scheduler } from '@flagpost/platform';
import { inlineStorage, type Storage } from '@flagpost/storage';
import type { Topics } from '../port.js';
import { createAppender } from './appender.js';
import { consume } from './consume.js';
import type { Delivery } from './delivery.js';
import { openDirectory } from './directory.js';
import { follow } from './follow.js';
import { createOffsets } from './offsets.js';
import { ofKey } from './partition.js';
import { startRetention } from './retention.js';
import { wakeReaders, type StoredTopicState, type TopicState } from './topic.js';
import { contentOf, file as topicsFile, type FileContent } from './topics-file.js';

export { sqliteTopicsArchive, type TopicsArchive } from './archive.js';

export interface SqliteTopicsOptions {
  /** The file, created if missing; `:memory:` keeps nothing. */
  readonly path: string;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  /** Runs the operations on the file; in this thread if left out. */
  readonly storage?: Storage | undefined;
}

/** No topic of this name was defined. */
export class UnknownTopic extends Error {
  override readonly name = 'UnknownTopic';
  constructor(topic: string) {
    super(`There is no topic ${topic}.`);
  }
}

/** Opens the file; its content is read before anything else may write. */
const openFile = (storage: Storage, path: string) => {
  let content: FileContent = { topics: [], offsets: [] };
  const file = storage.open(
    {
      ...topicsFile,
      prepare(db) {
        topicsFile.prepare(db);
        content = contentOf(db);
      },
    },
    { path },
  );
  return { file, content };
};

/** Messages that a group has not read; `firsts`: by partition, the offset of the oldest message. */
const lagOf = (topic: StoredTopicState, group: string, firsts: readonly number[]): number => {
  const { offsets } = topic.group(group);
  const behind = topic.partitions.map(
    (partition, index) => partition.head() - Math.max(offsets.committed(index) ?? 0, firsts[index] ?? 0),
  );
  return behind.reduce((sum, messages) => sum + messages, 0);
};

/** Opens the topics of one file. The caller ensures that no other process has it open. */
export const sqliteTopics = (options: SqliteTopicsOptions): Topics => {
  const { path, clock, scheduler, logger, storage = inlineStorage() } = options;
  const { file, content } = openFile(storage, path);
  const append = createAppender(file, { clock, scheduler });
  const offsets = createOffsets({
    stored: content.offsets,
    store: (some) => file.write('commitOffsets', some),
    scheduler,
    logger,
  });
  const topics = openDirectory(file, content.topics, { offsets, scheduler, logger });
  const retention = startRetention({
    topics: () => topics.all(),
    forget: (expired) => file.write('forget', expired),
    clock,
    scheduler,
    logger,
  });

  const topicOf = (name: string): TopicState => {
    const topic = topics.get(name);
    if (topic === undefined) throw new UnknownTopic(name);
    return topic;
  };
  const watched = <D extends Delivery>(delivery: D, fields: { topic: string; group?: string }): D => {
    delivery.closed.catch((error: unknown) => logger.error('topic consumer ended', { ...fields, error }));
    return delivery;
  };
  const closeAll = async (): Promise<void> => {
    retention.stop();
    const deliveries = [...topics.all()].flatMap((topic) => [...topic.deliveries]);
    await Promise.all(deliveries.map((delivery) => delivery.stop()));
    await offsets.close();
    await file.close();
  };
  let closing: Promise<void> | null = null;

  return {
    define: (definitions) => topics.define(definitions),

    publish(name, messages) {
      const topic = topics.get(name);
      if (topic === undefined) return Promise.reject(new UnknownTopic(name));
      if (topic.kind === 'stored') return append(topic, messages);
      const now = clock.now();
      for (const message of messages) ofKey(topic.partitions, message.key).hand(message, now);
      wakeReaders(topic, messages.length);
      return Promise.resolve();
    },

    consume: (wanted) =>
      watched(consume(topicOf(wanted.topic), wanted), { topic: wanted.topic, group: wanted.group }),

    follow: (wanted) => watched(follow(topicOf(wanted.topic), wanted), { topic: wanted.topic }),

    heads: async (name) => topicOf(name).partitions.map((partition) => partition.head()),

    async lag(name, group) {
      const topic = topicOf(name);
      if (topic.kind === 'volatile') return { messages: 0 };
      return { messages: lagOf(topic, group, await file.read('firsts', topic.id)) };
    },

    async health() {
      const { ok, details } = await file.health();
      return { ok, details: { adapter: 'sqlite', ...details } };
    },

    close: () => (closing ??= closeAll()),
  };
};
