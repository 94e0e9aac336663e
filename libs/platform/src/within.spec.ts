import { expect, it } from '@jest/globals';
import type { Scheduler } from './time.js';
import { Unavailable } from './unavailable.js';
import { within } from './within.js';

/** Calls back when it is told to. */
const patience = () => {
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
  const { scheduler, due } = patience();
  expect(await within(scheduler, 100, Promise.resolve(7))).toBe(7);
  await expect(within(scheduler, 100, Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(due).toEqual([]);
});

it('waits no longer than it may', async () => {
  const { scheduler, due } = patience();
  const late = within(scheduler, 100, new Promise(() => undefined));
  due[0]?.();
  await expect(late).rejects.toThrow(Unavailable);
});
