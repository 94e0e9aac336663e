import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { copyTogether } from './copy-together.js';

describe('copies of several files', () => {
  let folder: string;
  let written: DatabaseSync[];
  let count: number;

  const path = (name: string): string => join(folder, name);
  const copies = () => [
    { from: path('one.db'), to: path('one.copy') },
    { from: path('two.db'), to: path('two.copy') },
  ];
  /** A row in each file, the first one first, as a command leaves them. */
  const write = (): void => {
    count += 1;
    for (const db of written) db.prepare('INSERT INTO note VALUES (?, randomblob(4000))').run(count);
  };
  const notesIn = (name: string): { last: number; rows: number } => {
    const db = new DatabaseSync(path(name));
    const row = db.prepare('SELECT max(id) AS last, count(*) AS rows FROM note').get();
    expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    db.close();
    return { last: Number(row?.last), rows: Number(row?.rows) };
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flagpost-copies-'));
    count = 0;
    written = ['one.db', 'two.db'].map((name) => {
      const db = new DatabaseSync(path(name));
      db.exec('PRAGMA journal_mode = WAL; CREATE TABLE note (id INTEGER, text BLOB)');
      return db;
    });
  });
  afterEach(async () => {
    written.forEach((db) => db.isOpen && db.close());
    await rm(folder, { recursive: true });
  });

  it('hold what all had at one instant, whatever is written meanwhile', async () => {
    // Several turns of the copy: 16 MiB each.
    written.forEach((db) => db.exec('BEGIN'));
    for (let row = 0; row < 6_000; row += 1) write();
    written.forEach((db) => db.exec('COMMIT'));
    const before = count;
    const told: string[] = [];
    await copyTogether(copies(), ({ to }, share) => {
      told.push(`${to} ${share}`);
      write();
    });
    expect(count).toBeGreaterThan(before + 2);
    expect(notesIn('one.copy')).toEqual({ last: before, rows: before });
    expect(notesIn('two.copy')).toEqual({ last: before, rows: before });
    expect(notesIn('one.db').rows).toBe(count);
    expect(told.at(-1)).toBe(`${path('two.copy')} 1`);
  });

  it('are made of files that nobody has open', async () => {
    write();
    written.forEach((db) => db.close());
    await copyTogether(copies());
    expect([notesIn('one.copy'), notesIn('two.copy')]).toEqual([
      { last: 1, rows: 1 },
      { last: 1, rows: 1 },
    ]);
  });

  it('are refused where one of the files is missing, and no file is locked then', async () => {
    await rm(path('two.db'));
    await expect(copyTogether(copies())).rejects.toThrow('ENOENT');
    expect(await readdir(folder)).not.toContain('one.copy');
    written[0]?.prepare('INSERT INTO note VALUES (1, NULL)').run();
  });
});
