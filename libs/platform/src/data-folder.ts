import { statSync } from 'node:fs';
import { join, parse, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { checkFile, checkFolder, FolderRefused, makeFolder, refusal } from './folders.js';
import { closeToOthers, filesIn, isOpenToOthers } from './private-files.js';
import { secretsFile } from './secrets-file.js';

const SQLITE_BUSY = 5;
const STICKY = 0o1000;
/** What Flagpost writes there, and nothing that somebody else put beside it. */
const OURS =
  /^(events|records|topics|lock)\.db(\.lock|-wal|-shm|-journal)?$|^flagpost(\.previous)?\.log$|^secrets\.json(\.new)?$/;

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
  /** `secrets.json`: what signs access tokens. */
  readonly secrets: string;
  /** A sentence for whoever starts the program, if other users of this machine could read the folder, or still can. */
  readonly notice: string | null;
  /** Lets another process have the folder. */
  release(): void;
}

const named = (folder: string) => ({ path: folder, what: 'The data folder', setting: 'DATA_DIR' });

const checkFiles = (folder: string): void =>
  filesIn(folder, OURS).forEach((file) => checkFile(named(folder), file));

/** @throws {FolderRefused} if no installation is kept in this folder, or this user may not read and write it. */
export const requireInstallation = (folder: string): void => {
  try {
    statSync(join(folder, 'events.db'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw refusal(named(folder), 'read', error);
    throw new FolderRefused(`There is no installation in ${folder}: name its folder by DATA_DIR.`);
  }
  checkFolder(named(folder));
  checkFiles(folder);
};

const lockOf = (folder: string): DatabaseSync => {
  const lock = new DatabaseSync(join(folder, 'lock.db'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw (error as { errcode?: number }).errcode === SQLITE_BUSY ? new DataInUse(folder) : error;
  }
  held.add(lock);
  return lock;
};

/**
 * Closes the folder to other users. If they could open it, whatever secret it holds may be known, so all of them are
 * dropped first: a process that is killed in between finds the folder open, and drops them again.
 */
const closeFolder = (folder: string): string | null => {
  const wasOpen = isOpenToOthers(folder);
  const files = filesIn(folder, OURS);
  const holdsSecrets = files.some((path) => /(records\.db|secrets\.json)$/.test(path));
  if (wasOpen && holdsSecrets) secretsFile(join(folder, 'secrets.json')).write({});
  try {
    [folder, ...files].forEach(closeToOthers);
  } catch (error) {
    throw new FolderRefused(
      `The data folder ${folder} is open to other users, and only its owner can close it. Change its owner, or choose a ` +
        'folder inside it by DATA_DIR.',
      { cause: error },
    );
  }
  if (isOpenToOthers(folder))
    return `The file system keeps the data folder ${folder} open to other users of this machine.`;
  if (!wasOpen || !holdsSecrets) return null;
  return (
    `Other users of this machine could read the data folder ${folder}: it is closed to them now, and the secret ` +
    'that signs access tokens is renewed.'
  );
};

/**
 * Takes a folder of data for this process alone and names the files in it; the folder is made where it is missing, and
 * closed to other users of the machine. The system frees it when the process ends, however it ends: it is a file lock,
 * held by a transaction that stays open.
 *
 * @throws {DataInUse} where another process, or another part of this one, has it.
 * @throws {FolderRefused} if it cannot be made, written or closed to others.
 */
export const lockDataFolder = (folder: string): DataFolder => {
  makeFolder(named(folder));
  const path = resolve(folder);
  if (path === parse(path).root || (statSync(path).mode & STICKY) !== 0)
    throw new FolderRefused(
      `${folder} is a folder for everybody: choose one for Flagpost alone by DATA_DIR.`,
    );
  checkFiles(folder);
  const lock = lockOf(folder);
  const release = (): void => {
    if (held.delete(lock)) lock.close();
  };
  try {
    return {
      topics: join(folder, 'topics.db'),
      records: join(folder, 'records.db'),
      events: join(folder, 'events.db'),
      secrets: join(folder, 'secrets.json'),
      notice: closeFolder(folder),
      release,
    };
  } catch (error) {
    release();
    throw error;
  }
};
