import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from '@jest/globals';
import { silentLogger, type Clock, type Scheduler } from '@flagpost/platform';
import { topicsContract } from '../contract-suite.js';
import { sqliteTopics } from './index.js';

/** A clock that stands still until it is told otherwise, and a scheduler whose rounds the test calls. */
const handTime = () => {
  let now = 1_800_000_000_000;
  const rounds = new Set<() => void>();
  const clock: Clock = { now: () => now };
  const scheduler: Scheduler = {
    after: () => ({ cancel: () => undefined }),
    every: (_ms, callback) => {
      rounds.add(callback);
      return { cancel: () => void rounds.delete(callback) };
    },
  };
  const elapse = (ms: number): void => {
    now += ms;
    rounds.forEach((round) => round());
  };
  return { clock, scheduler, elapse };
};

describe('sqlite', () => {
  topicsContract('SQLite', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'flagpost-topics-'));
    const { clock, scheduler, elapse } = handTime();
    return {
      open: async () =>
        sqliteTopics({ path: join(folder, 'topics.db'), clock, scheduler, logger: silentLogger }),
      elapse: async (ms) => elapse(ms),
      dispose: () => rm(folder, { recursive: true }),
    };
  });
});
