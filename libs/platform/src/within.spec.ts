import { expect, it } from '@jest/globals';
import type { Scheduler } from './time.js';
import { Unavailable } from './unavailable.js';
import { within } from './within.js';

/** Lets time go by, as far as it was not cancelled. */
const aScheduler = () => {
  const due = new Set<() => void>();
  const scheduler: Scheduler = {
    after(_ms, callback) {
      due.add(callback);
      return { cancel: () => void due.delete(callback) };
    },
    every: () => ({ cancel: () => undefined }),
  };
  return { scheduler, due, elapse: () => due.forEach((callback) => callback()) };
};

it('answers as the work does, and leaves no timer behind', async () => {
  const { scheduler, due } = aScheduler();
  await expect(within(scheduler, 10, Promise.resolve('done'))).resolves.toBe('done');
  await expect(within(scheduler, 10, Promise.reject(new Error('disk full')))).rejects.toThrow('disk full');
  expect(due.size).toBe(0);
});

it('is unavailable where the work takes too long', async () => {
  const { scheduler, elapse } = aScheduler();
  const asked = within(scheduler, 10, new Promise(() => undefined));
  elapse();
  await expect(asked).rejects.toThrow(Unavailable);
});
