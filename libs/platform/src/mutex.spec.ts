import { expect, it } from '@jest/globals';
import { keyedMutex, mutex } from './mutex.js';

/** A task that records when it begins and ends. */
const noting =
  (log: string[], name: string, fails = false) =>
  async (): Promise<string> => {
    log.push(`${name} begins`);
    await new Promise((resolve) => setImmediate(resolve));
    log.push(`${name} ends`);
    if (fails) throw new Error(name);
    return name;
  };

it('runs one task at a time, in order, and goes on after one that failed', async () => {
  const exclusively = mutex();
  const log: string[] = [];
  const tasks = await Promise.allSettled([
    exclusively(noting(log, 'a')),
    exclusively(noting(log, 'b', true)),
    exclusively(noting(log, 'c')),
  ]);
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  expect(tasks.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

it('runs tasks of one key in order, also after one that failed, and tasks of other keys beside them', async () => {
  const exclusively = keyedMutex();
  const log: string[] = [];
  const tasks = await Promise.allSettled([
    exclusively('1', noting(log, 'a', true)),
    exclusively('1', noting(log, 'b')),
    exclusively('2', noting(log, 'other')),
  ]);
  expect(tasks.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(log.filter((line) => !line.startsWith('other'))).toEqual([
    'a begins',
    'a ends',
    'b begins',
    'b ends',
  ]);
  expect(log.indexOf('other begins')).toBeLessThan(log.indexOf('a ends'));
});
