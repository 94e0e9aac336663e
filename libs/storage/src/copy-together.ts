import { statSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { BUSY_MS, connectReadOnly } from './connection.js';

export interface FileCopy {
  readonly from: string;
  /** Must not exist. */
  readonly to: string;
}

/** Pages copied before other work of this process has a turn: 16 MiB. */
const PAGES_AT_ONCE = 4_096;

const lockForWriting = (path: string): DatabaseSync => {
  statSync(path); // a file that is missing would be made
  const lock = new DatabaseSync(path, { timeout: BUSY_MS });
  try {
    lock.exec('BEGIN IMMEDIATE');
    return lock;
  } catch (error) {
    lock.close();
    throw error;
  }
};

/** A transaction sees the file as it is at its first read. */
const readFromNowOn = (path: string): DatabaseSync => {
  const reader = connectReadOnly(path);
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM sqlite_schema').get();
  return reader;
};

/** Readers that see all files as they are at one instant: meanwhile nobody can commit to any of them. */
const readersOf = (paths: readonly string[]): readonly DatabaseSync[] => {
  const locks: DatabaseSync[] = [];
  const readers: DatabaseSync[] = [];
  try {
    for (const path of paths) locks.push(lockForWriting(path));
    for (const path of paths) readers.push(readFromNowOn(path));
    return readers;
  } catch (error) {
    readers.forEach((reader) => reader.close());
    throw error;
  } finally {
    locks.forEach((lock) => lock.close()); // rolls the empty transaction back
  }
};

/**
 * Copies SQLite files as all of them are at one instant, while other processes write to them: what a kill at that instant
 * would have left. Their writers wait for some milliseconds; their write-ahead logs grow until the copies are made.
 *
 * @param onProgress Called with the share of a file that is copied, 0 to 1.
 * @throws {Error} if a file is missing, a writer holds its lock for longer than 5 s, or a copy cannot be written.
 */
export const copyTogether = async (
  copies: readonly FileCopy[],
  onProgress: (copy: FileCopy, share: number) => void = () => undefined,
): Promise<void> => {
  const readers = readersOf(copies.map(({ from }) => from));
  try {
    for (const [index, copy] of copies.entries()) {
      const reader = readers[index];
      if (reader === undefined) continue;
      await backup(reader, copy.to, {
        rate: PAGES_AT_ONCE,
        progress: ({ totalPages, remainingPages }) =>
          onProgress(copy, totalPages === 0 ? 1 : 1 - remainingPages / totalPages),
      });
      onProgress(copy, 1);
      reader.close(); // its write-ahead log need not be kept any longer
    }
  } finally {
    for (const reader of readers) if (reader.isOpen) reader.close();
  }
};
