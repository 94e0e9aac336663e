import { mkdir, mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { inlineStorage } from '@flagpost/storage';
import { threads } from '@flagpost/storage/testing';
import { eventStoreContract } from '../testing/contract-suite.js';
import { createCommandHandler } from '../command-handler.js';
import type { Decider } from '../command-handler.js';
import { anEvent } from '../testing/an-event.js';
import { createUpcast } from '../upcast.js';
import { EventLogInUse, sqliteEventStore } from './index.js';
import { prepareLog } from './schema.js';

const clock = { now: () => 1_700_000_000_000 };
const aFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'flagpost-events-'));

describe.each([
  ['in threads', threads],
  ["in the caller's thread", inlineStorage],
])('%s', (_, storageOf) => {
  eventStoreContract('sqlite', async () => {
    const folder = await aFolder();
    const storage = storageOf();
    return {
      open: async () => sqliteEventStore({ path: join(folder, 'events.sqlite'), clock, storage }),
      dispose: () => rm(folder, { recursive: true }),
    };
  });
});

describe('the SQLite event store', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await aFolder();
    path = join(folder, 'events.sqlite');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('lets 32 parallel commands on one stream all succeed', async () => {
    const store = sqliteEventStore({ path, clock });
    const laps: Decider<'cross', { type: 'LapCompleted'; data: { lap: number } }, number> = {
      initialState: 0,
      decide: (_, completed) => [{ type: 'LapCompleted', data: { lap: completed + 1 } }],
      evolve: (_, { data }) => data.lap,
    };
    let minted = 0;
    const uuid = (): string => `id-${(minted += 1)}`;
    const handle = createCommandHandler({ store, upcast: createUpcast(), ids: { uuid, token: uuid } });
    const context = { actorId: 1, actorRoles: [], clubId: null, correlationId: 'c' };
    const numbers = Array.from({ length: 32 }, (_, index) => index);
    await Promise.all(
      numbers.map((n) => handle('laps-1', laps, 'cross', { ...context, commandId: `command-${n}` })),
    );
    const events = await store.readStream('laps-1');
    expect(events.map(({ data, meta }) => [data, meta.causationId])).toEqual(
      numbers.map((n) => [{ lap: n + 1 }, `command-${n}`]),
    );
    await store.close();
  });

  it('commits what arrives together together', async () => {
    let commits = 0;
    const store = sqliteEventStore({ path, clock: { now: () => (commits += 1) } });
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => store.append(`s-${index}`, [anEvent()], 'noStream')),
    );
    await store.append('later', [anEvent()], 'noStream');
    const recordedAt = (await store.readAll(null, 100)).map((event) => event.recordedAt);
    expect(recordedAt).toEqual([...Array.from({ length: 50 }, () => 1), 2]);
    await store.close();
  });

  it('tells how many events each transaction wrote', async () => {
    const appended: number[] = [];
    const store = sqliteEventStore({ path, clock, onAppended: (events) => appended.push(events) });
    await Promise.allSettled([
      store.append('a', [anEvent('One'), anEvent('Two')], 'noStream'),
      store.append('b', [anEvent('Three')], 'noStream'),
      store.append('a', [anEvent('Refused')], 'noStream'),
    ]);
    await store.append('a', [], 'any');
    expect(appended).toEqual([3]);
    await store.close();
  });

  it('fails only the append whose data is no JSON', async () => {
    const store = sqliteEventStore({ path, clock });
    const good = store.append('a', [anEvent(1)], 'any');
    await expect(store.append('a', [anEvent(2n)], 'any')).rejects.toThrow(TypeError);
    expect(await good).toHaveLength(1);
    await store.close();
  });

  it('rolls a failing transaction back whole and goes on', async () => {
    const store = sqliteEventStore({ path, clock });
    await store.append('a', [anEvent(0)], 'any');
    const intruder = new DatabaseSync(path);
    intruder.exec(`CREATE TRIGGER full_disk BEFORE INSERT ON events WHEN NEW.data = '"last straw"'
      BEGIN SELECT RAISE(ABORT, 'disk is full'); END`);
    const appends = [
      store.append('b', [anEvent(1)], 'any'),
      store.append('a', [anEvent(1), anEvent('last straw')], 'any'),
    ];
    for (const { status } of await Promise.allSettled(appends)) expect(status).toBe('rejected');
    expect(await store.readAll(null, 10)).toHaveLength(1);
    intruder.exec('DROP TRIGGER full_disk');
    intruder.close();
    expect(await store.append('a', [anEvent(1)], 0)).toHaveLength(1);
    await store.close();
  });

  it('runs on a write-ahead log that is synced at every commit', () => {
    const db = new DatabaseSync(path);
    db.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF');
    prepareLog(db);
    expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    expect(db.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
    db.close();
    expect(() => prepareLog(new DatabaseSync(':memory:'))).toThrow('SQLite refused WAL');
  });

  it('is opened for writing once at a time', async () => {
    const store = sqliteEventStore({ path, clock });
    expect(() => sqliteEventStore({ path, clock })).toThrow(EventLogInUse);
    await store.close();
    await store.close();
    await sqliteEventStore({ path, clock }).close();
  });

  it('refuses a log of a newer layout, and what is no log, and leaves both unlocked', async () => {
    await mkdir(path);
    expect(() => sqliteEventStore({ path, clock })).toThrow('unable to open database file');
    await rmdir(path);
    const db = new DatabaseSync(path);
    db.exec('PRAGMA user_version = 2');
    expect(() => sqliteEventStore({ path, clock })).toThrow(
      'The event log has layout 2, this program supports 1.',
    );
    db.exec('PRAGMA user_version = 0');
    db.close();
    await sqliteEventStore({ path, clock }).close();
    const other = join(folder, 'letter.txt');
    await writeFile(other, 'Dear clerk of the course, '.repeat(100));
    expect(() => sqliteEventStore({ path: other, clock })).toThrow('file is not a database');
    expect(() => sqliteEventStore({ path: other, clock })).toThrow('file is not a database');
  });
});
