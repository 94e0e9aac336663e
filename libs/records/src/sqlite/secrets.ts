import type { DatabaseSync } from 'node:sqlite';
import type { SecretsFile } from '@flagpost/platform';

/**
 * Moves secrets of former releases from the table `secret` to the file of secrets. If the file exists, the table is
 * ignored: the file is empty after the folder was open to others, and then the secrets in the table are no longer
 * secret.
 */
export const takeSecretsOver = (db: DatabaseSync, file: SecretsFile): void => {
  const stored = secretsInTable(db);
  if (Object.keys(stored).length === 0) return;
  if (!file.exists()) file.write(stored);
  // Deleted content is overwritten; the write-ahead log may still hold the former page.
  db.exec('DELETE FROM secret; PRAGMA wal_checkpoint(TRUNCATE)');
};

export const secretsInTable = (db: DatabaseSync): Readonly<Record<string, string>> =>
  Object.fromEntries(
    db
      .prepare('SELECT name, value FROM secret')
      .all()
      .map(({ name, value }) => [String(name), String(value)]),
  );

/** Secrets in memory, for the life of the process. */
export const secretsInMemory = (): SecretsFile => {
  let secrets: Readonly<Record<string, string>> = {};
  return {
    exists: () => true,
    read: () => secrets,
    write: (changed) => void (secrets = changed),
  };
};
