import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { createBatcher, type BatcherOptions } from './batcher.js';
import { ServiceUnavailableError } from './service-unavailable.js';

/** A call that resolves on demand. */
const held = (start: BatcherOptions<string, string>['start'], limit = Infinity) => {
  const calls: { items: readonly string[]; answer: (text: string) => void; fail: (error: Error) => void }[] =
    [];
  const call = (items: readonly string[]): Promise<string> =>
    new Promise((answer, fail) => calls.push({ items, answer, fail }));
  return { calls, ...createBatcher({ call, start, limit }) };
};
/** Two turns of the event loop: a batcher begins to wait for the next one in a microtask of this one. */
const turn = async (): Promise<void> => {
  await nextTurn();
  await nextTurn();
};

describe.each(['at once', 'next turn'] as const)('a batcher that starts %s', (start) => {
  it('makes one call of what comes while another one is under way', async () => {
    const { calls, add } = held(start);
    const first = add('a');
    await turn();
    const others = [add('b'), add('c')];
    await turn();
    expect(calls.map(({ items }) => items)).toEqual([['a']]);
    calls[0]?.answer('one');
    expect(await first).toBe('one');
    await turn();
    expect(calls.map(({ items }) => items)).toEqual([['a'], ['b', 'c']]);
    calls[1]?.answer('two');
    expect(await Promise.all(others)).toEqual(['two', 'two']);
  });

  it('fails those who shared a call, and goes on', async () => {
    const { calls, add } = held(start);
    const first = add('a');
    await turn();
    calls[0]?.fail(new Error('away'));
    await expect(first).rejects.toThrow('away');
    const second = add('b');
    await turn();
    calls[1]?.answer('back');
    expect(await second).toBe('back');
  });
});

it.each([
  ['at once', ['a']],
  ['next turn', ['a', 'b']],
] as const)('a batcher that starts %s first calls with %j', async (start, first) => {
  const { calls, add } = held(start);
  void add('a');
  await Promise.resolve();
  await Promise.resolve();
  void add('b');
  await turn();
  expect(calls[0]?.items).toEqual(first);
});

it('refuses what is too much, and everything after it until the waiting items are in a call', async () => {
  const { calls, add } = held('at once', 10);
  void add('a', 50);
  await turn();
  const taken = [add('b', 6), add('c', 4)];
  await expect(add('d', 1)).rejects.toThrow(ServiceUnavailableError);
  calls[0]?.answer('one');
  await turn();
  expect(calls[1]?.items).toEqual(['b', 'c']);
  void add('e', 6);
  await expect(add('f', 5)).rejects.toThrow('6 are waiting');
  await expect(add('g', 1)).rejects.toThrow(ServiceUnavailableError);
  calls[1]?.answer('two');
  expect(await Promise.all(taken)).toEqual(['two', 'two']);
  await turn();
  expect(calls[2]?.items).toEqual(['e']);
});

it('gives the items of one batch the same promise', async () => {
  const { calls, add } = held('next turn');
  const [first, second] = [add('a'), add('b')];
  expect(second).toBe(first);
  await turn();
  expect(add('c')).not.toBe(first);
  expect(calls).toHaveLength(1);
});
