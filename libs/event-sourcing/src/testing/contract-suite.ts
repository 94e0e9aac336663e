/**
 * The contract of `EventStore` as jest tests for every adapter. Each test has a log of its own. A server may serve
 * other tests meanwhile, and is slower with concurrent calls.
 */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { until } from '@flagpost/testing';
import { RevisionConflict } from '../store.js';
import type { EventStore, ExpectedRevision, Position, RecordedEvent } from '../store.js';
import { anEvent } from './an-event.js';

/** One empty log. */
export interface StoreUnderTest {
  /** Opens the log; may be called again after `close` and then returns what was appended. */
  open(): Promise<EventStore>;
  dispose(): Promise<void>;
}

const LONG_MS = 60_000;

const numbers = (events: readonly RecordedEvent[]): unknown[] => events.map(({ data }) => data);
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const gate = (): { readonly opened: Promise<void>; open: () => void } => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
};

/**
 * Registers the suite. `underTest` is called before each test.
 */
export const eventStoreContract = (adapter: string, underTest: () => Promise<StoreUnderTest>): void => {
  describe(`event store: ${adapter}`, () => {
    let log: StoreUnderTest;
    let store: EventStore;
    beforeEach(async () => {
      log = await underTest();
      store = await log.open();
    });
    afterEach(async () => {
      await store.close();
      await log.dispose();
    });

    const appendNumbers = async (from: number, to: number): Promise<void> => {
      for (let number = from; number < to; number += 1)
        await store.append('numbers', [anEvent(number)], 'any');
    };

    describe('appends', () => {
      it('answers events as they are read back', async () => {
        const given = [
          anEvent(
            { text: 'é "\u2028"', list: [1, null, { deep: true }] },
            { occurredAt: 1_700_000_000_000.5 },
          ),
          anEvent(null),
          anEvent(1, {
            meta: { ...anEvent().meta, traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` },
          }),
          anEvent(2, { meta: { ...anEvent().meta, command: { name: 'count', id: 'command-1' } } }),
        ];
        const recorded = await store.append('a', given, 'noStream');
        expect(recorded).toMatchObject(given);
        expect(recorded.map(({ stream, revision }) => [stream, revision])).toEqual([
          ['a', 0],
          ['a', 1],
          ['a', 2],
          ['a', 3],
        ]);
        expect(recorded[0]?.meta).not.toHaveProperty('command');
        expect(recorded[1]).not.toHaveProperty('occurredAt');
        expect(await store.readStream('a')).toEqual(recorded);
        expect(await store.readAll(null, 10)).toEqual(recorded);
      });

      it('gives positions whose text order is the order of the log', async () => {
        await appendNumbers(0, 12);
        const positions = (await store.readAll(null, 100)).map(({ position }) => position);
        expect(new Set(positions).size).toBe(12);
        expect([...positions].sort()).toEqual(positions);
      });

      it('keeps what it recorded apart from what the caller holds', async () => {
        const data = { lap: 1 };
        const [recorded] = await store.append('a', [anEvent(data)], 'any');
        data.lap = 2;
        (recorded?.data as { lap: number }).lap = 3;
        expect(numbers(await store.readStream('a'))).toEqual([{ lap: 1 }]);
      });

      it('takes the time of an event that is copied from another store', async () => {
        const copied = await store.append('a', [anEvent(1, { recordedAt: 1_600_000_000_123 })], 'any');
        expect(copied).toMatchObject([{ recordedAt: 1_600_000_000_123 }]);
        expect(await store.readAll(null, 10)).toEqual(copied);
      });

      it('records nothing for no events', async () => {
        expect(await store.append('a', [], 'noStream')).toEqual([]);
        expect(await store.head()).toBeNull();
        expect(await store.readStream('a')).toEqual([]);
        expect(await store.append('a', [anEvent(1)], 'noStream')).toHaveLength(1);
      });
    });

    describe('expected revisions', () => {
      it('takes "no stream" once', async () => {
        await store.append('a', [anEvent(1)], 'noStream');
        await expect(store.append('a', [anEvent(2)], 'noStream')).rejects.toMatchObject({
          name: 'RevisionConflict',
          stream: 'a',
          expected: 'noStream',
          actual: 0,
        });
        expect(numbers(await store.readStream('a'))).toEqual([1]);
      });

      it('takes the exact revision and no other', async () => {
        await store.append('a', [anEvent(0), anEvent(1)], 'any');
        await expect(store.append('a', [anEvent('late')], 0)).rejects.toBeInstanceOf(RevisionConflict);
        await expect(store.append('a', [anEvent('early')], 2)).rejects.toMatchObject({ actual: 1 });
        const [third] = await store.append('a', [anEvent(2)], 1);
        expect(third?.revision).toBe(2);
        expect(numbers(await store.readStream('a'))).toEqual([0, 1, 2]);
      });

      it('refuses a revision of a stream that does not exist', async () => {
        await expect(store.append('a', [anEvent(1)], 0)).rejects.toMatchObject({ actual: -1 });
        expect(await store.head()).toBeNull();
      });

      it('takes "any" in both cases', async () => {
        await store.append('a', [anEvent(0)], 'any');
        await store.append('a', [anEvent(1)], 'any');
        expect(numbers(await store.readStream('a'))).toEqual([0, 1]);
      });

      it('lets one of many equal appends pass, whole, and fails the others alone', async () => {
        const rivals = upTo(20).map((rival) =>
          store.append('a', [anEvent(rival), anEvent(rival)], 'noStream'),
        );
        const neighbours = upTo(20).map((index) => store.append(`b-${index}`, [anEvent(index)], 'noStream'));
        const results = await Promise.allSettled(rivals);
        await Promise.all(neighbours);
        expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        for (const result of results)
          if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(RevisionConflict);
        const [first, second, ...more] = numbers(await store.readStream('a'));
        expect(first).toBe(second);
        expect(more).toEqual([]);
        expect(await store.readAll(null, 100)).toHaveLength(22);
      });
    });

    it(
      'agrees with a plain list of events on any run of appends, side by side or in turn',
      async () => {
        const appends = fc.array(
          fc.record({
            stream: fc.constantFrom('x', 'y'),
            size: fc.nat(3),
            expected: fc.oneof(fc.constantFrom<ExpectedRevision>('any', 'noStream'), fc.nat(6)),
            inTurn: fc.boolean(),
          }),
          { maxLength: 20 },
        );
        let run = 0;
        const agree = fc.asyncProperty(appends, async (list) => {
          run += 1;
          const head = await store.head();
          const model: string[] = [];
          const answers: Promise<boolean>[] = [];
          const wanted: boolean[] = [];
          for (const [index, { stream, size, expected, inTurn }] of list.entries()) {
            const name = `${stream}-${run}`;
            const texts = upTo(size).map((part) => `${name} ${index}.${part}`);
            const last = model.filter((text) => text.startsWith(`${name} `)).length - 1;
            const passes = expected === 'any' || (expected === 'noStream' ? -1 : expected) === last;
            wanted.push(passes);
            if (passes) model.push(...texts);
            const answer = store
              .append(
                name,
                texts.map((text) => anEvent(text)),
                expected,
              )
              .then(
                () => true,
                () => false,
              );
            answers.push(answer);
            if (inTurn) await answer;
          }
          expect(await Promise.all(answers)).toEqual(wanted);
          const all = await store.readAll(head, 1000);
          expect(all).toHaveLength(model.length);
          for (const name of [`x-${run}`, `y-${run}`]) {
            const events = await store.readStream(name);
            expect(numbers(events)).toEqual(model.filter((text) => text.startsWith(`${name} `)));
            expect(events.map(({ revision }) => revision)).toEqual(upTo(events.length));
            expect(all.filter(({ stream }) => stream === name)).toEqual(events);
          }
        });
        await fc.assert(agree, { numRuns: 60 });
      },
      LONG_MS,
    );

    describe('reads', () => {
      it('reads a stream from a revision', async () => {
        await appendNumbers(0, 5);
        expect(numbers(await store.readStream('numbers', 3))).toEqual([3, 4]);
        expect(await store.readStream('numbers', 5)).toEqual([]);
        expect(numbers(await store.readStream('numbers', 1, 2))).toEqual([1, 2]);
        expect(numbers(await store.readStream('numbers', 4, 2))).toEqual([4]);
        expect(await store.readStream('unknown')).toEqual([]);
      });

      it('pages through all streams, after a position', async () => {
        for (const number of upTo(10)) await store.append(`s-${number % 3}`, [anEvent(number)], 'any');
        const seen: unknown[] = [];
        let after: Position | null = null;
        for (;;) {
          const page: readonly RecordedEvent[] = await store.readAll(after, 4);
          expect(page.length).toBeLessThanOrEqual(4);
          seen.push(...numbers(page));
          const last = page.at(-1);
          if (last === undefined) break;
          after = last.position;
        }
        expect(seen).toEqual(upTo(10));
        expect(await store.head()).toBe(after);
      });
    });

    describe('subscriptions', () => {
      it('catches up, then follows, without gap or repeat, while others append', async () => {
        await appendNumbers(0, 40);
        const seen: unknown[] = [];
        const subscription = store.subscribeAll({
          after: null,
          batchSize: 7,
          onEvents: async (events) => void seen.push(...numbers(events)),
        });
        await appendNumbers(40, 80);
        await Promise.all(upTo(40).map((index) => store.append('numbers', [anEvent(80 + index)], 'any')));
        await until('120 events', () => seen.length >= 120);
        await appendNumbers(120, 121);
        await until('the 121st event', () => seen.length >= 121);
        await subscription.stop();
        expect(seen).toEqual(upTo(121));
      });

      it('resumes after a position', async () => {
        await appendNumbers(0, 10);
        const [fifth] = await store.readStream('numbers', 4);
        const seen: unknown[] = [];
        const subscription = store.subscribeAll({
          after: fifth?.position ?? null,
          onEvents: async (events) => void seen.push(...numbers(events)),
        });
        await until('5 events', () => seen.length >= 5);
        await subscription.stop();
        expect(seen).toEqual([5, 6, 7, 8, 9]);
      });

      it('lets a slow subscriber slow itself only', async () => {
        const slow: unknown[][] = [];
        const fast: unknown[] = [];
        const { opened, open } = gate();
        const first = store.subscribeAll({
          after: null,
          batchSize: 10,
          onEvents: async (events) => {
            slow.push(numbers(events));
            await opened;
          },
        });
        const second = store.subscribeAll({
          after: null,
          batchSize: 10,
          onEvents: async (events) => void fast.push(...numbers(events)),
        });
        await appendNumbers(0, 100);
        await until('100 events at the fast subscriber', () => fast.length >= 100);
        expect(slow).toHaveLength(1);
        open();
        await until('100 events at the slow subscriber', () => slow.flat().length >= 100);
        await Promise.all([first.stop(), second.stop()]);
        expect(slow.flat()).toEqual(upTo(100));
        expect(Math.max(...slow.map((batch) => batch.length))).toBeLessThanOrEqual(10);
        expect(fast).toEqual(upTo(100));
      });

      it('delivers nothing after it was stopped, and waits for the handler under way', async () => {
        const seen: unknown[] = [];
        const entered = gate();
        const leave = gate();
        const subscription = store.subscribeAll({
          after: null,
          onEvents: async (events) => {
            entered.open();
            await leave.opened;
            seen.push(...numbers(events));
          },
        });
        await appendNumbers(0, 1);
        await entered.opened;
        await appendNumbers(1, 2);
        const stopped = subscription.stop();
        leave.open();
        await stopped;
        await subscription.closed;
        expect(seen).toEqual([0]);
        await appendNumbers(2, 3);
        await nextTurn();
        expect(seen).toEqual([0]);
      });

      it('ends with the error of its handler', async () => {
        const subscription = store.subscribeAll({
          after: null,
          onEvents: () => Promise.reject(new Error('cannot take it')),
        });
        const ended = expect(subscription.closed).rejects.toThrow('cannot take it');
        await appendNumbers(0, 1);
        await ended;
        await subscription.stop();
        await appendNumbers(1, 2);
        expect(numbers(await store.readStream('numbers'))).toEqual([0, 1]);
      });
    });

    describe('closing and opening', () => {
      it('goes on where it was', async () => {
        await appendNumbers(0, 3);
        const before = await store.readAll(null, 10);
        await store.close();
        store = await log.open();
        expect(await store.readAll(null, 10)).toEqual(before);
        await expect(store.append('numbers', [anEvent(9)], 'noStream')).rejects.toMatchObject({ actual: 2 });
        const [next] = await store.append('numbers', [anEvent(3)], 2);
        expect(next?.revision).toBe(3);
        expect(next && before.every(({ position }) => position < next.position)).toBe(true);
      });

      it('answers appends under way, ends subscriptions, and takes nothing more', async () => {
        const subscription = store.subscribeAll({ after: null, onEvents: async () => undefined });
        const underWay = store.append('numbers', [anEvent(0)], 'any');
        await store.close();
        await subscription.closed;
        expect(await underWay).toHaveLength(1);
        await expect(store.append('numbers', [anEvent(1)], 'any')).rejects.toThrow();
        store = await log.open();
        expect(numbers(await store.readStream('numbers'))).toEqual([0]);
      });
    });
  });
};
