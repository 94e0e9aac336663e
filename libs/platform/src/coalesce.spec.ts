import { expect, it } from '@jest/globals';
import { coalesce } from './coalesce.js';

/** A call that resolves on demand. */
const held = () => {
  const calls: { items: readonly string[]; answer: (text: string) => void; fail: (error: Error) => void }[] =
    [];
  const call = (items: readonly string[]): Promise<string> =>
    new Promise((answer, fail) => calls.push({ items, answer, fail }));
  return { calls, ask: coalesce(call) };
};
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('makes one call of what comes while another one is under way', async () => {
  const { calls, ask } = held();
  const first = ask('a');
  await turn();
  const others = [ask('b'), ask('c')];
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
  const { calls, ask } = held();
  const first = ask('a');
  await turn();
  calls[0]?.fail(new Error('away'));
  await expect(first).rejects.toThrow('away');
  const second = ask('b');
  await turn();
  calls[1]?.answer('back');
  expect(await second).toBe('back');
});
