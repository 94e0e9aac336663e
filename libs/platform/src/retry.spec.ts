import { describe, expect, it } from '@jest/globals';
import { virtualTime } from '@flagpost/testing/virtual-time';
import { exponentialDelay, fixedDelay, retry } from './retry.js';

/** Work that fails a number of times and then succeeds. */
const failing = (times: number) => {
  let attempts = 0;
  const work = async (): Promise<string> => {
    attempts += 1;
    if (attempts <= times) throw new Error(`failure ${attempts}`);
    return 'done';
  };
  return { work, attempts: () => attempts };
};

describe('a retry', () => {
  it('repeats at once, so often and no more', async () => {
    const enough = failing(3);
    expect(await retry({ retries: 3 }, enough.work)).toBe('done');
    const tooMany = failing(4);
    await expect(retry({ retries: 3 }, tooMany.work)).rejects.toThrow('failure 4');
    expect(tooMany.attempts()).toBe(4);
  });

  it('repeats nothing that the policy does not name', async () => {
    const { work, attempts } = failing(2);
    const retryIf = (error: unknown): boolean => (error as Error).message === 'failure 1';
    await expect(retry({ retryIf }, work)).rejects.toThrow('failure 2');
    expect(attempts()).toBe(2);
  });

  it('waits longer after each failure, up to the longest delay, and reports each one before it waits', async () => {
    const time = virtualTime(0);
    const { work, attempts } = failing(4);
    const reported: [string, number, number][] = [];
    const done = retry(
      {
        backoff: { scheduler: time, ms: exponentialDelay(100, 400) },
        onRetry: (error, delayMs) => reported.push([(error as Error).message, delayMs, time.now()]),
      },
      work,
    );
    await time.advance(1_099);
    expect(attempts()).toBe(4);
    await time.advance(1);
    expect(await done).toBe('done');
    expect(reported).toEqual([
      ['failure 1', 100, 0],
      ['failure 2', 200, 100],
      ['failure 3', 400, 300],
      ['failure 4', 400, 700],
    ]);
  });

  it('ends with the reason of its signal while it waits, and tries no more', async () => {
    const time = virtualTime();
    const { work, attempts } = failing(Infinity);
    const stopping = new AbortController();
    const backoff = { scheduler: time, ms: fixedDelay(1_000), signal: stopping.signal };
    const ended = expect(retry({ backoff }, work)).rejects.toThrow('stopped');
    await time.advance(1_500);
    stopping.abort(new Error('stopped'));
    await ended;
    await time.advance(5_000);
    expect(attempts()).toBe(2);
  });
});
