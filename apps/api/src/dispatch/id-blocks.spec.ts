import { beforeEach, describe, expect, it } from '@jest/globals';
import { ALL_CATEGORIES_ID } from '@flagpost/contracts';
import type { SequenceStore } from '@flagpost/records';
import { virtualTime } from '@flagpost/testing';
import { memoryDependencies, NOW } from '../testing/harness.js';
import { createIdBlocks, type NextId } from './id-blocks.js';

let time: ReturnType<typeof virtualTime>;
let sequences: SequenceStore;
let reserved: number[];
let failures: number;

/** A process with blocks of its own. */
const process = (): NextId => {
  const { records } = memoryDependencies(time);
  const counted: SequenceStore = {
    ...sequences,
    async reserve(kind, count) {
      if ((failures -= 1) >= 0) throw new Error('the records are away');
      reserved.push(count);
      return sequences.reserve(kind, count);
    },
  };
  return createIdBlocks({ records: { ...records, sequences: counted }, clock: time });
};
const take = async (next: NextId, count: number): Promise<number[]> => {
  const taken: number[] = [];
  for (let left = count; left > 0; left -= 1) taken.push(await next('flag'));
  return taken;
};

beforeEach(() => {
  time = virtualTime(NOW);
  sequences = memoryDependencies(time).records.sequences;
  reserved = [];
  failures = 0;
});

describe('ids from blocks', () => {
  it('count from 1 in each kind, in order of allocation in one process', async () => {
    const next = process();
    expect(await take(next, 100)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    expect(await next('event')).toBe(1);
  });

  it('are never issued twice by several processes, nor after a restart', async () => {
    const processes = [process(), process(), process()];
    const taken = await Promise.all(processes.map((next) => take(next, 50)));
    taken.push(await take(process(), 50));
    expect(new Set(taken.flat()).size).toBe(200);
  });

  it('take what waits at once in one reservation', async () => {
    const next = process();
    const ids = await Promise.all(Array.from({ length: 40 }, () => next('flag')));
    expect(new Set(ids).size).toBe(40);
    expect(reserved.length).toBeLessThanOrEqual(3);
  });

  it('are reserved in larger blocks while they are used up fast, and in small ones again', async () => {
    const next = process();
    await take(next, 5_000);
    expect(Math.max(...reserved)).toBe(1_024);
    reserved = [];
    for (let turn = 0; turn < 300; turn += 1) {
      await take(next, 10);
      await time.advance(2_000);
    }
    expect(reserved.at(-1)).toBe(8);
  });

  it('leave out the id of all categories', async () => {
    await sequences.passTo('category', ALL_CATEGORIES_ID - 2);
    const next = process();
    expect([await next('category'), await next('category')]).toEqual([
      ALL_CATEGORIES_ID - 1,
      ALL_CATEGORIES_ID + 1,
    ]);
  });

  it('go on after a reservation that failed, ahead or not', async () => {
    const next = process();
    failures = 1;
    await expect(next('flag')).rejects.toThrow('away');
    expect(await take(next, 3)).toEqual([1, 2, 3]);
    failures = 1;
    expect(await take(next, 20)).toHaveLength(20);
  });
});
