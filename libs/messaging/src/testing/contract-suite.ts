/** The contract of the Topics port as jest tests for every adapter. Imported by specs only. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ConfigError } from '@flagpost/platform';
import {
  partitionOf,
  type Consumer,
  type StoredMessage,
  type TopicDefinition,
  type Topics,
} from '../port.js';
import { gate, inbox, lastOffset, message, numbered } from './inbox.js';

export interface TopicsUnderTest {
  /** Opens the same topics, for the first time or again. No other test uses the names defined here. */
  open(): Promise<Topics>;
  dispose(): Promise<void>;
}

/** Topics with a clock that tests can advance. */
export interface TopicsInTime extends TopicsUnderTest {
  /** Advances time; retention and compaction take place. */
  elapse(ms: number): Promise<void>;
}

const HOUR_MS = 3_600_000;

/** Opens the subject around each test and provides helpers. */
const bench = <S extends TopicsUnderTest>(make: () => Promise<S>) => {
  let subject: S;
  let topics: Topics;
  let serial = 0;
  const started: Consumer[] = [];
  const stopAll = async (): Promise<void> => {
    await Promise.all(started.splice(0).map((consumer) => consumer.stop()));
    await topics.close();
  };

  beforeEach(async () => {
    subject = await make();
    topics = await subject.open();
  });
  afterEach(async () => {
    await stopAll();
    await subject.dispose();
  });

  return {
    subject: () => subject,
    topics: () => topics,
    define: async (rest: Partial<TopicDefinition> = {}): Promise<string> => {
      const name = `contract.${++serial}`;
      expect(await topics.define([{ name, partitions: 1, kind: 'log', ...rest }])).toEqual([name]);
      return name;
    },
    reopen: async (): Promise<void> => {
      await stopAll();
      topics = await subject.open();
    },
    keep: <C extends Consumer>(consumer: C): C => {
      started.push(consumer);
      return consumer;
    },
    everything: async (topic: string): Promise<StoredMessage[]> => {
      const box = inbox();
      const caughtUp = gate();
      const follower = topics.follow({
        topic,
        from: 'beginning',
        onBatch: box.onBatch,
        onCaughtUp: caughtUp.open,
      });
      await caughtUp.opened;
      await follower.stop();
      return box.messages;
    },
  };
};

export const topicsContract = (adapter: string, make: () => Promise<TopicsUnderTest>): void => {
  describe(`Topics on ${adapter}`, () => {
    const { define, keep, everything, ...tools } = bench(make);
    let topics: Topics;
    beforeEach(() => void (topics = tools.topics()));
    const reopen = async (): Promise<void> => {
      await tools.reopen();
      topics = tools.topics();
    };

    it('keeps the order of each key, whatever the number of partitions', async () => {
      const topic = await define({ partitions: 3 });
      const keys = ['a', 'b', 'c', 'd', 'e'];
      await Promise.all(keys.map((key) => topics.publish(topic, numbered(key, 20))));
      await Promise.all(keys.map((key) => topics.publish(topic, numbered(key, 20, 20))));
      const stored = await everything(topic);
      for (const key of keys) {
        const values = stored.filter((each) => each.key === key).map(({ value }) => value);
        expect(values).toEqual(numbered(key, 40).map(({ value }) => value));
      }
    });

    it('numbers the messages of a partition upwards and tells its head with each batch', async () => {
      const topic = await define();
      const box = inbox();
      await topics.publish(topic, numbered('a', 5));
      keep(topics.consume({ topic, group: 'g', onBatch: box.onBatch, maxBatch: 2 }));
      await box.until(() => box.messages.length === 5);
      const offsets = box.messages.map(({ offset }) => offset);
      expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
      expect(new Set(offsets).size).toBe(5);
      const toCome = box.batches.map(({ head, messages }) => head - lastOffset(messages) - 1);
      expect(toCome).toEqual([3, 1, 0]);
    });

    it('has everything again when it is opened again', async () => {
      const topic = await define({ partitions: 2 });
      await topics.publish(topic, [...numbered('a', 10), ...numbered('b', 10)]);
      const byKey = async (): Promise<StoredMessage[]> =>
        (await everything(topic)).sort((a, b) => a.key.localeCompare(b.key) || a.offset - b.offset);
      const before = await byKey();
      await reopen();
      expect(await byKey()).toEqual(before);
      await topics.publish(topic, [message('a', 'later')]);
      expect((await everything(topic)).map(({ value }) => value)).toContain('later');
    });

    it('refuses a topic that has another number of partitions: its keys would change theirs', async () => {
      const topic = await define({ partitions: 3 });
      const wanted = { name: topic, partitions: 4, kind: 'log' } as const;
      await expect(topics.define([wanted])).rejects.toThrow(ConfigError);
      await expect(topics.define([wanted])).rejects.toThrow(/has 3 partitions and must have 4/);
    });

    it('changes nothing about a topic that exists', async () => {
      const topic = await define({ partitions: 3 });
      await topics.publish(topic, numbered('a', 3));
      expect(await topics.define([{ name: topic, partitions: 3, kind: 'compacted' }])).toEqual([]);
      await topics.publish(topic, numbered('a', 3, 3));
      expect((await everything(topic)).map(({ value }) => value)).toEqual(
        numbered('a', 6).map(({ value }) => value),
      );
    });

    it('resumes a group after the last batch it handled', async () => {
      const topic = await define();
      await topics.publish(topic, numbered('a', 4));
      const first = inbox();
      const consumer = topics.consume({ topic, group: 'g', onBatch: first.onBatch });
      await first.until(() => first.messages.length === 4);
      await consumer.stop();
      await reopen();
      await topics.publish(topic, numbered('a', 2, 4));
      const second = inbox();
      keep(topics.consume({ topic, group: 'g', onBatch: second.onBatch }));
      await second.until(() => second.messages.length >= 2);
      expect(second.values()).toEqual(['a#4', 'a#5']);
    });

    it('resumes a group where it was stopped in a backlog', async () => {
      const topic = await define({ partitions: 2 });
      const keys = ['a', 'b', 'c', 'd'];
      await Promise.all(keys.map((key) => topics.publish(topic, numbered(key, 1_000))));
      const first = inbox();
      const stops: Promise<void>[] = [];
      const consumer = topics.consume({
        topic,
        group: 'g',
        maxBatch: 100,
        onBatch: async (batch) => {
          await first.onBatch(batch);
          if (first.messages.length >= 1_500) stops.push(consumer.stop());
        },
      });
      await first.until(() => stops.length > 0);
      await Promise.all(stops);
      const handled = first.messages.length;
      expect(handled).toBeLessThan(4_000);
      const second = inbox();
      keep(topics.consume({ topic, group: 'g', onBatch: second.onBatch }));
      await second.until(() => handled + second.messages.length >= 4_000);
      const values = [...first.values(), ...second.values()];
      expect(values).toHaveLength(4_000);
      expect(new Set(values).size).toBe(4_000);
    });

    it('gives a group that never committed everything, and each group its own', async () => {
      const topic = await define();
      await topics.publish(topic, numbered('a', 3));
      const boxes = [inbox(), inbox()];
      boxes.forEach((box, index) =>
        keep(topics.consume({ topic, group: `g${index}`, onBatch: box.onBatch })),
      );
      await Promise.all(boxes.map((box) => box.until(() => box.messages.length === 3)));
      for (const box of boxes) expect(box.values()).toEqual(['a#0', 'a#1', 'a#2']);
    });

    it('repeats a batch whose handler failed, and says why the consumer ended', async () => {
      const topic = await define();
      await topics.publish(topic, numbered('a', 2));
      const failing = topics.consume({
        topic,
        group: 'g',
        onBatch: () => Promise.reject(new Error('cannot take it')),
      });
      await expect(failing.closed).rejects.toThrow('cannot take it');
      const box = inbox();
      keep(topics.consume({ topic, group: 'g', onBatch: box.onBatch }));
      await box.until(() => box.messages.length === 2);
      expect(box.values()).toEqual(['a#0', 'a#1']);
    });

    it('begins where startAt says, and at the committed offset where it says null', async () => {
      const topic = await define();
      await topics.publish(topic, numbered('a', 6));
      const offsets = (await everything(topic)).map(({ offset }) => offset);
      const fromThird = inbox();
      const consumer = topics.consume({
        topic,
        group: 'g',
        startAt: async () => offsets[3] ?? null,
        onBatch: fromThird.onBatch,
      });
      await fromThird.until(() => fromThird.messages.length >= 3);
      await consumer.stop();
      expect(fromThird.values()).toEqual(['a#3', 'a#4', 'a#5']);

      await topics.publish(topic, numbered('a', 1, 6));
      const fromCommitted = inbox();
      keep(topics.consume({ topic, group: 'g', startAt: async () => null, onBatch: fromCommitted.onBatch }));
      await fromCommitted.until(() => fromCommitted.messages.length >= 1);
      expect(fromCommitted.values()).toEqual(['a#6']);
    });

    it('delivers all messages in order, once, also to a consumer that takes them ahead of their commit', async () => {
      const topic = await define({ partitions: 2 });
      const box = inbox();
      const consumer = topics.consume({ topic, group: 'g', ahead: true, onBatch: box.onBatch });
      const keys = ['a', 'b', 'c'];
      for (let round = 0; round < 5; round += 1)
        await Promise.all(keys.map((key) => topics.publish(topic, numbered(key, 4, round * 4))));
      await box.until(() => box.messages.length >= 60);
      for (const { stored } of box.batches) await stored;
      for (const key of keys) expect(box.valuesOf(key)).toEqual(numbered(key, 20).map(({ value }) => value));
      const byOffset = (messages: readonly StoredMessage[]): unknown[] =>
        messages.map(({ key, value, offset }) => [key, offset, value]).sort();
      expect(byOffset(box.messages)).toEqual(byOffset(await everything(topic)));
      await consumer.stop();
      await reopen();
      await topics.publish(topic, numbered('a', 1, 20));
      const rest = inbox();
      keep(topics.consume({ topic, group: 'g', ahead: true, onBatch: rest.onBatch }));
      await rest.until(() => rest.messages.length >= 1);
      expect(rest.values()).toEqual(['a#20']);
    });

    it('shares the partitions among the members of a group, and hands over those of one that stops', async () => {
      const topic = await define({ partitions: 4 });
      const keys = Array.from({ length: 24 }, (_, index) => `car-${index}`);
      const shared = gate();
      const given: number[] = [];
      /** A member that knows its partitions. Rebalancing may take several rounds. */
      const member = () => {
        const box = inbox();
        const holds = new Set<number>();
        const consumer = topics.consume({
          topic,
          group: 'g',
          startAt: async (partition) => {
            holds.add(partition);
            if (members.length === 2 && members.every((each) => each.holds.size === 2)) shared.open();
            return null;
          },
          onRevoked: async (partition) => {
            holds.delete(partition);
            given.push(partition);
          },
          onBatch: box.onBatch,
        });
        return { box, holds, consumer: keep(consumer) };
      };
      const members = [member()];
      members.push(member());
      await shared.opened;
      const [left, right] = members.map(({ box }) => box) as [
        (typeof members)[0]['box'],
        (typeof members)[0]['box'],
      ];

      await topics.publish(
        topic,
        keys.map((key) => message(key, 'one')),
      );
      const both = (): number => left.messages.length + right.messages.length;
      await Promise.race([left, right].map((box) => box.until(() => both() === keys.length)));
      const partitionsOf = (box: typeof left): Set<number> =>
        new Set(box.batches.map(({ partition }) => partition));
      expect(partitionsOf(left).size).toBe(2);
      expect(partitionsOf(right).size).toBe(2);
      expect(new Set([...partitionsOf(left), ...partitionsOf(right)]).size).toBe(4);

      given.length = 0;
      await members[0]?.consumer.stop();
      expect(given).toEqual(expect.arrayContaining([...partitionsOf(left)]));
      right.messages.length = 0;
      await topics.publish(
        topic,
        keys.map((key) => message(key, 'two')),
      );
      await right.until(() => right.messages.length >= keys.length);
      expect(right.messages.map(({ key, value }) => `${key} ${value}`).sort()).toEqual(
        keys.map((key) => `${key} two`).sort(),
      );
    });

    it('hands a partition over only when the handler under way has returned', async () => {
      const topic = await define();
      await topics.publish(topic, numbered('a', 1));
      const [entered, mayReturn] = [gate(), gate()];
      const log: string[] = [];
      const first = topics.consume({
        topic,
        group: 'g',
        onBatch: async () => {
          entered.open();
          await mayReturn.opened;
          log.push('returned');
        },
        onRevoked: async () => void log.push('revoked'),
      });
      await entered.opened;
      const box = inbox();
      keep(
        topics.consume({
          topic,
          group: 'g',
          startAt: async () => {
            log.push('taken');
            return null;
          },
          onBatch: box.onBatch,
        }),
      );
      const stopped = first.stop();
      await topics.publish(topic, numbered('a', 1, 1));
      mayReturn.open();
      await stopped;
      await box.until(() => box.messages.length === 1);
      expect(log).toEqual(['returned', 'revoked', 'taken']);
      expect(box.values()).toEqual(['a#1']);
    });

    it('waits for a handler before it delivers more', async () => {
      const topic = await define({ partitions: 2 });
      let running = 0;
      let most = 0;
      const box = inbox();
      keep(
        topics.consume({
          topic,
          group: 'g',
          maxBatch: 3,
          onBatch: async (batch) => {
            most = Math.max(most, ++running);
            await topics.publish(topic, []);
            running--;
            await box.onBatch(batch);
          },
        }),
      );
      const keys = ['a', 'b', 'c', 'd'];
      await Promise.all(keys.map((key) => topics.publish(topic, numbered(key, 10))));
      await box.until(() => box.messages.length === 40);
      expect(most).toBe(1);
      expect(Math.max(...box.batches.map(({ messages }) => messages.length))).toBeLessThanOrEqual(3);
    });

    it('follows from the beginning, and says once when it has caught up', async () => {
      const topic = await define({ partitions: 2 });
      await topics.publish(topic, [...numbered('a', 3), ...numbered('b', 3), ...numbered('c', 3)]);
      const box = inbox();
      const caughtUpAt: number[] = [];
      const heads = await topics.heads(topic);
      const saidHeads: (readonly number[])[] = [];
      keep(
        topics.follow({
          topic,
          from: 'beginning',
          onBatch: box.onBatch,
          onCaughtUp(said) {
            caughtUpAt.push(box.messages.length);
            saidHeads.push(said);
          },
        }),
      );
      await box.until(() => caughtUpAt.length > 0);
      expect(caughtUpAt).toEqual([9]);
      await topics.publish(topic, numbered('a', 1, 3));
      await box.until(() => box.messages.length === 10);
      expect(box.valuesOf('a')).toEqual(['a#0', 'a#1', 'a#2', 'a#3']);
      expect(caughtUpAt).toEqual([9]);
      expect(saidHeads).toEqual([heads]);
    });

    it('is caught up at once with an empty topic', async () => {
      const topic = await define({ partitions: 2 });
      expect(await everything(topic)).toEqual([]);
    });

    it('follows from now on only', async () => {
      const topic = await define();
      await topics.publish(topic, numbered('a', 3));
      const box = inbox();
      const ready = gate();
      keep(topics.follow({ topic, from: 'now', onBatch: box.onBatch, onCaughtUp: ready.open }));
      await ready.opened;
      await topics.publish(topic, numbered('a', 2, 3));
      await box.until(() => box.messages.length >= 2);
      expect(box.values()).toEqual(['a#3', 'a#4']);
    });

    it('delivers nothing after a stop', async () => {
      const topic = await define();
      const box = inbox();
      const ready = gate();
      const follower = topics.follow({
        topic,
        from: 'beginning',
        onBatch: box.onBatch,
        onCaughtUp: ready.open,
      });
      await ready.opened;
      await follower.stop();
      await expect(follower.closed).resolves.toBeUndefined();
      await topics.publish(topic, numbered('a', 1));
      expect(await everything(topic)).toHaveLength(1);
      expect(box.messages).toEqual([]);
    });

    it('serves a volatile topic to who follows it', async () => {
      const topic = await define({ kind: 'volatile', partitions: 2 });
      const boxes = [inbox(), inbox()];
      for (const box of boxes) {
        const ready = gate();
        keep(topics.follow({ topic, from: 'now', onBatch: box.onBatch, onCaughtUp: ready.open }));
        await ready.opened;
      }
      await topics.publish(topic, [...numbered('a', 3), ...numbered('b', 3)]);
      for (const box of boxes) {
        await box.until(() => box.messages.length === 6);
        expect(box.valuesOf('a')).toEqual(['a#0', 'a#1', 'a#2']);
        expect(box.valuesOf('b')).toEqual(['b#0', 'b#1', 'b#2']);
      }
    });

    it('knows how much a group has not yet been handed', async () => {
      const topic = await define({ partitions: 2 });
      await topics.publish(topic, [...numbered('a', 4), ...numbered('b', 4)]);
      expect(await topics.lag(topic, 'g')).toEqual({ messages: 8 });
      const box = inbox();
      const consumer = topics.consume({ topic, group: 'g', onBatch: box.onBatch });
      await box.until(() => box.messages.length === 8);
      await consumer.stop();
      expect(await topics.lag(topic, 'g')).toEqual({ messages: 0 });
      await topics.publish(topic, numbered('a', 3, 4));
      expect(await topics.lag(topic, 'g')).toEqual({ messages: 3 });
      expect(await topics.lag(topic, 'another')).toEqual({ messages: 11 });
    });

    it('begins a partition again where it is told, and commits nothing of the batch under way', async () => {
      const topic = await define();
      await topics.publish(topic, numbered('a', 6));
      const [first] = await everything(topic);
      const places = [first?.offset ?? NaN, (first?.offset ?? NaN) + 4];
      const box = inbox();
      const consumer = topics.consume({
        topic,
        group: 'g',
        maxBatch: 2,
        startAt: async () => places.shift() ?? null,
        onBatch: async (batch) => {
          if (places.length > 0) consumer.beginAgain(batch.partition);
          else expect(await topics.lag(topic, 'g')).toEqual({ messages: 6 });
          await box.onBatch(batch);
        },
      });
      keep(consumer);
      await box.until(() => box.messages.length >= 4);
      expect(box.values()).toEqual(['a#0', 'a#1', 'a#4', 'a#5']);
    });

    it('begins a partition again also where newer messages of it were fetched already', async () => {
      const topic = await define({ partitions: 2 });
      const [one = '', other = ''] = [0, 1].map((index) =>
        ['a', 'b', 'c', 'd'].find((key) => partitionOf(key, 2) === index),
      );
      await topics.publish(topic, numbered(other, 2));
      const begin = (await everything(topic))[0]?.offset ?? NaN;
      const box = inbox();
      let since = Infinity;
      const consumer = topics.consume({
        topic,
        group: 'g',
        startAt: async (partition) => (partition === 1 ? begin : null),
        onBatch: async (batch) => {
          const values = batch.messages.map(({ value }) => value);
          // Both partitions have new messages when this one is read next: the other one waits for its turn.
          if (values.includes(`${one}#0`))
            await topics.publish(topic, [...numbered(one, 1, 1), ...numbered(other, 2, 2)]);
          if (values.includes(`${one}#1`)) {
            since = box.valuesOf(other).length;
            consumer.beginAgain(1);
          }
          await box.onBatch(batch);
        },
      });
      keep(consumer);
      await box.until(() => box.valuesOf(other).length === 2);
      await topics.publish(topic, numbered(one, 1));
      await box.until(() => box.valuesOf(other).slice(since).includes(`${other}#3`));
      expect(box.valuesOf(other).slice(since)).toEqual([0, 1, 2, 3].map((index) => `${other}#${index}`));
    });

    it('knows where its partitions end, and that it is well', async () => {
      const topic = await define({ partitions: 3 });
      const before = await topics.heads(topic);
      expect(before).toHaveLength(3);
      await topics.publish(topic, numbered('a', 4));
      const after = await topics.heads(topic);
      expect(after.map((head, partition) => head - (before[partition] ?? NaN))).toEqual(
        [0, 1, 2].map((partition) => (partition === partitionOf('a', 3) ? 4 : 0)),
      );
      expect(await topics.health()).toMatchObject({ ok: true });
    });
  });
};

/** Retention and compaction, for adapters whose clock can be advanced. */
export const topicsOverTimeContract = (adapter: string, make: () => Promise<TopicsInTime>): void => {
  describe(`Topics on ${adapter} over time`, () => {
    const { define, keep, everything, ...tools } = bench(make);
    let topics: Topics;
    beforeEach(() => void (topics = tools.topics()));
    const elapse = (ms: number): Promise<void> => tools.subject().elapse(ms);
    const reopen = async (): Promise<void> => {
      await tools.reopen();
      topics = tools.topics();
    };

    it('keeps the newest value of each key of a compacted topic', async () => {
      const topic = await define({ kind: 'compacted', partitions: 2 });
      await topics.publish(topic, [...numbered('a', 50), ...numbered('b', 50), ...numbered('c', 1)]);
      await elapse(HOUR_MS);
      const kept = await everything(topic);
      expect(kept.map(({ value }) => value).sort()).toEqual(['a#49', 'b#49', 'c#0']);
      await reopen();
      expect(await everything(topic)).toEqual(kept);
    });

    it('tells of a forgotten key, and in the end forgets the tombstone too', async () => {
      const topic = await define({ kind: 'compacted' });
      await topics.publish(topic, [message('a', 'old'), message('b', 'stays'), message('a', null)]);
      await elapse(HOUR_MS);
      const told = await everything(topic);
      expect(told.map(({ key, value }) => [key, value])).toEqual([
        ['b', 'stays'],
        ['a', null],
      ]);
      await topics.publish(topic, [message('c', 'newest')]);
      await elapse(48 * HOUR_MS);
      expect((await everything(topic)).map(({ key }) => key)).toEqual(['b', 'c']);
    });

    it('drops what is older than the retention, and goes on counting', async () => {
      const topic = await define({ retainMs: HOUR_MS });
      await topics.publish(topic, numbered('a', 5));
      const dropped = lastOffset(await everything(topic));
      await elapse(2 * HOUR_MS);
      await topics.publish(topic, numbered('a', 2, 5));
      await elapse(HOUR_MS / 2);
      await reopen();
      const kept = await everything(topic);
      expect(kept.map(({ value }) => value)).toEqual(['a#5', 'a#6']);
      expect(kept[0]?.offset).toBe(dropped + 1);
      const box = inbox();
      keep(topics.consume({ topic, group: 'late', onBatch: box.onBatch }));
      await box.until(() => box.messages.length >= 2);
      expect(box.values()).toEqual(['a#5', 'a#6']);
    });
  });
};
