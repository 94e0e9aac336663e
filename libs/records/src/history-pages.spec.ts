import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { historyPages, type Minutes } from './history-pages.js';
import type { HistoryBlock, HistoryStore } from './port.js';

const EVENT = 7;
const YEAR = 525_600;

const blockOf = (minute: number, invitationId: number): HistoryBlock => ({
  eventId: EVENT,
  invitationId,
  minute,
  bytes: new Uint8Array(),
});
const isAfter = (block: HistoryBlock, place: Pick<HistoryBlock, 'minute' | 'invitationId'>): boolean =>
  block.minute > place.minute || (block.minute === place.minute && block.invitationId > place.invitationId);

interface Asked extends Minutes {
  /** Blocks of these minutes, after the place from which the question goes on. */
  readonly blocks: number;
}

/** A store of these blocks, which are in order, and what it was asked for. */
const storeOf = (blocks: readonly HistoryBlock[]) => {
  const asked: Asked[] = [];
  const store: Pick<HistoryStore, 'read'> = {
    read: async (_eventId, from, to, limit, after) => {
      const found = blocks.filter(
        (block) =>
          block.minute >= from && block.minute <= to && (after === undefined || isAfter(block, after)),
      );
      asked.push({ first: from, last: to, blocks: found.length });
      return found.slice(0, limit);
    },
  };
  return { store, asked };
};

const race = fc
  .uniqueArray(fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 6 })), {
    selector: ([minute, car]) => `${minute} ${car}`,
    maxLength: 80,
  })
  .map((places) =>
    places.map(([minute, car]) => blockOf(minute, car)).sort((one, other) => (isAfter(one, other) ? 1 : -1)),
  );

it('has all blocks of the minutes once, in order, in pages of the size', async () => {
  await fc.assert(
    fc.asyncProperty(
      race,
      fc.integer({ min: 1, max: 20 }),
      fc.option(fc.tuple(fc.nat(45), fc.nat(45))),
      async (blocks, pageSize, ends) => {
        const [first, last] = ends ?? [0, 45];
        const read: HistoryBlock[] = [];
        for await (const page of historyPages(storeOf(blocks).store, EVENT, pageSize, { first, last })) {
          expect(page.length).toBeLessThanOrEqual(pageSize);
          read.push(...page);
        }
        expect(read).toEqual(blocks.filter(({ minute }) => minute >= first && minute <= last));
      },
    ),
  );
});

it('asks about some pages at once of a race that is even, and for few over the years between two', async () => {
  const hour = (from: number): HistoryBlock[] =>
    Array.from({ length: 60 }, (_, i) => [1, 2, 3, 4, 5].map((car) => blockOf(from + i, car))).flat();
  const { store, asked } = storeOf([...hour(0), ...hour(2 * YEAR)]);
  let read = 0;
  const minutes = { first: 0, last: 2 * YEAR + 59 };
  for await (const page of historyPages(store, EVENT, 20, minutes)) read += page.length;
  expect(read).toBe(600);
  const ofOneRace = asked.filter(({ last }) => last < 60);
  expect(Math.max(...ofOneRace.map(({ blocks }) => blocks))).toBeLessThanOrEqual(2 * 20);
  expect(asked.length).toBeLessThan(90);
});
