import { Kafka, logLevel, type SASLOptions } from 'kafkajs';
import { ServiceUnavailableError, withTimeout, type Logger, type Scheduler } from '@flagpost/platform';

export interface KafkaAddress {
  /** `host:port` each. */
  readonly brokers: readonly string[];
  /** Put before every topic's and group's name. */
  readonly prefix: string;
  /** Certificates (PEM) in addition to the system's; plain text where it is left out. */
  readonly tls?: { readonly ca: readonly string[] | undefined } | undefined;
  readonly sasl?: SASLOptions | undefined;
}

/** How often a client's own call is tried again before it fails; what must go on for ever is started anew by us. */
const RETRIES = { retries: 3, initialRetryTime: 200, maxRetryTime: 2_000 } as const;
const CONNECT_WITHIN_MS = 2_000;
/** A request that has no answer by then has failed: a broker that sleeps holds nobody up for longer. */
const ANSWER_WITHIN_MS = 5_000;

/**
 * A client of its own: clients share what they know of offsets, and members of one group must not. The driver's own log
 * is silent, as every failure comes to us and is told plainly; `KAFKAJS_LOG_LEVEL` opens it.
 */
export const kafkaClient = ({ brokers, tls, sasl }: KafkaAddress, logger: Logger): Kafka =>
  new Kafka({
    clientId: 'flagpost',
    brokers: [...brokers],
    connectionTimeout: CONNECT_WITHIN_MS,
    authenticationTimeout: ANSWER_WITHIN_MS,
    requestTimeout: ANSWER_WITHIN_MS,
    retry: { ...RETRIES, restartOnFailure: async () => false },
    ...(tls === undefined ? {} : { ssl: tls.ca === undefined ? true : { ca: [...tls.ca] } }),
    ...(sasl === undefined ? {} : { sasl }),
    logLevel: logLevel.NOTHING,
    logCreator:
      () =>
      ({ level, log: { message, logger: _name, timestamp: _at, ...fields } }) =>
        logger[level === logLevel.ERROR ? 'error' : level === logLevel.WARN ? 'warn' : 'info'](
          `kafkajs: ${message}`,
          fields,
        ),
  });

/** What kafkajs throws where a broker cannot be reached, does not answer, or cannot serve yet. */
const AWAY = [
  'KafkaJSConnectionError',
  'KafkaJSConnectionClosedError',
  'KafkaJSRequestTimeoutError',
  'KafkaJSNumberOfRetriesExceeded',
  'KafkaJSBrokerNotFound',
  'KafkaJSNoBrokerAvailableError',
  'KafkaJSLockTimeout',
  'KafkaJSTimeout',
  'KafkaJSMetadataNotLoaded',
];

/** A broker that answers so is still starting, or no longer the one to ask. */
const isPassing = (error: Error): boolean =>
  error.name === 'KafkaJSProtocolError' && 'retriable' in error && error.retriable === true;

const isAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error instanceof ServiceUnavailableError || AWAY.includes(error.name) || isPassing(error)) return true;
  return isAway(error.cause);
};

/** The same error, as `ServiceUnavailableError` where only a broker is missing. */
export const asUnavailable = (error: unknown): unknown =>
  isAway(error) && !(error instanceof ServiceUnavailableError)
    ? new ServiceUnavailableError(`Kafka does not answer now: ${(error as Error).message}`, { cause: error })
    : error;

/** What the brokers answer; `ServiceUnavailableError` where they do not, or not within `ms`. */
export const answered = async <T>(scheduler: Scheduler, ms: number, work: Promise<T>): Promise<T> => {
  try {
    return await withTimeout(scheduler, ms, work);
  } catch (error) {
    throw asUnavailable(error);
  }
};
