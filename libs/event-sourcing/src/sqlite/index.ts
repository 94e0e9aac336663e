/**
 * An event store in one SQLite file, written by one process.
 *
 * Durability: WAL with `synchronous=FULL`; an append resolves after its commit is on disk. Appends that wait together
 * share a transaction and an fsync; each is atomic, and a conflict fails only its own append. Ordering: positions are row
 * numbers, assigned in order of arrival. Delivery to subscribers: in process, after the commit; new events come from
 * memory. While the disk cannot be used, calls reject with `StorageUnavailable`.
 */
import type { Clock } from '@flagpost/platform';
import { inlineStorage, type Storage } from '@flagpost/storage';
import { fromPosition, toPosition } from '../position.js';
import type { EventStore } from '../store.js';
import { createSubscriptions } from '../subscription.js';
import { createAppender, type LogFile } from './appender.js';
import { file } from './file.js';
import { lockForWriting } from './lock.js';
import { toEvent } from './row.js';
import { createTail } from './tail.js';

export { EventLogInUse } from './lock.js';

export interface SqliteEventStoreOptions {
  /** The file, created if missing. SQLite's own `-wal` and `-shm` and a `.lock` lie beside it. */
  readonly path: string;
  readonly clock: Clock;
  /** Called with the number of events that one transaction stored. */
  readonly onAppended?: ((events: number) => void) | undefined;
  /** Reads while another process writes: takes no lock, refuses appends, receives no new events. */
  readonly readOnly?: boolean;
  /** Carries out the operations on the file; the caller's thread if left out. */
  readonly storage?: Storage | undefined;
}

/** SQLite reads all rows. */
const NO_LIMIT = -1;

/** @throws {EventLogInUse} if another process writes to this file. */
export const sqliteEventStore = ({
  path,
  clock,
  onAppended,
  readOnly = false,
  storage = inlineStorage(),
}: SqliteEventStoreOptions): EventStore => {
  const unlock = readOnly ? () => undefined : lockForWriting(path);
  const log = openLog({ storage, path, readOnly }, unlock);
  const tail = createTail();
  const subscriptions = createSubscriptions((after, limit) => store.readAll(after, limit));
  const append = createAppender({
    file: log,
    clock,
    onStored(rows) {
      tail.push(rows);
      subscriptions.wake();
      if (rows.length > 0) onAppended?.(rows.length);
    },
    onFailed() {
      tail.clear();
      subscriptions.wake();
    },
  });
  const head = async (): Promise<number | null> => tail.head() ?? log.read('head');

  const store: EventStore = {
    append,
    async readStream(stream, fromRevision = 0, limit = NO_LIMIT) {
      if (tail.endsBefore(stream, fromRevision)) return [];
      return (await log.read('stream', stream, fromRevision, limit)).map(toEvent);
    },
    async readAll(after, limit) {
      const position = fromPosition(after);
      return (tail.after(position, limit) ?? (await log.read('page', position, limit))).map(toEvent);
    },
    async head() {
      const position = await head();
      return position === null ? null : toPosition(position);
    },
    async health() {
      const { ok, details } = await log.health();
      return ok ? { ok, details: { position: await store.head() } } : { ok, ...(details && { details }) };
    },
    subscribeAll: (options) => subscriptions.subscribe(options),
    async close() {
      await subscriptions.stopAll();
      await log.close();
      unlock();
    },
  };
  return store;
};

const openLog = (
  { storage, path, readOnly }: { storage: Storage; path: string; readOnly: boolean },
  unlock: () => void,
): LogFile => {
  try {
    return (readOnly ? inlineStorage() : storage).open(file, { path, readOnly });
  } catch (error) {
    unlock();
    throw error;
  }
};
