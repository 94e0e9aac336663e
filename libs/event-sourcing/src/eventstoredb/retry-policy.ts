import { NotLeaderError } from '@eventstore/db-client';
import { exponentialDelay, retry, ServiceUnavailableError } from '@flagpost/platform';
import type { Clock, Scheduler } from '@flagpost/platform';

/**
 * gRPC status codes after which the same call may succeed: it was interrupted, timed out, or met a server that is
 * starting.
 */
const PASSING = new Set([1, 2, 4, 8, 10, 13, 14]);
/** Client errors without a status: no node of a cluster answers, or another call has just dropped the channel. */
const LOST = /^(Failed to discover|Channel has been shut down)/;

/** Whether a message was refused for its size, by either side of the wire: with any other status 8 the same call may succeed. */
export const isMessageTooLarge = (error: unknown): boolean =>
  error instanceof Error &&
  (error as { code?: unknown }).code === 8 &&
  /message.*(larger than max|exceeds the maximum)/i.test(error.message);

/** Whether a failure means that the store cannot be reached, rather than that the call itself is wrong. */
export const isPassing = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (isMessageTooLarge(error)) return false;
  if (error instanceof NotLeaderError || error instanceof ServiceUnavailableError || LOST.test(error.message))
    return true;
  const { code } = error as { code?: unknown };
  return typeof code === 'number' && PASSING.has(code);
};

/** As Node.js words that a certificate is for other hosts. */
const NAMES_ANOTHER = /does not match certificate's altnames/;

/** Delay before the next attempt, milliseconds. */
export const backoffMs = exponentialDelay(100, 5_000);

/** Counted from the first failure, in milliseconds. After that, each call is attempted once until one succeeds. */
const RETRIED_FOR_MS = 4_000;

/**
 * Makes a call, and repeats it while the store cannot be reached.
 *
 * @throws {ServiceUnavailableError} if the store could not be reached for 4 s; {Error} what the call itself throws.
 */
export type Retrying = <T>(call: () => Promise<T>) => Promise<T>;

/** All calls of a store share the time of the first failure: during an outage no call waits behind the retries of others. */
export const createRetrying = (hosts: string, clock: Clock, scheduler: Scheduler): Retrying => {
  /** `reason`: its newest failure that says more than that nothing was answered; null if none does. */
  let outage: { readonly since: number; reason: unknown } | null = null;
  const retryIf = (error: unknown): boolean => {
    if (!isPassing(error)) {
      outage = null;
      return false;
    }
    outage ??= { since: clock.now(), reason: null };
    if (!(error instanceof ServiceUnavailableError)) outage.reason = error;
    return clock.now() - outage.since < RETRIED_FOR_MS;
  };
  return async (call) => {
    try {
      return await retry({ retryIf, backoff: { scheduler, ms: backoffMs } }, async () => {
        const result = await call();
        outage = null;
        return result;
      });
    } catch (error) {
      throw isPassing(error) ? notAnswering(hosts, outage?.reason ?? error) : error;
    }
  };
};

const notAnswering = (hosts: string, error: unknown): ServiceUnavailableError => {
  const { message } = error as Error;
  return new ServiceUnavailableError(
    NAMES_ANOTHER.test(message)
      ? `The certificate of EventStoreDB at ${hosts} does not name the host or address that was asked for: EVENTSTORE_URL must have a name of the certificate, and each node of a cluster must advertise one by its setting AdvertiseHostToClientAs. (${message})`
      : `EventStoreDB does not answer at ${hosts}: is it running, and is EVENTSTORE_URL right? (${message})`,
    { cause: error },
  );
};
