/**
 * Topics in Kafka, for any number of processes.
 *
 * Order: a key always maps to the same partition (`partitionOf`, the same on every adapter), and a partition keeps its
 * order; publishes of one process to one topic are sent one after the other, and those that arrive meanwhile together.
 * Durability: a publish resolves when every in-sync replica has it (`acks=all`, one request in flight); one that rejects
 * may have been stored all the same, or in part. Delivery: at least once to a group, whose offset is committed when its handler
 * has resolved; in a backlog with those of later batches, so that after a crash up to 10,000 messages are delivered again. Readers of whole
 * topics (`follow`) join a group of their own that never commits and is deleted when they stop: kafkajs cannot read
 * outside a group. The group of a killed process holds no offsets and expires in Kafka.
 *
 * During an outage of the brokers calls reject with `ServiceUnavailableError`, and readers resume afterwards; nothing
 * gives up permanently.
 */
import { readFile } from 'node:fs/promises';
import { rootCertificates } from 'node:tls';
import {
  certificateFault,
  ConfigError,
  createBatcher,
  exponentialDelay,
  keyedMutex,
  retry,
  ServiceUnavailableError,
  type Batcher,
  type Clock,
  type Ids,
  type Logger,
  type Scheduler,
} from '@flagpost/platform';
import { assertPartitions } from '../assert-partitions.js';
import { partitionOf, type GroupConsumer, type Message, type Topics } from '../port.js';
import { kafkaClient, answered, type KafkaAddress } from './client.js';
import { kafkaTopic } from './definitions.js';
import { followTopic } from './follow.js';
import { joinGroup, type Extent } from './member.js';

export { kafkaMessage, type KafkaRecord } from './message.js';

export interface KafkaTopicsOptions extends KafkaAddress {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly ids: Ids;
  readonly logger: Logger;
}

const MAX_BATCH = 1000;
/** The default limit of a broker for a request of one partition is 1 MiB. */
const MAX_REQUEST_BYTES = 768 * 1024;
/** Messages of a topic that may wait for the publish in progress. */
const MAX_WAITING = 50_000;
const PUBLISH_WITHIN_MS = 10_000;
const ASK_WITHIN_MS = 2_500;
/** For a topic that was just created: retries after 100, 200, 400, 800 and 1,600 ms. */
const OFFSET_RETRIES = 5;
const offsetRetryMs = exponentialDelay(100, 1_600);

/** A group belongs to one topic: if two topics are read under one name, each has a group of its own. */
export const kafkaGroup = (prefix: string, topic: string, group: string): string =>
  `${prefix}${topic}.${group}`;

/** @throws {ServiceUnavailableError} if no broker answers; {ConfigError} if it rejects the credentials. */
export const openKafkaTopics = async (options: KafkaTopicsOptions): Promise<Topics> => {
  const { prefix, scheduler, ids, logger } = options;
  const kafka = kafkaClient(options, logger);
  const admin = kafka.admin({ retry: { retries: 1 } });
  const producer = kafka.producer({
    allowAutoTopicCreation: false,
    maxInFlightRequests: 1,
    createPartitioner:
      () =>
      ({ message, partitionMetadata }) =>
        partitionOf(String(message.key), partitionMetadata.length),
  });
  const readers = new Set<GroupConsumer>();
  const brokers = options.brokers.join(',');

  const named = (name: string): string => prefix + name;
  const groupOf = (topic: string, group: string): string => kafkaGroup(prefix, topic, group);
  const ask = <T>(question: Promise<T>): Promise<T> => answered(scheduler, ASK_WITHIN_MS, question);

  const extentsOf = async (topic: string): Promise<Omit<Extent, 'committed'>[]> => {
    const partitions = await ask(admin.fetchTopicOffsets(named(topic)));
    const extents: Omit<Extent, 'committed'>[] = [];
    for (const { partition, low, high } of partitions) {
      extents[partition] = { low: Number(low), high: Number(high) };
    }
    return extents;
  };
  /** Also for a topic that was just created and may not be known to all brokers yet. */
  const extentsOfNew = (topic: string): Promise<Omit<Extent, 'committed'>[]> =>
    retry(
      {
        retries: OFFSET_RETRIES,
        retryIf: (error) => error instanceof ServiceUnavailableError,
        backoff: { scheduler, ms: offsetRetryMs },
      },
      () => extentsOf(topic),
    );
  const extentsOfGroup = async (topic: string, group: string): Promise<Extent[]> => {
    const [extents, offsets] = await Promise.all([
      extentsOf(topic),
      ask(admin.fetchOffsets({ groupId: groupOf(topic, group), topics: [named(topic)] })),
    ]);
    const committed = new Map(
      offsets[0]?.partitions.map(({ partition, offset }) => [partition, Number(offset)]),
    );
    return extents.map((extent, partition) => {
      const offset = committed.get(partition) ?? -1;
      return { ...extent, committed: offset < 0 ? null : offset };
    });
  };

  const inTurn = keyedMutex();
  /** One after the other: a publish that its caller has given up must not be stored after a later one. */
  const send = async (topic: string, messages: Message[]): Promise<void> => {
    let givenUp = false;
    const sent = inTurn(topic, async () => {
      if (!givenUp) await producer.send({ topic, messages, acks: -1 });
    });
    try {
      await answered(scheduler, PUBLISH_WITHIN_MS, sent);
    } finally {
      givenUp = true;
    }
  };

  const publishes = new Map<string, Batcher<readonly Message[], void>>();
  const publishesTo = (topic: string): Batcher<readonly Message[], void> => {
    const known = publishes.get(topic);
    if (known !== undefined) return known;
    const batcher = createBatcher({
      start: 'next turn',
      limit: MAX_WAITING,
      call: async (waiting: readonly (readonly Message[])[]) => {
        for (const some of inRequests(waiting.flat())) await send(topic, some);
      },
    });
    publishes.set(topic, batcher);
    return batcher;
  };

  const watched = (reader: GroupConsumer, fields: { topic: string; group?: string }): GroupConsumer => {
    readers.add(reader);
    reader.closed
      .catch((error: unknown) => logger.error('topic consumer ended', { ...fields, error }))
      .finally(() => readers.delete(reader));
    return reader;
  };
  const clientOf = () => kafkaClient(options, logger);

  try {
    const connected = Promise.all([admin.connect(), producer.connect()]);
    await answered(scheduler, PUBLISH_WITHIN_MS, connected);
  } catch (error) {
    await Promise.allSettled([admin.disconnect(), producer.disconnect()]);
    throw refusalOf(error, brokers) ?? error;
  }

  return {
    async define(definitions) {
      const known = new Set(await answered(scheduler, PUBLISH_WITHIN_MS, admin.listTopics()));
      const missing = definitions.filter(({ name }) => !known.has(named(name)));
      if (missing.length > 0) {
        const topics = missing.map((definition) => kafkaTopic(named(definition.name), definition));
        await answered(scheduler, PUBLISH_WITHIN_MS, admin.createTopics({ topics, waitForLeaders: false }));
      }
      for (const { name, partitions } of definitions)
        assertPartitions(named(name), (await extentsOfNew(name)).length, partitions);
      return missing.map(({ name }) => name);
    },

    publish: (name, messages) => publishesTo(named(name)).add(messages, messages.length),

    consume({ topic, group, startAt, onRevoked, onBatch, maxBatch = MAX_BATCH }) {
      const member = joinGroup({
        topic: named(topic),
        groupId: () => groupOf(topic, group),
        kafka: clientOf(),
        scheduler,
        logger,
        maxBatch,
        commits: true,
        extents: () => extentsOfGroup(topic, group),
        startAt: async (partition, { committed, low }) => (await startAt?.(partition)) ?? committed ?? low,
        onBatch,
        onRevoked,
      });
      return watched(member, { topic, group });
    },

    follow(wanted) {
      const { topic } = wanted;
      const reader = followTopic(wanted, {
        topic: named(topic),
        newGroup: () => groupOf(topic, `follower.${ids.uuid()}`),
        kafka: clientOf(),
        scheduler,
        logger,
        maxBatch: MAX_BATCH,
        extents: async () => (await extentsOf(topic)).map((extent) => ({ ...extent, committed: null })),
        forget: async (groupId) => {
          await ask(admin.deleteGroups([groupId]));
        },
      });
      return watched(reader, { topic });
    },

    async heads(topic) {
      return (await extentsOf(topic)).map(({ high }) => high);
    },

    async lag(topic, group) {
      const extents = await extentsOfGroup(topic, group);
      const behind = extents.map(({ low, high, committed }) => high - Math.max(committed ?? low, low));
      return { messages: behind.reduce((sum, messages) => sum + messages, 0) };
    },

    async health() {
      const cluster = await ask(admin.describeCluster());
      return { ok: cluster.brokers.length > 0, details: { adapter: 'kafka', brokers } };
    },

    async close() {
      await Promise.all([...readers].map((reader) => reader.stop()));
      await ask(Promise.all([producer.disconnect(), admin.disconnect()])).catch((error: unknown) =>
        logger.warn('Kafka clients did not disconnect cleanly', { error }),
      );
    },
  };
};

/** Sends the messages in order, in requests of a size that a broker accepts. */
function* inRequests(messages: readonly Message[]): Generator<Message[]> {
  let some: Message[] = [];
  let bytes = 0;
  for (const message of messages) {
    const size = Buffer.byteLength(message.key) + Buffer.byteLength(message.value ?? '') + 32;
    if (some.length > 0 && bytes + size > MAX_REQUEST_BYTES) {
      yield some;
      some = [];
      bytes = 0;
    }
    some.push(message);
    bytes += size;
  }
  if (some.length > 0) yield some;
}

/** What the operator has to correct: credentials or certificates; null for other errors. */
const refusalOf = (error: unknown, brokers: string): ConfigError | null => {
  if (error instanceof Error && error.name === 'KafkaJSSASLAuthenticationError')
    return new ConfigError(`Kafka refuses KAFKA_USERNAME or KAFKA_PASSWORD: ${error.message}`);
  const fault = certificateFault(error);
  return fault === null
    ? null
    : new ConfigError(
        `The certificate of Kafka at ${brokers} is not accepted (${fault}): KAFKA_TLS_CA must name the file of its authority, and KAFKA_BROKERS a host that it names.`,
      );
};

/** The certificates in this file, in addition to Node's own; undefined if no file is given. */
export const readCertificates = async (path: string | undefined): Promise<string[] | undefined> =>
  path === undefined ? undefined : [...rootCertificates, await readFile(path, 'utf8')];
