import type { DatabaseSync } from 'node:sqlite';
import { NewerFile } from '@flagpost/platform/newer-file';

const LAYOUT = 1;
const SYNCHRONOUS_FULL = 2;

/**
 * Sets the pragmas that the adapter's guarantees need, and creates the log if it is missing.
 *
 * @throws {Error} if SQLite does not accept them; {NewerFile} if a newer program wrote the log.
 */
export const prepareLog = (db: DatabaseSync): void => {
  const pragma = (name: string): unknown => db.prepare(`PRAGMA ${name}`).get()?.[name];
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  if (pragma('journal_mode') !== 'wal' || pragma('synchronous') !== SYNCHRONOUS_FULL)
    throw new Error('This file system cannot hold the event log: SQLite refused WAL with synchronous=FULL.');
  const layout = Number(pragma('user_version'));
  if (layout > LAYOUT)
    throw new NewerFile(`The event log has layout ${layout}, this program supports ${LAYOUT}.`);
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
