import { ServiceUnavailableError } from './service-unavailable.js';
import type { Scheduler } from './time.js';

/**
 * Resolves and rejects as `work` does. The work is not cancelled if it takes longer.
 *
 * @param ms time limit, milliseconds
 * @throws {ServiceUnavailableError} if `work` is still pending after `ms`
 */
export const withTimeout = <T>(scheduler: Scheduler, ms: number, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const late = scheduler.after(ms, () => reject(new ServiceUnavailableError(`No answer within ${ms} ms.`)));
    const cancel = (): void => late.cancel();
    work.then(cancel, cancel);
    work.then(resolve, reject);
  });
