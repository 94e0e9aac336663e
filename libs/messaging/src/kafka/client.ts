import { Kafka, logLevel, type SASLOptions } from 'kafkajs';
import { ServiceUnavailableError, withTimeout, type Logger, type Scheduler } from '@flagpost/platform';

export interface KafkaAddress {
  /** `host:port` each. */
  readonly brokers: readonly string[];
  /** Prefix of every topic's and group's name. */
  readonly prefix: string;
  /** Certificates (PEM) in addition to the system's; without TLS if left out. */
  readonly tls?: { readonly ca: readonly string[] | undefined } | undefined;
  readonly sasl?: SASLOptions | undefined;
}

/** Retries of a client's own call before it fails; calls that must run forever are restarted by us. */
const RETRIES = { retries: 3, initialRetryTime: 200, maxRetryTime: 2_000 } as const;
const CONNECT_WITHIN_MS = 2_000;
/** Request timeout, so that a broker that hangs does not block callers for longer. */
const ANSWER_WITHIN_MS = 5_000;

/**
 * Creates a separate client: clients share their knowledge of offsets, which members of one group must not. The
 * driver's own log is off, as every failure is passed to us and logged; `KAFKAJS_LOG_LEVEL` turns it on.
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

/** Errors of kafkajs if a broker cannot be reached, does not answer, or is not ready. */
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

/** Error codes of a broker that is starting or is no longer responsible. */
const isPassing = (error: Error): boolean =>
  error.name === 'KafkaJSProtocolError' && 'retriable' in error && error.retriable === true;

const isAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error instanceof ServiceUnavailableError || AWAY.includes(error.name) || isPassing(error)) return true;
  return isAway(error.cause);
};

/** Converts errors that mean a missing broker to `ServiceUnavailableError`; others are unchanged. */
export const asUnavailable = (error: unknown): unknown =>
  isAway(error) && !(error instanceof ServiceUnavailableError)
    ? new ServiceUnavailableError(`Kafka does not answer now: ${(error as Error).message}`, { cause: error })
    : error;

/** The brokers' answer; `ServiceUnavailableError` if they do not answer within `ms`. */
export const answered = async <T>(scheduler: Scheduler, ms: number, work: Promise<T>): Promise<T> => {
  try {
    return await withTimeout(scheduler, ms, work);
  } catch (error) {
    throw asUnavailable(error);
  }
};
