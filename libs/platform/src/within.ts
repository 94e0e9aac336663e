import { sleep, type Scheduler } from './time.js';
import { Unavailable } from './unavailable.js';

/** What `work` resolves to; rejects with `Unavailable` where it takes longer than `ms`. The work itself goes on. */
export const within = async <T>(scheduler: Scheduler, ms: number, work: Promise<T>): Promise<T> => {
  const done = new AbortController();
  const late = sleep(scheduler, ms, done.signal).then(() => {
    throw new Unavailable(`No answer within ${ms} ms.`);
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort(new Error('done'));
  }
};
