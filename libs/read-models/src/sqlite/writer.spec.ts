import { beforeEach, expect, it } from '@jest/globals';
import type { DatabaseSync } from 'node:sqlite';
import type { Position } from '@flagpost/event-sourcing';
import { lapCount } from '../testing/lap-count.js';
import { openViews } from './database.js';
import { shapesOf } from './keys.js';
import { createViewsWriter, type ViewsWriter } from './writer.js';

const at = (count: number): Position => String(count).padStart(16, '0') as Position;
const PROJECTION = lapCount();
const SHAPES = shapesOf([PROJECTION]);

let db: DatabaseSync;
let writer: ViewsWriter;
beforeEach(async () => {
  db = openViews(':memory:', [PROJECTION], SHAPES);
  writer = createViewsWriter(db, SHAPES, (work) => work());
  await writer.drop(PROJECTION.name, 1, PROJECTION.views);
});

const counts = () => writer.views.get('lap-count')!;
const save = (count: number, after: number | null) =>
  writer.saveCheckpoint(
    PROJECTION.name,
    { version: 1, position: at(count) },
    after === null ? null : at(after),
  );
const rows = () => db.prepare('SELECT count(*) AS rows FROM "view_lap-count"').get()?.['rows'];
/** Lets the file grow by so many pages. */
const room = (pages: number): void => {
  const { page_count: used } = db.prepare('PRAGMA page_count').get() as { page_count: number };
  db.exec(`PRAGMA max_page_count = ${used + pages}`);
};
const write = (from: number, to: number): void => {
  for (let car = from; car < to; car += 1)
    counts().write(car, { document: { car, padding: 'x'.repeat(1_000) }, position: at(car) });
};

it('loses nothing when the disk is full, and goes on once there is room', async () => {
  write(1, 100);
  await save(100, null);
  room(10);
  write(100, 700);
  await expect(save(700, 100)).rejects.toThrow('full');
  expect(db.isTransaction).toBe(false);
  expect(rows()).toBe(99);
  expect(counts().read(650)?.position).toBe(at(650));

  room(1_000_000);
  await save(700, 100);
  expect(rows()).toBe(699);
  expect(writer.checkpoint(PROJECTION.name)?.position).toBe(at(700));
  db.exec('BEGIN; ROLLBACK');
  expect(rows()).toBe(699);
});

it('commits the checkpoint that was saved by then, not one that is saved while slices are written', async () => {
  const committed: string[] = [];
  const exec = db.exec.bind(db);
  db.exec = (sql) => {
    exec(sql);
    if (sql === 'COMMIT')
      committed.push(String(db.prepare('SELECT checkpoints FROM checkpoints').get()?.['checkpoints']));
  };
  write(1, 1_000);
  const first = save(1_000, null);
  await new Promise(setImmediate);
  write(1_000, 1_010);
  const second = save(1_010, 1_000);
  await Promise.all([first, second]);
  expect(committed).toEqual([expect.stringContaining(at(1_000)), expect.stringContaining(at(1_010))]);
});

it('commits once for all who ask in one turn', async () => {
  write(1, 10);
  let commits = 0;
  const exec = db.exec.bind(db);
  db.exec = (sql) => {
    if (sql === 'COMMIT') commits += 1;
    exec(sql);
  };
  await Promise.all([save(3, null), save(5, null), save(9, null)]);
  expect(commits).toBe(1);
});
