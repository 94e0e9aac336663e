import { expect, it } from '@jest/globals';
import type { Scheduler } from './time.js';
import { ServiceUnavailableError } from './service-unavailable.js';
import { withTimeout } from './with-timeout.js';

/** Calls back on demand. */
const manualScheduler = () => {
  const due: (() => void)[] = [];
  const scheduler: Scheduler = {
    after: (_ms, callback) => {
      due.push(callback);
      return { cancel: () => void due.splice(due.indexOf(callback), 1) };
    },
    every: () => ({ cancel: () => undefined }),
  };
  return { scheduler, due };
};

it('answers what comes in time, and what it was refused with, and leaves no timer', async () => {
  const { scheduler, due } = manualScheduler();
  expect(await withTimeout(scheduler, 100, Promise.resolve(7))).toBe(7);
  await expect(withTimeout(scheduler, 100, Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(due).toEqual([]);
});

it('waits no longer than it may', async () => {
  const { scheduler, due } = manualScheduler();
  const late = withTimeout(scheduler, 100, new Promise(() => undefined));
  due[0]?.();
  await expect(late).rejects.toThrow(ServiceUnavailableError);
});
