import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/** A lock that nobody refers to would be collected, and so be freed. */
const held = new Set<DatabaseSync>();

/** The message is a sentence for whoever starts the program. */
export class DataInUse extends Error {
  override readonly name = 'DataInUse';
  constructor(folder: string) {
    super(`The data folder ${folder} is in use by another process: stop that one, or choose another folder.`);
  }
}

/**
 * Where everything lies that the embedded program keeps. SQLite's own `-wal` and `-shm` stand beside each file: a copy
 * of the folder is whole only while no process runs.
 */
export interface DataFolder {
  /** `topics.db`: positions for as long as they are retained, and the setup of races. */
  readonly topics: string;
  /** `records.db`: people, credentials, id sequences, request keys, ingest state, history blocks. */
  readonly records: string;
  /** `events.db`: the log of events, from which every view is rebuilt. */
  readonly events: string;
  /** Lets another process have the folder. */
  release(): void;
}

/**
 * Takes a folder of data for this process alone and names the files in it; the folder is made where it is missing. The
 * system frees it when the process ends, however it ends: it is a file lock, held by a transaction that stays open.
 *
 * @throws {DataInUse} where another process, or another part of this one, has it.
 */
export const lockDataFolder = (folder: string): DataFolder => {
  mkdirSync(folder, { recursive: true });
  const lock = new DatabaseSync(join(folder, 'lock.db'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw (error as { errcode?: number }).errcode === SQLITE_BUSY ? new DataInUse(folder) : error;
  }
  held.add(lock);
  return {
    topics: join(folder, 'topics.db'),
    records: join(folder, 'records.db'),
    events: join(folder, 'events.db'),
    release: () => {
      if (held.delete(lock)) lock.close();
    },
  };
};
