import { expect, it } from '@jest/globals';
import { withSignal } from '@flagpost/platform';
import { virtualTime } from '@flagpost/testing';
import { memoryDependencies } from '../testing/harness.js';
import { startSingletonJobs } from './singleton-jobs.js';

const running = { failure: () => null, stop: () => Promise.resolve() };

it('a job waits where one before it could not begin, which is tried again', async () => {
  const time = virtualTime();
  const jobs = startSingletonJobs(memoryDependencies(time));
  const begun: string[] = [];
  let isAway = true;
  await jobs.add({
    name: 'first',
    async begin() {
      if (isAway) throw new Error('The store is away.');
      begun.push('first');
      return running;
    },
  });
  await jobs.add({
    name: 'second, which waits for what the first does',
    async begin() {
      begun.push('second');
      return running;
    },
  });
  expect(begun).toEqual([]);
  isAway = false;
  await time.advance(2_000);
  expect(begun).toEqual(['first', 'second']);
  await jobs.stop();
});

it('ends every job, also where one before it does not end in order', async () => {
  const jobs = startSingletonJobs(memoryDependencies(virtualTime()));
  const ended: string[] = [];
  for (const name of ['first', 'second', 'third'])
    await jobs.add({
      name,
      begin: async () => ({
        failure: () => null,
        async stop() {
          if (name === 'third') throw new Error('The store is away.');
          ended.push(name);
        },
      }),
    });
  await jobs.stop();
  expect(ended).toEqual(['second', 'first']);
});

it('ends although a job waits for what never comes before it begins', async () => {
  const jobs = startSingletonJobs(memoryDependencies(virtualTime()));
  const never = new Promise<typeof running>(() => undefined);
  let hasEnded = false;
  await jobs.add({
    name: 'first',
    begin: async () => ({
      failure: () => null,
      async stop() {
        hasEnded = true;
      },
    }),
  });
  const waiting = jobs.add({ name: 'waits', begin: (_isLeader, signal) => withSignal(signal, never) });
  await jobs.stop();
  expect(hasEnded).toBe(true);
  expect((await waiting).failure()).toBeNull();
});
