import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { silentLogger, type Clock } from '@flagpost/platform';
import { virtualTime, type VirtualTime } from '@flagpost/testing';
import { topicsContract, topicsOverTimeContract } from '../testing/contract-suite.js';
import type { Message, StoredMessage, Topics } from '../port.js';
import { gate, inbox } from '../testing/inbox.js';
import { CARS, GROUP, TOPIC, publishAndKill } from '../testing/killed-process.js';
import { inlineStorage, type Storage } from '@flagpost/storage';
import { threads } from '@flagpost/storage/testing';
import { UnknownTopic, sqliteTopics } from './index.js';

const inFolder = () => mkdtemp(join(tmpdir(), 'flagpost-topics-'));

/** More than the time between two cleanups. */
const TIDY_EVERY_MS = 5_000;

const inMovedTime = (storage: Storage) => async () => {
  const folder = await inFolder();
  const time = virtualTime();
  const parts = { path: join(folder, 'topics.db'), clock: time, scheduler: time, logger: silentLogger };
  let topics: Topics;
  let barriers = 0;
  /** What came due so far is carried out, also in another thread. */
  const settle = () => topics.define([{ name: `barrier ${++barriers}`, partitions: 1, kind: 'log' }]);
  return {
    open: async () => (topics = sqliteTopics({ ...parts, storage })),
    async elapse(ms: number) {
      await time.advance(ms);
      await settle();
      await time.advance(TIDY_EVERY_MS);
      await settle();
    },
    dispose: () => rm(folder, { recursive: true }),
  };
};
topicsContract('SQLite in this thread', inMovedTime(inlineStorage()));
topicsOverTimeContract('SQLite in this thread', inMovedTime(inlineStorage()));
topicsContract('SQLite in threads', inMovedTime(threads()));
topicsOverTimeContract('SQLite in threads', inMovedTime(threads()));

describe('the SQLite file of topics', () => {
  let folder: string;
  let path: string;
  let time: VirtualTime;
  let topics: Topics;
  const open = (clock: Clock = time): Topics =>
    sqliteTopics({ path, clock, scheduler: time, logger: silentLogger });

  beforeEach(async () => {
    folder = await inFolder();
    path = join(folder, 'topics.db');
    time = virtualTime();
    topics = open();
  });
  afterEach(async () => {
    await topics.close();
    await rm(folder, { recursive: true });
  });

  const readAll = async (topic: string): Promise<StoredMessage[]> => {
    const messages: StoredMessage[] = [];
    await new Promise<void>((resolve) =>
      topics.follow({
        topic,
        from: 'beginning',
        onBatch: async (batch) => void messages.push(...batch.messages),
        onCaughtUp: () => resolve(),
      }),
    );
    return messages;
  };

  it('stores publishes that arrive together in one transaction', async () => {
    await topics.close();
    let ticks = 0;
    topics = open({ now: () => ++ticks });
    await topics.define([{ name: 't', partitions: 4, kind: 'log' }]);
    const cars = Array.from({ length: 50 }, (_, car) => [{ key: `car-${car}`, value: 'x' }]);
    await Promise.all(cars.map((messages) => topics.publish('t', messages)));
    const transactions = new Set((await readAll('t')).map(({ storedAt }) => storedAt));
    expect(transactions.size).toBe(1);
    await topics.publish('t', [{ key: 'car-1', value: 'later' }]);
    expect(new Set((await readAll('t')).map(({ storedAt }) => storedAt)).size).toBe(2);
  });

  it('rejects what could not be stored, stores none of it and goes on', async () => {
    await topics.define([{ name: 't', partitions: 1, kind: 'log' }]);
    await topics.publish('t', [{ key: 'a', value: 'before' }]);
    const impossible = { key: 'a', value: {} as unknown as string };
    await expect(topics.publish('t', [{ key: 'a', value: 'half' }, impossible])).rejects.toThrow();
    await topics.publish('t', [{ key: 'a', value: 'after' }]);
    expect((await readAll('t')).map(({ offset, value }) => [offset, value])).toEqual([
      [0, 'before'],
      [1, 'after'],
    ]);
  });

  it('stores what still waits when it is closed, and refuses what comes later', async () => {
    await topics.define([{ name: 't', partitions: 1, kind: 'log' }]);
    const published = topics.publish('t', [{ key: 'a', value: 'last' }]);
    await topics.close();
    await published;
    await expect(topics.publish('t', [{ key: 'a', value: 'too late' }])).rejects.toThrow();
    topics = open();
    expect((await readAll('t')).map(({ value }) => value)).toEqual(['last']);
  });

  it('knows only topics that were defined', async () => {
    await expect(topics.publish('nowhere', [])).rejects.toThrow(UnknownTopic);
    const onBatch = async (): Promise<void> => undefined;
    expect(() => topics.follow({ topic: 'nowhere', from: 'now', onBatch })).toThrow(UnknownTopic);
  });

  it('begins at the head where a consumer asks for more than there is', async () => {
    await topics.define([{ name: 't', partitions: 1, kind: 'log' }]);
    await topics.publish('t', [{ key: 'a', value: 'old' }]);
    const asked = gate();
    const box = inbox();
    topics.consume({
      topic: 't',
      group: 'g',
      startAt: async () => {
        asked.open();
        return 500;
      },
      onBatch: box.onBatch,
    });
    await asked.opened;
    await nextTurn();
    await topics.publish('t', [{ key: 'a', value: 'new' }]);
    await box.until(() => box.messages.length === 1);
    expect(box.values()).toEqual(['new']);
  });

  it('leaves every partition free for the next member, whatever its handler says to that', async () => {
    await topics.define([{ name: 'laps', partitions: 4, kind: 'log' }]);
    const keys = Array.from({ length: 20 }, (_, car) => `car ${car}`);
    const read = inbox();
    const failing = topics.consume({
      topic: 'laps',
      group: 'a',
      onBatch: read.onBatch,
      onRevoked: () => Promise.reject(new Error('The state cannot be saved.')),
    });
    await topics.publish(
      'laps',
      keys.map((key) => ({ key, value: 'before' })),
    );
    await read.until(() => read.messages.length === keys.length);
    await failing.stop();
    await expect(failing.closed).rejects.toThrow('cannot be saved');

    const next = inbox();
    topics.consume({ topic: 'laps', group: 'a', onBatch: next.onBatch });
    await topics.publish(
      'laps',
      keys.map((key) => ({ key, value: 'after' })),
    );
    await next.until(() => next.messages.length === keys.length);
    expect(new Set(next.values())).toEqual(new Set(['after']));
  });

  it('never writes a volatile topic, and lets a slow follower lose the oldest', async () => {
    await topics.define([{ name: 'v', partitions: 1, kind: 'volatile' }]);
    const [entered, released] = [gate(), gate()];
    const box = inbox();
    topics.follow({
      topic: 'v',
      from: 'now',
      onBatch: async (batch) => {
        entered.open();
        await released.opened;
        await box.onBatch(batch);
      },
    });
    await topics.publish('v', [{ key: 'e', value: 'frame 0' }]);
    await entered.opened;
    for (let frame = 1; frame <= 3000; frame++) {
      await topics.publish('v', [{ key: 'e', value: `frame ${frame}` }]);
    }
    released.open();
    await box.until(() => box.values().includes('frame 3000'));
    const newest = Array.from({ length: 1000 }, (_, index) => `frame ${2001 + index}`);
    expect(box.values()).toEqual(['frame 0', ...newest]);
    const files = await Promise.all(
      (await readdir(folder)).map((file) => readFile(join(folder, file), 'latin1')),
    );
    expect(files.join('')).not.toContain('frame');
  });

  it('delivers nothing from memory that has expired', async () => {
    await topics.define([{ name: 't', partitions: 1, kind: 'log', retainMs: 1_000 }]);
    for (const value of ['old', 'newest']) await topics.publish('t', [{ key: 'a', value }]);
    await time.advance(10_000);
    expect((await readAll('t')).map(({ value }) => value)).toEqual(['newest']);
  });

  describe('with a count of what is read from the file', () => {
    let reads: string[];
    beforeEach(async () => {
      await topics.close();
      reads = [];
      const inner = inlineStorage();
      const counted: Storage = {
        open(definition, place) {
          const opened = inner.open(definition, place);
          return {
            ...opened,
            read(name, ...args) {
              reads.push(name);
              return opened.read(name, ...args);
            },
          };
        },
      };
      topics = sqliteTopics({ path, clock: time, scheduler: time, logger: silentLogger, storage: counted });
      await topics.define([{ name: 't', partitions: 2, kind: 'log' }]);
    });
    const values = (from: number, count: number): Message[] =>
      Array.from({ length: count }, (_, index) => ({
        key: `car ${index % 7}`,
        value: `fix ${from + index}`,
      }));
    const inOrder = (messages: readonly StoredMessage[]): void => {
      for (let car = 0; car < 7; car += 1) {
        const fixes = messages
          .filter(({ key }) => key === `car ${car}`)
          .map(({ value }) => Number(value?.slice(4)));
        expect(fixes).toEqual(fixes.toSorted((a, b) => a - b));
      }
    };

    it('delivers what was just written from memory', async () => {
      const [group, follower] = [inbox(), inbox()];
      topics.consume({ topic: 't', group: 'g', onBatch: group.onBatch });
      topics.follow({ topic: 't', from: 'now', onBatch: follower.onBatch });
      for (let commit = 0; commit < 20; commit += 1) await topics.publish('t', values(commit * 10, 10));
      await group.until(() => group.messages.length === 200);
      await follower.until(() => follower.messages.length === 200);
      expect(new Set(group.values())).toEqual(new Set(follower.values()));
      inOrder(group.messages);
      expect(reads).toEqual([]);
    });

    it('delivers a compacted topic from the file as it was, and then from memory, with every value', async () => {
      await topics.define([{ name: 'c', partitions: 1, kind: 'compacted' }]);
      for (const value of ['replaced', 'kept']) await topics.publish('c', [{ key: 'a', value }]);
      const box = inbox();
      topics.follow({ topic: 'c', from: 'beginning', onBatch: box.onBatch });
      await box.until(() => box.messages.length === 1);
      expect([box.values(), reads]).toEqual([['kept'], ['page']]);
      reads.length = 0;
      await topics.publish('c', [
        { key: 'a', value: 'newer' },
        { key: 'b', value: 'first' },
        { key: 'a', value: 'newest' },
        { key: 'b', value: null },
      ]);
      await box.until(() => box.messages.length === 5);
      expect(box.messages.map(({ offset, key, value }) => [offset, key, value])).toEqual([
        [1, 'a', 'kept'],
        [2, 'a', 'newer'],
        [3, 'b', 'first'],
        [4, 'a', 'newest'],
        [5, 'b', null],
      ]);
      expect(reads).toEqual([]);
    });

    it('keeps no replaced value of a compacted topic in memory for long', async () => {
      await topics.define([{ name: 'c', partitions: 1, kind: 'compacted' }]);
      const [entered, released] = [gate(), gate()];
      const box = inbox();
      topics.follow({
        topic: 'c',
        from: 'now',
        onBatch: async (batch) => {
          entered.open();
          await released.opened;
          await box.onBatch(batch);
        },
      });
      await topics.publish('c', [{ key: 'a', value: 'first' }]);
      await entered.opened;
      for (const value of ['replaced', 'kept']) await topics.publish('c', [{ key: 'a', value }]);
      await time.advance(2 * TIDY_EVERY_MS);
      released.open();
      await box.until(() => box.messages.length === 2);
      expect(box.values()).toEqual(['first', 'kept']);
    });

    it('reads pages of the file for a reader that lags, and goes on from memory without a gap', async () => {
      const [entered, released] = [gate(), gate()];
      const box = inbox();
      topics.consume({
        topic: 't',
        group: 'g',
        onBatch: async (batch) => {
          entered.open();
          await released.opened;
          await box.onBatch(batch);
        },
      });
      await topics.publish('t', values(0, 7));
      await entered.opened;
      const filler = 'x'.repeat(2_000);
      const many = values(7, 2_000).map(({ key, value }) => ({ key, value: `${value ?? ''} ${filler}` }));
      for (let at = 0; at < many.length; at += 100) await topics.publish('t', many.slice(at, at + 100));
      released.open();
      await box.until(() => box.messages.length === 2_007);
      expect(reads.length).toBeGreaterThan(2);
      expect(new Set(reads)).toEqual(new Set(['page']));
      for (const partition of [0, 1]) {
        const offsets = box.batches
          .filter((batch) => batch.partition === partition)
          .flatMap(({ messages }) => messages.map(({ offset }) => offset));
        expect(offsets).toEqual(offsets.map((_, index) => index));
      }
      reads.length = 0;
      await topics.publish('t', values(3_000, 7));
      await box.until(() => box.messages.length === 2_014);
      expect(reads).toEqual([]);
    });

    it('shows readers nothing before its commit', async () => {
      const box = inbox();
      topics.follow({ topic: 't', from: 'now', onBatch: box.onBatch });
      await nextTurn();
      const publish = { done: false };
      const published = topics.publish('t', values(0, 3)).then(() => (publish.done = true));
      while (!publish.done) {
        const heads = await topics.heads('t');
        expect([box.messages, heads]).toEqual([[], [0, 0]]);
        await nextTurn();
      }
      await published;
      await box.until(() => box.messages.length === 3);
    });
  });

  it('of a newer version is refused', () => {
    const newer = join(folder, 'newer.db');
    const db = new DatabaseSync(newer);
    db.exec('PRAGMA user_version = 1000');
    db.close();
    const options = { path: newer, clock: time, scheduler: time, logger: silentLogger };
    expect(() => sqliteTopics(options)).toThrow('newer version');
  });

  it('has, after kills, what was acknowledged, once and in order, and a group misses none of it', async () => {
    const stored: string[] = [];
    const handled = new Set<string>();
    for (let run = 0; run < 5; run++) {
      const words = await publishAndKill(path, run, 400 + 150 * run);
      expect(words.stored.length).toBeGreaterThan(0);
      stored.push(...words.stored);
      words.handled.forEach((value) => handled.add(value));
    }
    await topics.close();
    topics = open();

    const kept = (await readAll(TOPIC)).map(({ value }) => value ?? '');
    expect(new Set(kept).size).toBe(kept.length);
    expect(stored.filter((value) => !kept.includes(value))).toEqual([]);
    for (const run of [0, 1, 2, 3, 4]) {
      for (let car = 0; car < CARS; car++) {
        const mine = kept.filter((value) => value.startsWith(`${run}:${car}:`));
        expect(mine).toEqual(mine.map((_, number) => `${run}:${car}:${number}`));
        expect(mine.length % 2).toBe(0); // a publish of two is atomic
      }
    }

    const { messages: left } = await topics.lag(TOPIC, GROUP);
    expect(left).toBeLessThan(kept.length);
    const rest: string[] = [];
    await new Promise<void>((resolve) =>
      topics.consume({
        topic: TOPIC,
        group: GROUP,
        onBatch: async ({ messages }) => {
          rest.push(...messages.map(({ value }) => value ?? ''));
          if (rest.length === left) resolve();
        },
      }),
    );
    rest.forEach((value) => handled.add(value));
    expect(kept.filter((value) => !handled.has(value))).toEqual([]);
  }, 60_000);
});
