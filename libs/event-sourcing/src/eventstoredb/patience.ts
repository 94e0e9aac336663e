import { NotLeaderError } from '@eventstore/db-client';
import { ServiceUnavailableError, sleep } from '@flagpost/platform';
import type { Clock, Scheduler } from '@flagpost/platform';

/** Status codes of gRPC after which the same call may succeed: it was cut off, came too late, or met a server that starts. */
const PASSING = new Set([1, 2, 4, 8, 10, 13, 14]);
/** Errors of the client that carry no status: no node of a cluster answers, or another call has just dropped the channel. */
const LOST = /^(Failed to discover|Channel has been shut down)/;

/** Whether a failed call says that the store cannot be reached now, and nothing of the call itself. */
export const isPassing = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error instanceof NotLeaderError || error instanceof ServiceUnavailableError || LOST.test(error.message))
    return true;
  const { code } = error as { code?: unknown };
  return typeof code === 'number' && PASSING.has(code);
};

/** Ms before the next attempt, after this many failures in a row. */
export const backOffMs = (failures: number): number => Math.min(100 * 2 ** failures, 5_000);

/** Ms from the first failure for which calls are repeated; from then on each is tried once, until one succeeds. */
const PATIENCE_MS = 4_000;

export interface Patience {
  /**
   * Carries out a call, again where the store cannot be reached.
   *
   * @throws {ServiceUnavailableError} when it could not be reached for long enough; {Error} what the call itself throws.
   */
  <T>(call: () => Promise<T>): Promise<T>;
}

/** One patience for all calls of a store: during an outage nobody waits in line behind the patience of others. */
export const createPatience = (hosts: string, clock: Clock, scheduler: Scheduler): Patience => {
  let failingSince: number | null = null;
  return async (call) => {
    for (let failures = 0; ; failures += 1) {
      try {
        const result = await call();
        failingSince = null;
        return result;
      } catch (error) {
        if (!isPassing(error)) {
          failingSince = null;
          throw error;
        }
        failingSince ??= clock.now();
        if (clock.now() - failingSince >= PATIENCE_MS) throw notAnswering(hosts, error);
        await sleep(scheduler, backOffMs(failures));
      }
    }
  };
};

const notAnswering = (hosts: string, error: unknown): ServiceUnavailableError =>
  new ServiceUnavailableError(
    `EventStoreDB does not answer at ${hosts}: is it running, and is EVENTSTORE_URL right? (${(error as Error).message})`,
    { cause: error },
  );
