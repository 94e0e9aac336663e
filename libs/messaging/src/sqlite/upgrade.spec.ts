import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { silentLogger } from '@flagpost/platform';
import { virtualTime, type VirtualTime } from '@flagpost/testing';
import type { StoredMessage, Topics } from '../port.js';
import { inbox } from '../testing/inbox.js';
import { sqliteTopics, sqliteTopicsArchive } from './index.js';
import { prepareSchema } from './schema.js';

/** The tables as version 1 made them. */
const VERSION_1 = `
  CREATE TABLE topic (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, partitions INTEGER NOT NULL, kind TEXT NOT NULL,
    retain_ms INTEGER) STRICT;
  CREATE TABLE group_offset (topic_id INTEGER NOT NULL, group_name TEXT NOT NULL, partition INTEGER NOT NULL,
    next_offset INTEGER NOT NULL, PRIMARY KEY (topic_id, group_name, partition)) STRICT, WITHOUT ROWID;
  INSERT INTO topic VALUES (1, 'positions', 2, 'log', 1000), (2, 'setup', 1, 'compacted', NULL);
  CREATE TABLE message_1_0 (offset INTEGER PRIMARY KEY, stored_at INTEGER NOT NULL, key TEXT NOT NULL, value TEXT) STRICT;
  CREATE TABLE message_1_1 (offset INTEGER PRIMARY KEY, stored_at INTEGER NOT NULL, key TEXT NOT NULL, value TEXT) STRICT;
  CREATE TABLE message_2_0 (offset INTEGER PRIMARY KEY, stored_at INTEGER NOT NULL, key TEXT NOT NULL UNIQUE,
    value TEXT) STRICT;
  CREATE INDEX message_2_0_tombstone ON message_2_0 (stored_at) WHERE value IS NULL;
  INSERT INTO message_1_0 VALUES (4, 100, 'a', 'a#1'), (5, 100, 'a', 'a#2'), (6, 200, 'a', 'a#3');
  INSERT INTO message_1_1 VALUES (0, 100, 'b', 'b#1'), (1, 200, 'b', 'b#2');
  INSERT INTO message_2_0 VALUES (7, 100, 'race', 'its setup');
  INSERT INTO group_offset VALUES (1, 'engine', 0, 5), (1, 'engine', 1, 1);
  PRAGMA user_version = 1;
`;

describe('a file of topics that version 1 wrote', () => {
  let folder: string;
  let path: string;
  let time: VirtualTime;
  let topics: Topics | undefined;
  const open = (): Topics =>
    (topics = sqliteTopics({ path, clock: time, scheduler: time, logger: silentLogger }));
  const close = async (): Promise<void> => {
    await topics?.close();
    topics = undefined;
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flagpost-upgrade-'));
    path = join(folder, 'topics.db');
    time = virtualTime(500);
    const db = new DatabaseSync(path);
    db.exec(`PRAGMA journal_mode = WAL; ${VERSION_1}`);
    db.close();
  });
  afterEach(async () => {
    await close();
    await rm(folder, { recursive: true });
  });

  const readAll = async (topic: string): Promise<StoredMessage[]> => {
    const box = inbox();
    await new Promise<void>((resolve) =>
      topics?.follow({ topic, from: 'beginning', onBatch: box.onBatch, onCaughtUp: () => resolve() }),
    );
    return box.messages;
  };
  const valuesOf = async (topic: string, key: string) =>
    (await readAll(topic)).filter((each) => each.key === key).map(({ offset, value }) => [offset, value]);

  it('is read, and goes on with the next offsets', async () => {
    const opened = open();
    expect(await opened.heads('positions')).toEqual([7, 2]);
    await opened.publish('positions', [
      { key: 'a', value: 'a#4' },
      { key: 'b', value: 'b#3' },
    ]);
    const all = [
      [4, 'a#1'],
      [5, 'a#2'],
      [6, 'a#3'],
      [7, 'a#4'],
    ];
    expect(await valuesOf('positions', 'a')).toEqual(all);
    await close();
    open();
    expect(await valuesOf('positions', 'a')).toEqual(all);
    expect(await valuesOf('positions', 'b')).toEqual([
      [0, 'b#1'],
      [1, 'b#2'],
      [2, 'b#3'],
    ]);
    expect(await valuesOf('setup', 'race')).toEqual([[7, 'its setup']]);
  });

  it('lets a group go on where it was', async () => {
    const opened = open();
    expect(await opened.lag('positions', 'engine')).toEqual({ messages: 3 });
    const box = inbox();
    opened.consume({ topic: 'positions', group: 'engine', onBatch: box.onBatch });
    await opened.publish('positions', [{ key: 'b', value: 'b#3' }]);
    await box.until(() => box.messages.length === 4);
    expect([box.valuesOf('b'), box.valuesOf('a')]).toEqual([
      ['b#2', 'b#3'],
      ['a#2', 'a#3'],
    ]);
  });

  it('loses its old messages with their retention, and no offset with them', async () => {
    const opened = open();
    await time.advance(10_000);
    expect((await readAll('positions')).map(({ value }) => value)).toEqual(['a#3', 'b#2']);
    await opened.publish('positions', [{ key: 'a', value: 'a#4' }]);
    await time.advance(5_000);
    expect(await valuesOf('positions', 'a')).toEqual([[7, 'a#4']]);
    await close();
    expect(await open().heads('positions')).toEqual([8, 2]);
    expect(await valuesOf('positions', 'b')).toEqual([]);
    await topics?.publish('positions', [{ key: 'b', value: 'b#3' }]);
    expect(await valuesOf('positions', 'b')).toEqual([[2, 'b#3']]);
  });

  it('is brought to this version by the next start, at whichever step the former was killed', async () => {
    const versionOf = (): unknown => {
      const db = new DatabaseSync(path);
      const version = db.prepare('PRAGMA user_version').get()?.user_version;
      db.close();
      return version;
    };
    let steps = 0;
    for (let failing = 1; versionOf() === 1; failing += 1) {
      const db = new DatabaseSync(path);
      steps = 0;
      const dying = new Proxy(db, {
        get(target, name: keyof DatabaseSync) {
          const member: unknown = target[name];
          if (typeof member !== 'function') return member;
          return (...args: unknown[]): unknown => {
            if (name === 'exec' && ++steps === failing) {
              db.close();
              throw new Error('killed');
            }
            return member.apply(target, args);
          };
        },
      });
      try {
        prepareSchema(dying);
        db.close();
      } catch (error) {
        expect(error).toEqual(new Error('killed'));
        expect(versionOf()).toBe(1);
      }
    }
    expect(steps).toBeGreaterThan(3);
    open();
    expect(await readAll('positions')).toHaveLength(5);
  });

  it('can be copied', () => {
    const archive = sqliteTopicsArchive(path);
    expect(archive.read('positions', 0, 5, 10).map(({ offset, value }) => [offset, value])).toEqual([
      [5, 'a#2'],
      [6, 'a#3'],
    ]);
    expect(archive.committed('positions', 'engine', 0)).toBe(5);
    archive.close();
  });

  it('is afterwards a newer one for version 1, which refuses it', async () => {
    open();
    await close();
    const db = new DatabaseSync(path);
    expect(db.prepare('PRAGMA user_version').get()?.user_version).toBe(2);
    db.close();
  });
});
