import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { silentLogger } from '@flagpost/platform';
import { heldStorage, type HeldStorage } from '@flagpost/storage/testing';
import { until, virtualTime, type VirtualTime } from '@flagpost/testing';
import type { Batch, Topics } from '../port.js';
import { inbox } from '../testing/inbox.js';
import { sqliteTopics } from './index.js';

const GROUP = 'g';
const fix = (value: string, key = 'car') => ({ key, value });

describe('a consumer that reads ahead', () => {
  let time: VirtualTime;
  let storage: HeldStorage;
  let topics: Topics;
  beforeEach(async () => {
    time = virtualTime();
    storage = heldStorage();
    topics = sqliteTopics({ path: ':memory:', clock: time, scheduler: time, logger: silentLogger, storage });
    await topics.define([{ name: 't', partitions: 1, kind: 'log' }]);
  });
  afterEach(async () => {
    await storage.release();
    await topics.close();
  });
  const publish = (...values: string[]): Promise<void> => {
    const published = topics.publish(
      't',
      values.map((value) => fix(value)),
    );
    published.catch(() => undefined);
    return published;
  };
  const readAhead = (onBatch: (batch: Batch) => Promise<void>, startAt = async () => null as number | null) =>
    topics.consume({ topic: 't', group: GROUP, ahead: true, startAt, onBatch });
  /** While a commit takes long, readers are woken every 20 ms. */
  const turn = async (): Promise<void> => {
    await time.advance(20);
    await nextTurn();
  };
  const settled = async (promise: Promise<unknown> | undefined): Promise<string> => {
    const outcome = promise?.then(
      () => 'stored',
      () => 'failed',
    );
    return (await Promise.race([outcome, nextTurn('open')])) ?? 'durable';
  };

  it('gets messages while their commit waits, others get them after it', async () => {
    const [ahead, after] = [inbox(), inbox()];
    readAhead(ahead.onBatch);
    topics.follow({ topic: 't', from: 'now', onBatch: after.onBatch });
    await nextTurn();
    const published = publish('1', '2');
    await turn();
    expect([ahead.values(), after.values(), await settled(published)]).toEqual([['1', '2'], [], 'open']);
    expect(await settled(ahead.batches[0]?.stored)).toBe('open');
    expect(await topics.heads('t')).toEqual([0]);
    await storage.carryOut();
    await after.until(() => after.messages.length === 2);
    expect(await settled(ahead.batches[0]?.stored)).toBe('stored');
    void publish('3');
    await storage.carryOut();
    await ahead.until(() => ahead.messages.length === 3);
    expect(ahead.messages.map(({ offset }) => offset)).toEqual([0, 1, 2]);
  });

  it('commits its offset when the messages are durable', async () => {
    const box = inbox();
    readAhead(box.onBatch);
    void publish('1');
    await turn();
    await box.until(() => box.messages.length === 1);
    // A consumer of the same group that joins now would begin at what is durable.
    expect([await topics.heads('t'), await topics.lag('t', GROUP)]).toEqual([[0], { messages: 0 }]);
    await storage.carryOut();
    await until('it to be committed', async () => (await topics.lag('t', GROUP)).messages === 0);
    expect(await topics.heads('t')).toEqual([1]);
  });

  it('has everything of its own group and of later ones taken back if a commit fails', async () => {
    const box = inbox();
    readAhead(box.onBatch);
    const first = publish('1');
    await turn();
    storage.seal();
    const second = publish('2');
    await turn();
    expect(box.values()).toEqual(['1', '2']);
    expect(storage.fail()).toBe(true);
    await storage.carryOut();
    expect([await settled(first), await settled(second)]).toEqual(['failed', 'stored']);
    // The second is durable, at the offset at which the first was delivered.
    expect(await Promise.all(box.batches.map(({ stored }) => settled(stored)))).toEqual(['failed', 'failed']);
    void publish('3');
    await storage.carryOut();
    await turn();
    expect(box.values()).toEqual(['1', '2']);
    expect(await topics.heads('t')).toEqual([2]);
  });

  it('has a later group taken back if a commit that failed was stored all the same', async () => {
    const box = inbox();
    readAhead(box.onBatch);
    await nextTurn();
    void publish('1');
    await storage.loseAnswer();
    void publish('2');
    await turn();
    expect(box.messages.map(({ offset, value }) => [offset, value])).toEqual([[0, '2']]);
    await storage.carryOut();
    expect(await settled(box.batches[0]?.stored)).toBe('failed');
    expect(await topics.heads('t')).toEqual([2]);
  });

  it('goes on with what is durable when it begins the partition again', async () => {
    const box = inbox();
    let next = 0;
    const consumer = readAhead(
      async (batch) => {
        await box.onBatch(batch);
        batch.stored?.catch(() => consumer.beginAgain(batch.partition));
      },
      async () => next,
    );
    void publish('0');
    await storage.carryOut();
    await box.until(() => box.messages.length === 1);
    next = 1;
    void publish('lost');
    await turn();
    expect(box.values()).toEqual(['0', 'lost']);
    storage.fail();
    void publish('1');
    await storage.carryOut();
    await box.until(() => box.messages.length === 3);
    expect(box.messages.slice(2).map(({ offset, value }) => [offset, value])).toEqual([[1, '1']]);
  });

  it('reads, however commits fail, each durable message once since the partition began last', async () => {
    const step = fc.oneof(
      fc.record({ type: fc.constant('publish' as const), messages: fc.integer({ min: 1, max: 3 }) }),
      fc.constantFrom(
        { type: 'seal' as const },
        { type: 'carryOut' as const },
        { type: 'fail' as const },
        { type: 'loseAnswer' as const },
        { type: 'turn' as const },
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
        const name = 't';
        const held = heldStorage();
        const own = sqliteTopics({
          path: ':memory:',
          clock: time,
          scheduler: time,
          logger: silentLogger,
          storage: held,
        });
        await own.define([{ name, partitions: 2, kind: 'log' }]);
        /** What each partition has read since it began, and up to where that is durable. */
        const read: [Map<number, string>, Map<number, string>] = [new Map(), new Map()];
        const consumer = own.consume({
          topic: name,
          group: GROUP,
          ahead: true,
          startAt: async (partition) => {
            read[partition === 0 ? 0 : 1].clear();
            return 0;
          },
          async onBatch({ partition, messages, stored }) {
            stored?.catch(() => consumer.beginAgain(partition));
            const mine = read[partition === 0 ? 0 : 1];
            for (const { offset, value } of messages) {
              if (mine.has(offset)) throw new Error(`The offset ${offset} came twice.`);
              mine.set(offset, value ?? '');
            }
          },
        });
        let serial = 0;
        for (const each of steps) {
          if (each.type === 'publish') {
            const messages = Array.from({ length: each.messages }, () => {
              serial += 1;
              return fix(`v${serial}`, `car ${serial % 5}`);
            });
            own.publish(name, messages).catch(() => undefined);
          } else if (each.type === 'turn') await turn();
          else await held[each.type]();
        }
        await held.release();
        const durable: [Map<number, string>, Map<number, string>] = [new Map(), new Map()];
        await new Promise<void>((resolve) =>
          own.follow({
            topic: name,
            from: 'beginning',
            onBatch: async ({ partition, messages }) =>
              messages.forEach(({ offset, value }) =>
                durable[partition === 0 ? 0 : 1].set(offset, value ?? ''),
              ),
            onCaughtUp: () => resolve(),
          }),
        );
        await until('everything to be read', () =>
          [0, 1].every(
            (partition) => read[partition === 0 ? 0 : 1].size === durable[partition === 0 ? 0 : 1].size,
          ),
        );
        expect(read).toEqual(durable);
        await own.close();
        await consumer.closed;
      }),
      { numRuns: 150 },
    );
  });
});
