import { openDB, type DBSchema } from 'idb';
import type { DriveAnswer } from '@flagpost/contracts';
import { driveDatabase } from '../../../shared/stored-names.js';
import type { Entry } from '../model/upload-queue.js';
import type { SosState } from '../model/sos.js';

/** What a phone keeps of one invitation: the queue, and what the page starts with when there is no network. */

export interface Kept {
  /** As it was read last. */
  readonly invitation: DriveAnswer | null;
  /** The device token of the car; null if this phone is not its device. */
  readonly token: string | null;
  /** The address of the server of the doors, for other apps. */
  readonly doors: string;
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

export interface PhoneDatabase {
  readonly kept: Kept;
  readonly queue: readonly Entry[];
  keep(kept: Kept): Promise<void>;
  /** Both in one transaction: a killed browser finds all of it or nothing. */
  change(added: readonly Entry[], removed: readonly number[]): Promise<void>;
}

const KEPT = 'kept';

export const openDatabase = async (secret: string): Promise<PhoneDatabase> => {
  const db = await openDB<Schema>(driveDatabase(secret), 1, {
    upgrade(created) {
      created.createObjectStore('queue', { keyPath: 'seq' });
      created.createObjectStore('kept');
    },
  });
  return {
    kept: { ...NOTHING_KEPT, ...(await db.get('kept', KEPT)) },
    queue: await db.getAll('queue'),
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
  };
};
