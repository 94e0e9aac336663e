import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encodeFrame } from './frames.js';
import { messageTables, type MessageTables, type PageQuery } from './message-tables.js';
import { createTopic, prepareSchema } from './schema.js';

const PARTITIONS = 3;

describe('the tables of a log', () => {
  let db: DatabaseSync;
  let log: MessageTables;
  const open = (): void => {
    db = new DatabaseSync(':memory:');
    prepareSchema(db);
    log = messageTables(db, createTopic(db, { name: 't', partitions: PARTITIONS, kind: 'log' }));
  };
  beforeEach(open);
  afterEach(() => db.close());

  const query = (partition: number, rest: Partial<PageQuery> = {}): PageQuery => ({
    partition,
    from: 0,
    below: Infinity,
    limit: 1_000,
    characters: 1_000_000,
    ...rest,
  });
  const rowOf = (partitions: readonly number[]): string =>
    partitions.map((partition) => encodeFrame(partition, { key: 'k', value: `in ${partition}` })).join('');

  it('give every page of every partition, however the messages lie in rows', () => {
    const rows = fc.array(fc.array(fc.nat(PARTITIONS - 1), { minLength: 1, maxLength: 8 }), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(
        rows,
        fc.nat(30),
        fc.nat(40),
        fc.integer({ min: 1, max: 12 }),
        (all, from, below, limit) => {
          db.close();
          open();
          all.forEach((row, index) => log.append([rowOf(row)], index));
          for (let partition = 0; partition < PARTITIONS; partition += 1) {
            const messages = all.flatMap((row, storedAt) =>
              row
                .filter((each) => each === partition)
                .map(() => ({ storedAt, key: 'k', value: `in ${partition}` })),
            );
            const expected = messages
              .map((message, offset) => ({ ...message, offset }))
              .filter(({ offset }) => offset >= from && offset < below)
              .slice(0, limit);
            expect(log.page(query(partition, { from, below, limit }))).toEqual(expected);
            expect(log.heads()[partition]).toBe(messages.length);
            expect(log.firsts()[partition]).toBe(0);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('end a page with the message that makes it long enough', () => {
    log.append([rowOf(Array<number>(10).fill(0))], 1);
    expect(log.page(query(0, { characters: 1 }))).toHaveLength(1);
    expect(log.page(query(0, { characters: 55 }))).toHaveLength(10);
    expect(log.page(query(0, { characters: 11 }))).toHaveLength(3);
  });

  it('tell the heads before each append', () => {
    expect(log.append([rowOf([0, 0, 2])], 1)).toEqual([0, 0, 0]);
    expect(log.append([rowOf([1]), rowOf([2])], 2)).toEqual([2, 0, 1]);
    expect(log.heads()).toEqual([2, 1, 2]);
  });

  it('forget a bounded number of rows at a time, and keep the newest, which says where they end', () => {
    log.append(
      Array.from({ length: 5_000 }, () => rowOf([0])),
      1,
    );
    const kept: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      log.forget(1_000);
      kept.push(log.page(query(0, { limit: 10_000 })).length);
    }
    expect(kept).toEqual([3_000, 1_000, 1, 1]);
    expect([log.heads(), log.firsts()]).toEqual([
      [5_000, 0, 0],
      [4_999, 0, 0],
    ]);
    expect(log.page(query(0)).map(({ offset }) => offset)).toEqual([4_999]);
  });

  it('forget nothing that has not expired', () => {
    [10, 20, 30].forEach((storedAt) => log.append([rowOf([1])], storedAt));
    log.forget(20);
    expect(log.page(query(1)).map(({ storedAt }) => storedAt)).toEqual([20, 30]);
  });
});
