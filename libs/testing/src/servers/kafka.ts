import { readFileSync } from 'node:fs';
import { Kafka, logLevel, type KafkaConfig } from 'kafkajs';
import { firstOf, fromEnvironment } from './choose.js';
import { inDocker } from './docker.js';
import type { Encryption } from './encryption.js';
import { nativeKafka, type Users } from './kafka-native.js';
import type { RunningServer, Starter } from './server.js';

/** How a client of kafkajs reaches the broker of these settings. */
export const kafkaOptions = (
  environment: Readonly<Record<string, string>>,
): Pick<KafkaConfig, 'brokers' | 'ssl' | 'sasl' | 'logLevel'> => {
  const { KAFKA_BROKERS = '', KAFKA_TLS, KAFKA_TLS_CA, KAFKA_SASL } = environment;
  const { KAFKA_USERNAME: username = '', KAFKA_PASSWORD: password = '' } = environment;
  const ssl = KAFKA_TLS_CA === undefined ? true : { ca: [readFileSync(KAFKA_TLS_CA, 'utf8')] };
  return {
    brokers: KAFKA_BROKERS.split(','),
    ...(KAFKA_TLS === '1' ? { ssl } : {}),
    ...(KAFKA_SASL === undefined
      ? {}
      : { sasl: { mechanism: KAFKA_SASL, username, password } as NonNullable<KafkaConfig['sasl']> }),
    logLevel: logLevel.NOTHING,
  };
};

/** Answers when a broker serves: it then knows its cluster. */
const askKafka = async (environment: Readonly<Record<string, string>>): Promise<string> => {
  const options = kafkaOptions(environment);
  const admin = new Kafka({
    ...options,
    connectionTimeout: 1_000,
    requestTimeout: 2_000,
    retry: { retries: 0 },
  }).admin();
  try {
    await admin.connect();
    const { brokers } = await admin.describeCluster();
    if (brokers.length === 0) throw new Error(`Kafka at ${String(options.brokers)} has no broker yet.`);
    return `Kafka, ${brokers.length} broker${brokers.length === 1 ? '' : 's'}`;
  } finally {
    await admin.disconnect();
  }
};

/**
 * One broker: that of the environment, else `apache/kafka` in Docker, else the jars of Maven Central, which alone can be
 * encrypted.
 */
export const startKafka = (encryption?: Encryption): Starter =>
  encryption === undefined
    ? firstOf(fromEnvironment('kafka', askKafka), dockerKafka, nativeKafka(askKafka))
    : firstOf(fromEnvironment('kafka', askKafka), nativeKafka(askKafka, encryption));

/** A broker of its own whose ACLs decide what `users` may do; the account of `encryption` may do everything. */
export const startAuthorizingKafka = (
  encryption: Encryption,
  users: Users,
): Promise<RunningServer | { why: string }> => nativeKafka(askKafka, encryption, users)();

const dockerKafka = inDocker({
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
});

/** Removes the topics and groups whose names begin so, from a broker that may be shared. */
export const dropKafkaTopics = async (
  environment: Readonly<Record<string, string>>,
  prefix: string,
): Promise<void> => {
  const admin = new Kafka(kafkaOptions(environment)).admin();
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
