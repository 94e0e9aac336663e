import { DatabaseSync } from 'node:sqlite';
import type { Projection } from '../projection.js';
import { columnOf, tableOf, type ViewShape } from './keys.js';

/** Raised when tables or their columns are made in another way: all views are then made again. */
const LAYOUT = 1;
/** Memory for pages, KiB. */
const CACHE_KIB = 32_768;

/**
 * One connection, which nobody shares: the index of the write-ahead log is in memory, and nothing waits for a lock. A
 * commit writes to the operating system and waits for no disk. What is deleted is overwritten.
 */
const PRAGMAS = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = OFF;
  PRAGMA secure_delete = ON;
  PRAGMA cache_size = -${CACHE_KIB};
`;

const BOOKKEEPING = `
  CREATE TABLE projections (name TEXT PRIMARY KEY, declared TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE checkpoints (one INTEGER PRIMARY KEY CHECK (one = 1), checkpoints TEXT NOT NULL);
  CREATE TABLE deleted (view TEXT, id, position TEXT NOT NULL, PRIMARY KEY (view, id)) WITHOUT ROWID;
  CREATE TABLE uneven (view TEXT, path TEXT, PRIMARY KEY (view, path)) WITHOUT ROWID;
  INSERT INTO checkpoints VALUES (1, '{}');
  PRAGMA user_version = ${LAYOUT};
`;

/** Ids have no declared type, so that 1 and "1" are two; they end every index, as they break ties. */
const createView = (db: DatabaseSync, { view, paths, indexes }: ViewShape): void => {
  const columns = ['id', 'position TEXT NOT NULL', 'document TEXT NOT NULL', ...paths.map(columnOf)];
  db.exec(`CREATE TABLE ${tableOf(view)} (${columns.join(', ')}, PRIMARY KEY (id)) WITHOUT ROWID`);
  for (const [at, index] of indexes.entries()) {
    const keys = Object.entries(index).map(
      ([path, way]) => `${columnOf(path)} ${way === 1 ? 'ASC' : 'DESC'}`,
    );
    db.exec(`CREATE INDEX "${view} ${at}" ON ${tableOf(view)} (${keys.join(', ')}, id)`);
  }
};

/** Without its documents and guards; the table is made again, as its indexes may have changed. */
export const clearView = (db: DatabaseSync, shape: ViewShape): void => {
  db.exec(`DROP TABLE IF EXISTS ${tableOf(shape.view)}`);
  for (const table of ['deleted', 'uneven'])
    db.prepare(`DELETE FROM ${table} WHERE view = ?`).run(shape.view);
  createView(db, shape);
};

/** Checkpoints by projection; a position of null is before the first event. */
export type StoredCheckpoints = Record<string, { version: number; position: string | null }>;

export const readCheckpoints = (db: DatabaseSync): StoredCheckpoints => {
  const { checkpoints } = db.prepare('SELECT checkpoints FROM checkpoints').get() as { checkpoints: string };
  return JSON.parse(checkpoints) as StoredCheckpoints;
};

/** Makes the tables of these projections, and makes those anew that are declared otherwise than when they were made. */
const prepareViews = (
  db: DatabaseSync,
  projections: readonly Projection[],
  shapes: ReadonlyMap<string, ViewShape>,
): void => {
  const known = db.prepare('SELECT declared FROM projections WHERE name = ?');
  const save = db.prepare('INSERT OR REPLACE INTO projections VALUES (?, ?)');
  const saveCheckpoints = db.prepare('UPDATE checkpoints SET checkpoints = ?');
  db.exec('BEGIN');
  for (const { name, views } of projections) {
    const declared = JSON.stringify(views.map((view) => shapes.get(view)));
    if (known.get(name)?.['declared'] === declared) continue;
    for (const view of views) {
      const shape = shapes.get(view);
      if (shape !== undefined) clearView(db, shape);
    }
    const { [name]: _, ...others } = readCheckpoints(db);
    saveCheckpoints.run(JSON.stringify(others));
    save.run(name, declared);
  }
  db.exec('COMMIT');
};

/**
 * Opens the views of these projections.
 *
 * @param path `:memory:` keeps nothing. @throws if the file is not one of this layout: it has to be thrown away.
 */
export const openViews = (
  path: string,
  projections: readonly Projection[],
  shapes: ReadonlyMap<string, ViewShape>,
): DatabaseSync => {
  const db = new DatabaseSync(path);
  try {
    db.exec(PRAGMAS);
    const layout = db.prepare('PRAGMA user_version').get()?.['user_version'];
    if (layout === 0) db.exec(BOOKKEEPING);
    else if (layout !== LAYOUT) throw new Error(`The views have layout ${String(layout)}, not ${LAYOUT}.`);
    prepareViews(db, projections, shapes);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
};
