/** The contract of `EventIndex` as jest tests for every adapter. Each test has an index of its own. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Position } from '@flagpost/event-sourcing';
import type { EventIndex, IndexQuery, NewIndexedEvent } from '../event-index/port.js';

const MINUTE = 60_000;
const ALL: IndexQuery = { keys: [], from: null, until: null, below: null, limit: 1_000 };

const anEvent = (number: number, keys: readonly string[], recordedAt = number * MINUTE): NewIndexedEvent => ({
  number,
  stream: `s-${number % 7}`,
  revision: Math.floor(number / 7),
  recordedAt,
  position: String(number).padStart(16, '0') as Position,
  id: `id ${number}`,
  keys,
});
/** Each number has the keys of its divisors from 2 to 9. */
const keysOfNumber = (number: number): string[] =>
  [2, 3, 4, 5, 6, 7, 8, 9].filter((divisor) => number % divisor === 0).map((divisor) => `by ${divisor}`);
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** Registers the suite. `open` is called before each test, and `dispose` after it. */
export const eventIndexContract = (
  adapter: string,
  open: () => Promise<{ index: EventIndex; dispose: () => Promise<void> }>,
): void => {
  describe(`event index: ${adapter}`, () => {
    let index: EventIndex;
    let dispose: () => Promise<void>;
    beforeEach(async () => {
      ({ index, dispose } = await open());
    });
    afterEach(async () => {
      await index.close();
      await dispose();
    });

    const addUpTo = (count: number) =>
      index.add(
        upTo(count).map((number) => anEvent(number, keysOfNumber(number))),
        1,
      );
    const numbers = async (query: Partial<IndexQuery>): Promise<number[]> => {
      const { found } = await index.find({ ...ALL, ...query });
      return found.map(({ number }) => number);
    };

    it('is empty at first', async () => {
      expect(await index.head()).toBeNull();
      expect(await index.get(1)).toBeNull();
      expect(await index.find(ALL)).toEqual({ found: [], next: null });
    });

    it('has the newest event with its version, and each by its number', async () => {
      await index.add([anEvent(1, ['a']), anEvent(2, ['b'])], 7);
      const where = { number: 2, stream: 's-2', revision: 0, recordedAt: 2 * MINUTE };
      expect(await index.head()).toEqual({ ...where, position: '0000000000000002', id: 'id 2', version: 7 });
      expect(await index.get(2)).toEqual(where);
      expect(await index.get(3)).toBeNull();
    });

    it('finds what has all keys, newest first, in pages without gap or repeat', async () => {
      await addUpTo(500);
      for (const keys of [['by 2'], ['by 7', 'by 2'], ['by 9', 'by 8', 'by 5'], []]) {
        const wanted = upTo(500)
          .filter((number) => keys.every((key) => keysOfNumber(number).includes(key)))
          .toReversed();
        expect(await numbers({ keys })).toEqual(wanted);
        const paged: number[] = [];
        let below: number | null = null;
        do {
          const page = await index.find({ ...ALL, keys, below, limit: 7 });
          paged.push(...page.found.map(({ number }) => number));
          below = page.next;
        } while (below !== null);
        expect(paged).toEqual(wanted);
      }
      expect(await numbers({ keys: ['by 2', 'nothing has it'] })).toEqual([]);
    });

    it('finds what was recorded in a time, to the millisecond, and where a clock was put back', async () => {
      await addUpTo(100);
      await index.add([anEvent(101, ['late'], 5 * MINUTE), anEvent(102, ['late'], 200 * MINUTE)], 1);
      expect(await numbers({ from: 4 * MINUTE, until: 7 * MINUTE })).toEqual([101, 6, 5, 4]);
      expect(await numbers({ from: 4 * MINUTE + 1, until: 6 * MINUTE })).toEqual([101, 5]);
      expect(await numbers({ from: 99 * MINUTE })).toEqual([102, 100, 99]);
      expect(await numbers({ until: 2 * MINUTE })).toEqual([1]);
      expect(await numbers({ keys: ['late'], until: 100 * MINUTE })).toEqual([101]);
      expect(await numbers({ from: 300 * MINUTE })).toEqual([]);
      expect(await numbers({ from: 4 * MINUTE, until: 7 * MINUTE, below: 6 })).toEqual([5, 4]);
    });

    it('takes what it knows once, goes on after it, and refuses a gap', async () => {
      await addUpTo(10);
      await addUpTo(12);
      expect(await numbers({})).toEqual(upTo(12).toReversed());
      expect(await numbers({ keys: ['by 5'] })).toEqual([10, 5]);
      await expect(index.add([anEvent(14, [])], 1)).rejects.toThrow('number 14 cannot follow');
      expect((await index.head())?.number).toBe(12);
    });

    it('can be cleared and filled again', async () => {
      await addUpTo(20);
      await index.clear();
      expect(await index.head()).toBeNull();
      expect(await numbers({ from: 0 })).toEqual([]);
      await addUpTo(3);
      expect(await numbers({ keys: ['by 2'] })).toEqual([2]);
    });

    it('is healthy', async () => {
      expect((await index.health()).ok).toBe(true);
    });
  });
};
