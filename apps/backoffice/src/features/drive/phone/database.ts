import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { DEVICE_LASTS_MS, type DriveAnswer } from '@flagpost/contracts';
import { DRIVE_DATABASES, driveDatabase } from '../../../shared/stored-names.js';
import type { ReceivedOrders } from '@flagpost/telemetry/phone/shown-orders';
import type { Entry } from '@flagpost/telemetry/phone/upload-queue';
import type { SosState } from '@flagpost/telemetry/phone/sos';

/** What a phone keeps of one invitation: the queue, and what the page starts with when there is no network. */

export interface Kept {
  /** As it was read last. */
  readonly invitation: DriveAnswer | null;
  /** The device token of the car; null if this phone is not its device. */
  readonly token: string | null;
  /** The address of the server of the doors, for other apps. */
  readonly doors: string;
  /** The newest orders of the car, as `boundedOrders` keeps them. */
  readonly orders: ReceivedOrders | null;
  /** Ids of orders that were shown, and that the driver confirmed. */
  readonly shown: readonly number[];
  readonly confirmed: readonly number[];
  /** The test flag that the driver confirmed last. */
  readonly tested: number | null;
  readonly sos: SosState | null;
  /** `since` of the newest question that was on the screen, and of the newest that the driver answered; null for none. */
  readonly asked: number | null;
  readonly answered: number | null;
}

export const NOTHING_KEPT: Kept = {
  invitation: null,
  token: null,
  doors: '',
  orders: null,
  shown: [],
  confirmed: [],
  tested: null,
  sos: null,
  asked: null,
  answered: null,
};

interface Schema extends DBSchema {
  queue: { key: number; value: Entry };
  kept: { key: string; value: Kept };
}

/** Another tab of this phone may change what is read. */
export interface PhoneDatabase {
  /** Whether it outlives the page. */
  readonly isLasting: boolean;
  readKept(): Promise<Kept>;
  /** In the order of their `seq`. */
  readQueue(): Promise<readonly Entry[]>;
  keep(kept: Kept): Promise<void>;
  /** Both in one transaction: a killed browser finds all of it or nothing. */
  change(added: readonly Entry[], removed: readonly number[]): Promise<void>;
  /** Deletes all of it. */
  forget(): Promise<void>;
}

const KEPT = 'kept';

/** Another tab deletes it. */
const blocking = (_: number, __: number | null, { target }: IDBVersionChangeEvent): void =>
  (target as IDBDatabase).close();

const open = (name: string): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>(name, 1, {
    upgrade(created) {
      created.createObjectStore('queue', { keyPath: 'seq' });
      created.createObjectStore('kept');
    },
    blocking,
  });
/** Null if there is none: one that is being deleted is not made again. */
const openExisting = async (name: string): Promise<IDBPDatabase<Schema> | null> => {
  const opened = openDB<Schema>(name, 1, {
    upgrade(_, __, ___, creation) {
      creation.done.catch(() => undefined); // it is aborted here
      creation.abort();
    },
    blocking,
  });
  try {
    return await opened;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw error;
  }
};

/** Deletes what this phone keeps of events whose devices have ended, by its clock, but not for the page of `secret`, which is open. */
export const forgetPastDrives = async (now: number, secret: string): Promise<void> => {
  // Not in every browser.
  const { databases } = indexedDB as Partial<IDBFactory>;
  for (const { name = '' } of (await databases?.call(indexedDB)) ?? []) {
    if (!name.startsWith(DRIVE_DATABASES) || name === driveDatabase(secret)) continue;
    const db = await openExisting(name);
    if (db === null) continue;
    const kept = await db.get('kept', KEPT);
    db.close();
    const finish = Date.parse(kept?.invitation?.Finish ?? '');
    if (now > finish + DEVICE_LASTS_MS) await deleteDB(name);
  }
};

export const openDatabase = async (secret: string): Promise<PhoneDatabase> => {
  const db = await open(driveDatabase(secret));
  return {
    isLasting: true,
    readKept: async () => ({ ...NOTHING_KEPT, ...(await db.get('kept', KEPT)) }),
    readQueue: () => db.getAll('queue'),
    async keep(kept) {
      await db.put('kept', kept, KEPT);
    },
    async change(added, removed) {
      const { store, done } = db.transaction('queue', 'readwrite');
      await Promise.all([
        ...added.map((entry) => store.put(entry)),
        ...removed.map((seq) => store.delete(seq)),
        done,
      ]);
    },
    async forget() {
      db.close();
      await deleteDB(driveDatabase(secret));
    },
  };
};

/** Calls `onFailure` when a write fails, for example because the storage is full. The write rejects all the same. */
export const reportingFailures = (database: PhoneDatabase, onFailure: () => void): PhoneDatabase => {
  const reported = async (write: Promise<void>): Promise<void> => {
    try {
      await write;
    } catch (error) {
      onFailure();
      throw error;
    }
  };
  return {
    ...database,
    keep: (kept) => reported(database.keep(kept)),
    change: (added, removed) => reported(database.change(added, removed)),
  };
};

/** For browsers without a database, as some private windows are. */
export const memoryDatabase = (): PhoneDatabase => {
  let kept = NOTHING_KEPT;
  const queue = new Map<number, Entry>();
  return {
    isLasting: false,
    readKept: () => Promise.resolve(kept),
    readQueue: () => Promise.resolve([...queue.values()]),
    keep(next) {
      kept = next;
      return Promise.resolve();
    },
    change(added, removed) {
      for (const entry of added) queue.set(entry.seq, entry);
      for (const seq of removed) queue.delete(seq);
      return Promise.resolve();
    },
    forget: () => Promise.resolve(),
  };
};
