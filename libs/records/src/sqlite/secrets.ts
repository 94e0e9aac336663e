import type { DatabaseSync } from 'node:sqlite';
import type { SecretsFile } from '@flagpost/platform';

/**
 * Moves what releases before this one kept in the table `secret` to the file of secrets. Once there is such a file it
 * alone counts: it is empty after the folder was open to others, and then what the table holds is no secret any more.
 */
export const takeSecretsOver = (db: DatabaseSync, file: SecretsFile): void => {
  const stored = secretsInTable(db);
  if (Object.keys(stored).length === 0) return;
  if (!file.exists()) file.write(stored);
  // Deleted content is overwritten; the write-ahead log may still hold the page as it was.
  db.exec('DELETE FROM secret; PRAGMA wal_checkpoint(TRUNCATE)');
};

export const secretsInTable = (db: DatabaseSync): Readonly<Record<string, string>> =>
  Object.fromEntries(
    db
      .prepare('SELECT name, value FROM secret')
      .all()
      .map(({ name, value }) => [String(name), String(value)]),
  );

/** As a file of secrets, for as long as the process runs. */
export const secretsInMemory = (): SecretsFile => {
  let secrets: Readonly<Record<string, string>> = {};
  return {
    exists: () => true,
    read: () => secrets,
    write: (changed) => void (secrets = changed),
  };
};
