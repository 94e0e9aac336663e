/**
 * An event store in one SQLite file, written by one process.
 *
 * Durability: WAL with `synchronous=FULL`; an append resolves after its commit is on disk. Appends that arrive in one
 * turn of the event loop share a transaction and an fsync; each is atomic, and a conflict fails only its own append.
 * Ordering: positions are row numbers, assigned in order of arrival. Delivery to subscribers: in process, after the
 * commit.
 */
import { DatabaseSync } from 'node:sqlite';
import type { Clock } from '@flagpost/platform';
import { fromPosition, toPosition } from '../position.js';
import type { EventStore } from '../store.js';
import { createSubscriptions } from '../subscription.js';
import { groupCommit } from './group-commit.js';
import { lockForWriting } from './lock.js';
import { COLUMNS, toEvent } from './row.js';
import type { Row } from './row.js';
import { prepareLog } from './schema.js';

export { EventLogInUse } from './lock.js';

export interface SqliteEventStoreOptions {
  /** The file, created if missing. SQLite's own `-wal` and `-shm` and a `.lock` lie beside it. */
  readonly path: string;
  readonly clock: Clock;
  /** Called with the number of events that one transaction stored. */
  readonly onAppended?: ((events: number) => void) | undefined;
  /** Reads while another process writes: takes no lock, refuses appends, receives no new events. */
  readonly readOnly?: boolean;
}

/** Time in ms that a statement waits for a lock of another connection, such as a reader or a backup. */
const BUSY_MS = 5_000;

/** @throws {EventLogInUse} if another process writes to this file. */
export const sqliteEventStore = ({
  path,
  clock,
  onAppended,
  readOnly = false,
}: SqliteEventStoreOptions): EventStore => {
  const unlock = readOnly ? () => undefined : lockForWriting(path);
  const db = openLog(path, readOnly, unlock);
  const subscriptions = createSubscriptions((after, limit) => store.readAll(after, limit));
  const commits = groupCommit(db, clock, (events) => {
    subscriptions.wake();
    if (events > 0) onAppended?.(events);
  });

  const ofStream = db.prepare(
    `SELECT ${COLUMNS} FROM events WHERE stream = ? AND revision >= ? ORDER BY revision`,
  );
  const ofAll = db.prepare(`SELECT ${COLUMNS} FROM events WHERE position > ? ORDER BY position LIMIT ?`);
  ofStream.setReturnArrays(true);
  ofAll.setReturnArrays(true);
  const newest = db.prepare('SELECT max(position) AS position FROM events');

  const store: EventStore = {
    append: (stream, events, expected) => commits.append(stream, events, expected),
    readStream: async (stream, fromRevision = 0) =>
      (ofStream.all(stream, fromRevision) as unknown as Row[]).map(toEvent),
    readAll: async (after, limit) => (ofAll.all(fromPosition(after), limit) as unknown as Row[]).map(toEvent),
    async head() {
      const { position } = newest.get() as { position: number | null };
      return position === null ? null : toPosition(position);
    },
    subscribeAll: (options) => subscriptions.subscribe(options),
    async close() {
      await Promise.all([subscriptions.stopAll(), commits.idle()]);
      if (!db.isOpen) return;
      db.close();
      unlock();
    },
  };
  return store;
};

const openLog = (path: string, readOnly: boolean, unlock: () => void): DatabaseSync => {
  const db = new DatabaseSync(path, { open: false, readOnly, timeout: BUSY_MS });
  try {
    db.open();
    if (!readOnly) prepareLog(db);
    return db;
  } catch (error) {
    if (db.isOpen) db.close();
    unlock();
    throw error;
  }
};
