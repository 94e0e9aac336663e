import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { checkpointsOf } from './checkpoints.js';
import type { LogSize } from '../messages.js';

const WHOLE: LogSize = { frames: 20_000, checkpointed: 20_000 };

const begin = (sizes: readonly (LogSize | null)[]) => {
  const done: string[] = [];
  const left = [...sizes];
  let finish: () => void = () => undefined;
  const checkpoints = checkpointsOf({
    move: () =>
      new Promise((resolve) => {
        done.push('move');
        finish = () => resolve({ size: left.shift() ?? null });
      }),
    truncate: async () => void done.push('truncate'),
  });
  return { checkpoints, done, finish: () => finish() };
};

describe('the checkpoints of a file', () => {
  it('begin after 100 commits or 4 MiB, one at a time', async () => {
    const { checkpoints, done, finish } = begin([WHOLE, WHOLE]);
    for (let commit = 0; commit < 99; commit += 1) checkpoints.count(1);
    checkpoints.run();
    expect(done).toEqual([]);
    checkpoints.count(1);
    checkpoints.run();
    checkpoints.count(5_000_000);
    checkpoints.run();
    expect(done).toEqual(['move']);
    finish();
    await checkpoints.ended();
    checkpoints.run();
    expect(done).toEqual(['move', 'move']);
  });

  it.each([
    ['a log that grew large because somebody always wrote', { frames: 20_000, checkpointed: 19_000 }, true],
    ['a large log that was moved whole', WHOLE, false],
    ['a small log', { frames: 1_000, checkpointed: 900 }, false],
    ['a checkpoint that failed', null, false],
  ])('stop writes for %s: %j, %s', async (_, size, truncates) => {
    const { checkpoints, done, finish } = begin([size]);
    checkpoints.count(5_000_000);
    checkpoints.run();
    finish();
    await checkpoints.moved();
    await checkpoints.ended();
    await nextTurn();
    expect(done).toEqual(truncates ? ['move', 'truncate'] : ['move']);
  });
});
