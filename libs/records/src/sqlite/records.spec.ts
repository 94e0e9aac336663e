import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { recordsContract } from '../contract-suite.js';
import { sqliteRecords } from './index.js';

const inFolder = () => mkdtemp(join(tmpdir(), 'flagpost-records-'));

recordsContract('SQLite', async () => {
  const folder = await inFolder();
  return {
    open: async () => sqliteRecords({ path: join(folder, 'records.db') }),
    dispose: () => rm(folder, { recursive: true }),
  };
});

describe('the SQLite file of records', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await inFolder();
  });
  afterEach(() => rm(folder, { recursive: true }));

  const path = (): string => join(folder, 'records.db');
  const bytesOnDisk = async (): Promise<string> => {
    const files = await Promise.all(
      (await readdir(folder)).map((file) => readFile(join(folder, file), 'latin1')),
    );
    return files.join('');
  };

  it('holds no byte of a person who was erased, while it is in use', async () => {
    const records = sqliteRecords({ path: path() });
    const someone = { phone: null, bloodType: null, avatar: null };
    const add = (id: number, surname: string) =>
      records.people.put({ id, name: 'Ada', surname, email: `${surname}@example.org`, ...someone });
    await Promise.all(Array.from({ length: 200 }, (_, index) => add(index + 1, `Stays${index}`)));
    await add(1000, 'Unforgettable');
    await add(1000, 'Unforgotten');
    expect(await bytesOnDisk()).toContain('Unforgotten');
    await records.people.delete(1000);
    const left = await bytesOnDisk();
    expect(left).toContain('Stays199');
    expect(left.toLowerCase()).not.toContain('unforg');
    await records.close();
  });

  it('is durable by its settings', async () => {
    const records = sqliteRecords({ path: path() });
    await records.sequences.next('event');
    await records.close();
    const db = new DatabaseSync(path());
    expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    db.close();
  });

  it('of a newer version is refused', () => {
    const db = new DatabaseSync(path());
    db.exec('PRAGMA user_version = 1000');
    db.close();
    expect(() => sqliteRecords({ path: path() })).toThrow('newer version');
  });

  it('stores what still waits when it is closed', async () => {
    const records = sqliteRecords({ path: path() });
    const number = records.sequences.next('event');
    await records.close();
    expect(await number).toBe(1);
    const again = sqliteRecords({ path: path() });
    expect(await again.sequences.next('event')).toBe(2);
    await again.close();
  });
});
