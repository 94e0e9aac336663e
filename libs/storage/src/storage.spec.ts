import { statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@flagpost/testing';
import { systemScheduler } from '@flagpost/platform/system';
import { inlineStorage, workerStorage, type Storage, type StorageDied, type StorageFile } from './index.js';
import { file as notes, NoteTaken, pause } from './testing/notes.js';

type Notes = typeof notes extends {
  writes: (...given: never[]) => infer W;
  reads: (...given: never[]) => infer R;
}
  ? StorageFile<W & {}, R & {}>
  : never;

const EXECUTORS: readonly (readonly [string, (onDeath: (error: StorageDied) => void) => Storage])[] = [
  ['in its own threads', (onDeath) => workerStorage({ scheduler: systemScheduler, onDeath })],
  ["in the caller's thread", () => inlineStorage()],
];

describe.each(EXECUTORS)('a file whose operations run %s', (_, storageOf) => {
  let folder: string;
  let path: string;
  let storage: Storage;
  let file: Notes;
  let deaths: StorageDied[];
  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'flagpost-storage-')), 'data');
    await mkdir(folder);
    path = join(folder, 'notes.db');
    deaths = [];
    storage = storageOf((error) => deaths.push(error));
    file = storage.open(notes, { path });
  });
  afterEach(async () => {
    await file.close();
    await rm(join(folder, '..'), { recursive: true, force: true });
  });

  const stored = (): readonly unknown[] => {
    const db = new DatabaseSync(path, { readOnly: true });
    const names = db.prepare('SELECT name FROM note ORDER BY name').all();
    db.close();
    return names.map(({ name }) => name);
  };

  it('reads what it has written, and still does when it is opened again', async () => {
    await file.write('put', 'a', 'one');
    expect([await file.read('text', 'a'), await file.read('text', 'b')]).toEqual(['one', null]);
    await file.close();
    file = storage.open(notes, { path });
    expect(await file.read('names')).toEqual(['a']);
  });

  it('has written when it resolves, as another connection sees', async () => {
    await Promise.all([file.write('put', 'a', 'one'), file.write('put', 'b', 'two')]);
    expect(stored()).toEqual(['a', 'b']);
  });

  it('carries writes out in the order of the calls', async () => {
    const texts = Array.from({ length: 50 }, (_each, index) => `text ${index}`);
    await Promise.all(texts.map((text) => file.write('put', 'a', text)));
    expect(await file.read('text', 'a')).toBe('text 49');
  });

  it('rolls back alone what fails alone, and tells operations so', async () => {
    const [before, failed, after] = await Promise.allSettled([
      file.write('put', 'a', 'one'),
      file.write('putThenFail', 'b', 'out of range'),
      file.write('put', 'c', 'three'),
    ]);
    expect([before.status, failed.status, after.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(failed).toMatchObject({ reason: { name: 'RangeError', message: 'out of range' } });
    expect(await file.read('names')).toEqual(['a', 'c']);
    expect(await file.write('rolledBack')).toBe(1);
  });

  it('keeps the class of an error that the definition names', async () => {
    await file.write('put', 'a', 'one');
    const second = file.write('putNew', 'a', 'two');
    const other = file.write('putNew', 'b', 'two');
    await expect(second).rejects.toBeInstanceOf(NoteTaken);
    await other;
    expect(await file.read('names')).toEqual(['a', 'b']);
    expect(await file.write('rolledBack')).toBe(0);
  });

  it('collects the items of one turn into one call, each with its place', async () => {
    const put = file.collect('putAll', (names: readonly string[]) => [names, 'collected']);
    const [a, b] = [put('a', 1), put('b', 1)];
    expect([a.index, b.index]).toEqual([0, 1]);
    expect([await a.result, await b.result]).toEqual([2, 2]);
    expect(put('c', 1).index).toBe(0);
    await file.write('put', 'd', 'four');
    expect(stored()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('answers what is under way when it is closed, and refuses the rest', async () => {
    const put = file.collect('putAll', (names: readonly string[]) => [names, 'collected']);
    const underWay = [file.write('put', 'a', 'one'), put('b', 1).result];
    const closed = file.close();
    await expect(file.write('put', 'c', 'three')).rejects.toMatchObject({ name: 'StorageClosed' });
    await expect(put('c', 1).result).rejects.toMatchObject({ name: 'StorageClosed' });
    await closed;
    await Promise.all(underWay);
    await expect(file.read('names')).rejects.toMatchObject({ name: 'StorageClosed' });
    expect(await file.health()).toEqual({ ok: false });
    await file.close();
    expect(await readdir(folder)).toEqual(['notes.db']);
    expect(stored()).toEqual(['a', 'b']);
  });

  it('answers that it is unavailable while the disk is full, and goes on once there is room', async () => {
    await file.write('put', 'a', 'one');
    await file.write('mayGrowBy', 0);
    const large = 'x'.repeat(100_000);
    await expect(file.write('put', 'b', large)).rejects.toMatchObject({
      name: 'StorageUnavailable',
      message: 'The notes cannot be used now: the disk is full (database or disk is full).',
    });
    expect(await file.read('names')).toEqual(['a']);
    await file.write('mayGrowBy', null);
    await file.write('put', 'b', large);
    expect(await file.health()).toEqual({ ok: true });
    expect(stored()).toEqual(['a', 'b']);
  });

  it('answers that it is unavailable while its folder is gone, tells so, and goes on once it is back', async () => {
    await file.write('put', 'a', 'one');
    await rename(folder, `${folder}-elsewhere`);
    await expect(file.write('put', 'b', 'two')).rejects.toMatchObject({ name: 'StorageUnavailable' });
    expect(await file.health()).toEqual({
      ok: false,
      details: { error: 'The notes cannot be used now: the file is no longer in its folder.' },
    });
    await rename(`${folder}-elsewhere`, folder);
    expect(await file.health()).toEqual({ ok: true });
    await file.write('put', 'c', 'three');
    expect(stored()).toEqual(['a', 'c']);
  });

  it('holds nothing of what was deleted once the log is truncated', async () => {
    await file.write('put', 'a', 'unforgettable');
    await file.write('erase', 'a');
    await Promise.all([file.truncateLog(), file.write('put', 'b', 'two')]);
    await file.truncateLog();
    const bytes = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), 'latin1')),
    );
    expect(bytes.join('')).not.toContain('unforgettable');
    expect(stored()).toEqual(['b']);
  });

  it('stores what needs no sync of its own', async () => {
    await file.write('putLazily', 'a', 'one');
    await Promise.all([file.write('putLazily', 'b', 'two'), file.write('put', 'c', 'three')]);
    expect(stored()).toEqual(['a', 'b', 'c']);
  });

  it('is refused at once where the file cannot be opened', () => {
    expect(() => storage.open(notes, { path: join(folder, 'missing', 'notes.db') })).toThrow(
      'The notes cannot be used now: the file cannot be opened (unable to open database file).',
    );
  });
});

describe('a file whose operations run in its own threads', () => {
  let folder: string;
  let deaths: StorageDied[];
  let file: Notes;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flagpost-storage-'));
    deaths = [];
    const onDeath = (error: StorageDied): void => void deaths.push(error);
    file = workerStorage({ scheduler: systemScheduler, onDeath }).open(notes, {
      path: join(folder, 'notes.db'),
    });
  });
  afterEach(async () => {
    await file.close();
    await rm(folder, { recursive: true });
  });

  it('reads while a transaction is under way', async () => {
    const order: string[] = [];
    const write = file.write('putSlowly', 'a', 500).then(() => order.push('written'));
    const reads = async (): Promise<void> => {
      for (let read = 0; read < 5; read += 1) expect(await file.read('text', 'a')).toBeNull();
      order.push('read');
    };
    await Promise.all([write, reads()]);
    expect(order).toEqual(['read', 'written']);
  });

  it.each([
    ['ends', 'endThread', "The thread 'The notes' ended by itself."],
    ['breaks', 'breakThread', "The thread 'The notes' ended by itself: the thread is broken"],
  ] as const)(
    'rejects everything once when its thread %s, and reports it once',
    async (_, operation, message) => {
      await file.write('put', 'a', 'one');
      const outstanding = [
        file.write('putSlowly', 'b', 50),
        file.write(operation).then(() => file.write('putSlowly', 'c', 500)),
      ];
      const results = await Promise.allSettled(outstanding);
      expect(results.at(-1)).toMatchObject({ status: 'rejected', reason: { name: 'StorageDied', message } });
      await expect(file.write('put', 'd', 'four')).rejects.toMatchObject({ name: 'StorageDied' });
      await expect(file.read('names')).rejects.toMatchObject({ name: 'StorageDied' });
      expect(deaths).toMatchObject([{ name: 'StorageDied', message }]);
    },
  );

  it('stores and answers many writes within the turn of the event loop that asks for them', async () => {
    let isTurnOver = false;
    setImmediate(() => (isTurnOver = true));
    const outcomes: string[] = [];
    const told = (outcome: string) => (): void => void outcomes.push(outcome);
    while (outcomes.length === 0) {
      for (let each = 0; each < 50; each += 1)
        file.write('put', `note ${each}`, 'one').then(told('stored'), told('refused'));
      pause(1);
      await Promise.resolve();
    }
    expect([outcomes[0], isTurnOver]).toEqual(['stored', false]);
  });

  it('moves its write-ahead log into the file beside the commits', async () => {
    const text = 'x'.repeat(100_000);
    for (let each = 0; each < 60; each += 1) await file.write('put', `note ${each % 4}`, text);
    await until('the file to grow', () => statSync(join(folder, 'notes.db')).size > 4 * text.length);
  });
});
