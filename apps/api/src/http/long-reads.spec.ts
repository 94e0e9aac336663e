import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, it } from '@jest/globals';
import { longReads, type LongReads } from './long-reads.js';
import type { ApiRequest } from './request.js';

let reading: LongReads;
let begun: number[];
/** By person: ends their reading. */
let end: Map<number, () => void>;
beforeEach(() => {
  reading = longReads();
  begun = [];
  end = new Map();
});

const requestOf = (userId: number) => {
  const res = new EventEmitter();
  return { actor: { userId }, res } as unknown as ApiRequest;
};
const leave = ({ res }: ApiRequest): void => void res?.emit('close');
const ask = (userId: number, request = requestOf(userId)) =>
  reading(
    request,
    () =>
      new Promise<number>((resolve) => {
        begun.push(userId);
        end.set(userId, () => resolve(userId));
      }),
  );
const tooMany = { code: 'tooManyAttempts', retryAfterS: 1 };

it('are carried out one at a time, in order', async () => {
  const both = [ask(1), ask(2)];
  await setImmediate();
  expect(begun).toEqual([1]);
  end.get(1)?.();
  await both[0];
  await setImmediate();
  expect(begun).toEqual([1, 2]);
  end.get(2)?.();
  expect(await Promise.all(both)).toEqual([1, 2]);
});

it('are one of a person, and of ten people', async () => {
  const all = Array.from({ length: 10 }, (_, index) => ask(index));
  await expect(ask(3)).rejects.toMatchObject(tooMany);
  await expect(ask(10)).rejects.toMatchObject(tooMany);
  for (const [userId, each] of all.entries()) {
    await setImmediate();
    end.get(userId)?.();
    await each;
  }
  const again = ask(3);
  await setImmediate();
  end.get(3)?.();
  expect(await again).toBe(3);
});

it('are not begun for a client that has gone, whose person may ask again', async () => {
  const first = ask(1);
  const gone = requestOf(2);
  const left = ask(2, gone);
  leave(gone);
  const again = ask(2);
  await setImmediate();
  end.get(1)?.();
  await first;
  await expect(left).rejects.toMatchObject(tooMany);
  await expect(ask(2)).rejects.toMatchObject(tooMany);
  expect(begun).toEqual([1, 2]);
  end.get(2)?.();
  expect(await again).toBe(2);
});

it('are told that the client goes while they are under way', async () => {
  const request = requestOf(1);
  const signals: AbortSignal[] = [];
  await reading(request, async (gone) => void signals.push(gone));
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  leave(request);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});
