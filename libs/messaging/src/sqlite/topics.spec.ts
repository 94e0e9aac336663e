import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { silentLogger, type Clock } from '@flagpost/platform';
import { virtualTime, type VirtualTime } from '@flagpost/testing';
import { topicsContract, topicsOverTimeContract } from '../contract-suite.js';
import type { StoredMessage, Topics } from '../port.js';
import { gate, inbox } from '../testing/inbox.js';
import { CARS, GROUP, TOPIC, publishAndKill } from '../testing/killed-process.js';
import { openDatabase, withoutFsync } from './database.js';
import { UnknownTopic, sqliteTopics } from './index.js';

const inFolder = () => mkdtemp(join(tmpdir(), 'flagpost-topics-'));

const inMovedTime = async () => {
  const folder = await inFolder();
  const time = virtualTime();
  return {
    open: async () =>
      sqliteTopics({ path: join(folder, 'topics.db'), clock: time, scheduler: time, logger: silentLogger }),
    elapse: (ms: number) => time.advance(ms),
    dispose: () => rm(folder, { recursive: true }),
  };
};
topicsContract('SQLite', inMovedTime);
topicsOverTimeContract('SQLite', inMovedTime);

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
    await new Promise<void>((onCaughtUp) =>
      topics.follow({
        topic,
        from: 'beginning',
        onBatch: async (batch) => void messages.push(...batch.messages),
        onCaughtUp,
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

  it('forgets old messages a bounded number at a time', async () => {
    await topics.define([{ name: 't', partitions: 1, kind: 'log', retainMs: 1_000 }]);
    const many = Array.from({ length: 25_000 }, (_, index) => ({ key: 'a', value: String(index) }));
    await topics.publish('t', many);
    const kept: number[] = [];
    for (let round = 0; round < 4; round++) {
      await time.advance(5_000);
      kept.push((await readAll('t')).length);
    }
    expect(kept).toEqual([15_000, 5_000, 1, 1]);
  });

  it('is durable by its settings, also after a write that needed no fsync', () => {
    const db = openDatabase(join(folder, 'other.db'));
    const setting = (name: string): unknown => Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0];
    const full = 2;
    expect(setting('journal_mode')).toBe('wal');
    expect(setting('synchronous')).toBe(full);
    const fail = (): never => {
      throw new Error('within');
    };
    expect(() => withoutFsync(db, fail)).toThrow('within');
    expect(setting('synchronous')).toBe(full);
    db.close();
  });

  it('of a newer version is refused', () => {
    const newer = join(folder, 'newer.db');
    const db = new DatabaseSync(newer);
    db.exec('PRAGMA user_version = 1000');
    db.close();
    expect(() => openDatabase(newer)).toThrow('newer version');
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
