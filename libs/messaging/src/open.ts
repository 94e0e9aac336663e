/** Opens the topics that the configuration names. Only the chosen adapter is loaded. */
import { z } from 'zod';
import { ConfigError, flag, type Clock, type Ids, type Logger, type Scheduler } from '@flagpost/platform';
import type { Storage } from '@flagpost/storage';
import type { Topics } from './port.js';

const BROKER = /^[^\s:,]+:\d{1,5}$/;

/** Settings of the topics, as environment variables of these names. */
export const topicsConfig = z.object({
  /** Storage of topics: a file of this process alone, or Kafka, shared by several. */
  TOPICS: z.enum(['sqlite', 'kafka']).default('sqlite'),
  /** Kafka's bootstrap brokers, `host:port` each, separated by commas. */
  KAFKA_BROKERS: z
    .string()
    .transform((text) => text.split(',').map((broker) => broker.trim()))
    .refine(
      (brokers) => brokers.every((broker) => BROKER.test(broker)),
      'A list of host:port, separated by commas, is expected.',
    )
    .optional(),
  /** Prefix of the names of all topics and groups, so that several installations can share one Kafka. */
  KAFKA_PREFIX: z
    .string()
    .regex(/^[\w.-]{1,100}$/, 'Letters, digits, dots, _ and - are expected.')
    .default(''),
  /** Connects to Kafka over TLS. */
  KAFKA_TLS: flag.default(false),
  /** File with the CA certificates (PEM) for Kafka, if the system does not have them. */
  KAFKA_TLS_CA: z.string().optional(),
  /** SASL mechanism for Kafka; no authentication if left out. */
  KAFKA_SASL: z.enum(['plain', 'scram-sha-256', 'scram-sha-512']).optional(),
  /** User name at Kafka. */
  KAFKA_USERNAME: z.string().optional(),
  /** Password at Kafka. */
  KAFKA_PASSWORD: z.string().optional(),
});
export type TopicsConfig = z.infer<typeof topicsConfig>;

export interface OpenTopicsParts {
  /** The file, if SQLite is chosen. */
  readonly path: string;
  /** Runs the operations on the file, if SQLite is chosen; in this thread if left out. */
  readonly storage?: Storage | undefined;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly ids: Ids;
  readonly logger: Logger;
}

/**
 * @throws {ConfigError} if Kafka is chosen and a setting of it is missing.
 * @throws {ServiceUnavailableError} if Kafka is chosen and does not answer.
 */
export const openTopics = async (config: TopicsConfig, parts: OpenTopicsParts): Promise<Topics> => {
  if (config.TOPICS === 'sqlite') return (await import('./sqlite/index.js')).sqliteTopics(parts);
  const { KAFKA_BROKERS, KAFKA_PREFIX, KAFKA_SASL, KAFKA_USERNAME, KAFKA_PASSWORD } = config;
  if (KAFKA_BROKERS === undefined) {
    throw new ConfigError('TOPICS=kafka requires KAFKA_BROKERS.');
  }
  if (KAFKA_SASL !== undefined && (KAFKA_USERNAME === undefined || KAFKA_PASSWORD === undefined)) {
    throw new ConfigError('KAFKA_SASL requires KAFKA_USERNAME and KAFKA_PASSWORD.');
  }
  const sasl =
    KAFKA_SASL === undefined
      ? undefined
      : { mechanism: KAFKA_SASL, username: KAFKA_USERNAME ?? '', password: KAFKA_PASSWORD ?? '' };
  const { openKafkaTopics, readCertificates } = await import('./kafka/index.js');
  const tls = config.KAFKA_TLS ? { ca: await readCertificates(config.KAFKA_TLS_CA) } : undefined;
  return openKafkaTopics({ ...parts, brokers: KAFKA_BROKERS, prefix: KAFKA_PREFIX, tls, sasl });
};
