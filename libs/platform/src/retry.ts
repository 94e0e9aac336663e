import { sleep, type Scheduler } from './time.js';

/** The delays between attempts. */
export interface Backoff {
  readonly scheduler: Scheduler;
  /** The delay in milliseconds. `failures`: how many attempts have failed, `error`: what the last one failed with. */
  readonly ms: (failures: number, error: unknown) => number;
  /** Ends the delay: the retry then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Which failures are retried, how often, and after which delays. */
export interface RetryPolicy {
  /** Attempts after the first one; unlimited if left out. */
  readonly retries?: number;
  /** Errors that are retried; all if left out. */
  readonly retryIf?: (error: unknown) => boolean;
  /** Delays between attempts; none if left out. */
  readonly backoff?: Backoff;
  /** Called before each delay, for the log. */
  readonly onRetry?: (error: unknown, delayMs: number) => void;
}

/** The same delay after each failure. */
export const fixedDelay = (delayMs: number) => (): number => delayMs;

/** A delay that doubles with each failure, from `firstMs` up to `lastMs`. */
export const exponentialDelay =
  (firstMs: number, lastMs: number) =>
  (failures: number): number =>
    Math.min(firstMs * 2 ** (failures - 1), lastMs);

/**
 * Repeats `work` until it resolves.
 *
 * @throws the last error, if the policy does not retry it; the reason of `backoff.signal`, if it aborts during a delay.
 */
export const retry = async <T>(
  { retries = Infinity, retryIf = () => true, backoff, onRetry }: RetryPolicy,
  work: () => Promise<T>,
): Promise<T> => {
  for (let failures = 1; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      if (failures > retries || !retryIf(error)) throw error;
      const delayMs = backoff?.ms(failures, error) ?? 0;
      onRetry?.(error, delayMs);
      if (backoff !== undefined) await sleep(backoff.scheduler, delayMs, backoff.signal);
    }
  }
};
