import type { DatabaseSync } from 'node:sqlite';

/** Raised when the tables change: an index of another layout is deleted and made again from the log. */
const LAYOUT = 1;

/**
 * Postings are in segments of numbers, so that what is written at a time is close together however many keys there are.
 * A number is `segment * SEGMENT + at`.
 */
export const SEGMENT = 65_536;

const TABLES = {
  entry:
    'number INTEGER PRIMARY KEY, stream TEXT NOT NULL, revision INTEGER NOT NULL, recorded_at REAL NOT NULL',
  posting: 'segment INTEGER, key INTEGER, at INTEGER, PRIMARY KEY (segment, key, at)',
  slot: 'slot INTEGER PRIMARY KEY, first INTEGER NOT NULL, last INTEGER NOT NULL',
  head: 'one INTEGER PRIMARY KEY CHECK (one = 1), position TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL',
} as const;

/** Deletes everything and makes the tables. */
export const emptyTables = (db: DatabaseSync): void => {
  for (const [name, columns] of Object.entries(TABLES))
    db.exec(
      `DROP TABLE IF EXISTS ${name}; CREATE TABLE ${name} (${columns}) ${name === 'posting' ? 'STRICT, WITHOUT ROWID' : 'STRICT'};`,
    );
};

export const prepareIndex = (db: DatabaseSync): void => {
  if (db.prepare('PRAGMA user_version').get()?.['user_version'] === LAYOUT) return;
  db.exec('BEGIN');
  emptyTables(db);
  db.exec(`PRAGMA user_version = ${LAYOUT}; COMMIT;`);
};
