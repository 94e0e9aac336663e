import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { StorageDied } from './errors.js';
import { createLane, healthOf } from './lane.js';
import type { Calls } from './messages.js';

const begin = (limits = { requests: 3, bytes: 1_000, many: 3 }, look?: () => void) => {
  const sent: Calls[] = [];
  const rests: (() => void)[] = [];
  const lane = createLane({
    title: 'The file',
    errors: undefined,
    limits,
    ...(look === undefined ? {} : { look }),
    send: (_number, calls) => sent.push(calls),
    rest: (over) => rests.push(over),
  });
  const answer = (number: number, results: readonly unknown[] = []): void =>
    lane.answered(number, { results, failures: [] });
  return { lane, sent, rests, answer };
};

describe('the requests of one connection', () => {
  it('leave once a turn, in one message', async () => {
    const { lane, sent, answer } = begin();
    const both = Promise.all([lane.request('a', [1]), lane.request('b', [2])]);
    expect(sent).toEqual([]);
    await nextTurn();
    expect(sent).toEqual([{ names: ['a', 'b'], args: [[1], [2]] }]);
    answer(1, ['one', 'two']);
    expect(await both).toEqual(['one', 'two']);
  });

  it('wait until the gathering time after a group of several is over', async () => {
    const { lane, sent, rests, answer } = begin();
    const collect = lane.collect('a', (items: readonly number[]) => [items]);
    const first = [collect(1, 1), collect(2, 1)];
    await nextTurn();
    answer(1, ['done']);
    expect(await Promise.all(first.map(({ result }) => result))).toEqual(['done', 'done']);
    const later = collect(3, 1).result;
    await nextTurn();
    expect(sent).toHaveLength(1);
    rests[0]?.();
    answer(2, ['later']);
    expect(await later).toBe('later');
    expect(sent.map(({ args }) => args)).toEqual([[[[1, 2]]], [[[3]]]]);
  });

  it('that are many leave before the turn is over, and take the answers that have come', async () => {
    const limits = { requests: 10, bytes: 1_000, many: 3 };
    let come: () => void = () => undefined;
    const { lane, sent, rests, answer } = begin(limits, () => come());
    const collect = lane.collect('a', (items: readonly number[]) => [items]);
    const told: unknown[] = [];
    const ask = (item: number): void => void collect(item, 1).result.then((result) => told.push(result));
    const restOfTurn = async (): Promise<void> => {
      for (let step = 0; step < 10; step += 1) await Promise.resolve();
    };
    [1, 2, 3].forEach(ask);
    expect(sent).toEqual([]);
    await restOfTurn();
    expect(sent).toHaveLength(1);
    [4, 5].forEach(ask);
    come = () => answer(1, ['first']);
    await restOfTurn();
    expect([sent.length, told]).toEqual([1, []]);
    ask(6);
    await restOfTurn();
    expect(told).toEqual(['first', 'first', 'first']);
    expect(sent.map(({ args }) => args)).toEqual([[[[1, 2, 3]]], [[[4, 5, 6]]]]);
    expect(rests).toHaveLength(2);
  });

  it('are refused where too much waits, each at once and in order, and taken again once the group has left', async () => {
    const { lane, sent } = begin();
    const told: string[] = [];
    const collect = lane.collect('a', (items: readonly string[]) => [items]);
    const ask = (name: string): void => {
      collect(name, 1).result.then(
        () => told.push(`${name} stored`),
        (error: unknown) => told.push(`${name} ${(error as Error).name}`),
      );
    };
    ['a', 'b', 'c', 'd', 'e'].forEach(ask);
    await nextTurn();
    expect(told).toEqual(['d StorageFull', 'e StorageFull']);
    expect(sent).toHaveLength(1);
    ask('f');
    await nextTurn();
    expect(told).toHaveLength(2);
  });

  it('are all rejected by the death of the other side, and an answer after it is ignored', async () => {
    const { lane, answer } = begin();
    const died = new StorageDied('gone');
    const results = Promise.allSettled([lane.request('a', []), lane.request('b', [])]);
    await nextTurn();
    lane.end(died);
    answer(1);
    await expect(lane.request('c', [])).rejects.toBe(died);
    await expect(lane.alone(async () => 1)).rejects.toBe(died);
    expect(
      (await results).map((each) => (each.status === 'rejected' ? (each.reason as unknown) : null)),
    ).toEqual([died, died]);
    await lane.close();
  });

  it('let work run alone between two groups', async () => {
    const { lane, sent, answer } = begin();
    const first = lane.request('a', []);
    await nextTurn();
    let finish: () => void = () => undefined;
    let begun = false;
    const alone = lane.alone(() => {
      begun = true;
      return new Promise<void>((resolve) => (finish = resolve));
    });
    const second = lane.request('b', []);
    await nextTurn();
    expect([begun, sent.length]).toEqual([false, 1]);
    answer(1);
    await first;
    await nextTurn();
    expect([begun, sent.length]).toEqual([true, 1]);
    finish();
    await alone;
    await nextTurn();
    answer(2);
    await second;
    expect(sent).toHaveLength(2);
  });

  it('tell that the disk cannot be used, and ask again when they are asked', async () => {
    const { lane, sent, answer } = begin();
    const failed = { name: 'Error', message: 'the disk is full', stack: undefined, unavailable: true };
    const request = lane.request('a', []);
    await nextTurn();
    lane.answered(1, { results: [], failures: [], failed });
    await expect(request).rejects.toMatchObject({ name: 'StorageUnavailable' });
    const asked = healthOf([lane]);
    await nextTurn();
    lane.answered(2, { results: [], failures: [], failed });
    const error = 'The file cannot be used now: the disk is full.';
    expect(await asked).toEqual({ ok: false, details: { error } });
    const again = healthOf([lane]);
    await nextTurn();
    answer(3);
    expect(await again).toEqual({ ok: true });
    expect(await healthOf([lane])).toEqual({ ok: true });
    expect(sent).toHaveLength(3);
  });
});
