import type { Scheduler } from './time.js';
import { Unavailable } from './unavailable.js';

/** What `work` resolves to; rejects with `Unavailable` where it takes longer than `ms`. The work itself goes on. */
export const within = <T>(scheduler: Scheduler, ms: number, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const late = scheduler.after(ms, () => reject(new Unavailable(`No answer within ${ms} ms.`)));
    const cancel = (): void => late.cancel();
    work.then(cancel, cancel);
    work.then(resolve, reject);
  });
