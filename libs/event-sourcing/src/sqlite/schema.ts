import type { DatabaseSync } from 'node:sqlite';

const LAYOUT = 1;

/**
 * Makes the connection keep the adapter's promises, and the log where there is none yet.
 *
 * @throws {Error} where a newer program laid the log out.
 */
export const prepareLog = (db: DatabaseSync): void => {
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  const layout = Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
  if (layout > LAYOUT) throw new Error(`The event log has layout ${layout}, this program knows ${LAYOUT}.`);
  if (layout === LAYOUT) return;
  db.exec(`
    BEGIN;
    CREATE TABLE events (
      position INTEGER PRIMARY KEY,
      stream TEXT NOT NULL,
      revision INTEGER NOT NULL,
      type TEXT NOT NULL,
      data TEXT NOT NULL,
      meta TEXT NOT NULL,
      occurred_at REAL,
      recorded_at REAL NOT NULL,
      UNIQUE (stream, revision)
    ) STRICT;
    PRAGMA user_version = ${LAYOUT};
    COMMIT;
  `);
};
