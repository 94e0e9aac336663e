import { Kafka, logLevel } from 'kafkajs';
import { firstOf, fromEnvironment } from './choose.js';
import { inDocker } from './docker.js';
import { nativeKafka } from './kafka-native.js';
import type { Starter } from './server.js';

/** Answers when a broker serves: it then knows its cluster. */
export const askKafka = async (address: string): Promise<string> => {
  const admin = new Kafka({
    brokers: address.split(','),
    connectionTimeout: 1_000,
    requestTimeout: 2_000,
    retry: { retries: 0 },
    logLevel: logLevel.NOTHING,
  }).admin();
  try {
    await admin.connect();
    const { brokers } = await admin.describeCluster();
    if (brokers.length === 0) throw new Error(`Kafka at ${address} has no broker yet.`);
    return `Kafka, ${brokers.length} broker${brokers.length === 1 ? '' : 's'}`;
  } finally {
    await admin.disconnect();
  }
};

/** One broker: that of the environment, else `apache/kafka` in Docker, else the jars of Maven Central. */
export const startKafka: Starter = firstOf(
  fromEnvironment('kafka', askKafka),
  inDocker({
    component: 'kafka',
    environment: (reachedAt) => ({
      KAFKA_NODE_ID: '1',
      KAFKA_PROCESS_ROLES: 'broker,controller',
      KAFKA_LISTENERS: 'PLAINTEXT://:9092,CONTROLLER://:9093',
      KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://${reachedAt}`,
      KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
      KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
      KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
      KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
      KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
    }),
    address: (reachedAt) => reachedAt,
    ready: askKafka,
  }),
  nativeKafka(askKafka),
);

/** Removes the topics and groups whose names begin so, from a broker that may be shared. */
export const dropKafkaTopics = async (address: string, prefix: string): Promise<void> => {
  const admin = new Kafka({ brokers: address.split(','), logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    const topics = (await admin.listTopics()).filter((name) => name.startsWith(prefix));
    if (topics.length > 0) await admin.deleteTopics({ topics });
    const groups = (await admin.listGroups()).groups
      .map(({ groupId }) => groupId)
      .filter((name) => name.startsWith(prefix));
    if (groups.length > 0) await admin.deleteGroups(groups);
  } finally {
    await admin.disconnect();
  }
};
