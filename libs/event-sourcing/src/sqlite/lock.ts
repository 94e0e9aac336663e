import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/** Another process, or another store of this one, writes to the log. The message is written for the operator. */
export class EventLogInUse extends Error {
  override readonly name = 'EventLogInUse';
  constructor(readonly path: string) {
    super(`The event log ${path} is in use by another process.`);
  }
}

/**
 * Takes the exclusive right to write to the log at `path`, until the returned function is called or the process ends.
 * The lock is held on an empty file beside the log, so that the log itself stays open to readers.
 *
 * @throws {EventLogInUse}
 */
export const lockForWriting = (path: string): (() => void) => {
  const lock = new DatabaseSync(`${path}.lock`, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw (error as { errcode?: number }).errcode === SQLITE_BUSY ? new EventLogInUse(path) : error;
  }
  return () => {
    if (lock.isOpen) lock.close();
  };
};
