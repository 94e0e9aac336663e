import { statSync } from 'node:fs';
import { join, parse, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { errorCode } from './error-code.js';
import { checkFile, checkFolder, FolderRefused, makeFolder, refusal } from './folders.js';
import { closeToOthers, filesIn, isOpenToOthers } from './private-files.js';
import { secretsFile } from './secrets-file.js';

const SQLITE_BUSY = 5;
const STICKY = 0o1000;
/** The files that Flagpost writes. Other files in the folder are left alone. */
const OURS =
  /^(events|records|topics|views|audit|lock)\.db(\.lock|-wal|-shm|-journal|\.state(\.new)?)?$|^flagpost(\.previous)?\.log$|^secrets\.json(\.new)?$/;

const LOCK = 'lock.db';
/** Files with secrets: former releases kept them in the records. */
const HOLDS_SECRETS = /(records\.db|secrets\.json)$/;

/** Keeps a reference to each lock: a lock that is garbage-collected is released. */
const held = new Set<DatabaseSync>();

/** The data folder is locked by another process. The message is written for the operator. */
export class DataInUse extends Error {
  override readonly name = 'DataInUse';
  constructor(folder: string) {
    super(`The data folder ${folder} is in use by another process: stop that one, or choose another folder.`);
  }
}

/**
 * The files of the embedded program. SQLite keeps a `-wal` and a `-shm` file beside each database, so a copy of the
 * folder is consistent only if no process is running.
 */
export interface DataFolder {
  /** `topics.db`: positions until their retention ends, and the setups of races. */
  readonly topics: string;
  /** `records.db`: people, credentials, id sequences, request keys, ingest state, history blocks. */
  readonly records: string;
  /** `events.db`: the event log, from which every view can be rebuilt. */
  readonly events: string;
  /** `views.db`: the views of the log, thrown away and made again from it if they may not be whole. */
  readonly views: string;
  /** `audit.db`: the index of the event log, made again from it if it is missing. */
  readonly eventIndex: string;
  /** `secrets.json`: the keys that sign access tokens, make links and are known to push services. */
  readonly secrets: string;
  /** A warning for the operator if other users of this machine could read the folder, or still can. */
  readonly notice: string | null;
  /** Releases the lock. */
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
    if (errorCode(error) !== 'ENOENT') throw refusal(named(folder), 'read', error);
    throw new FolderRefused(`There is no installation in ${folder}: set DATA_DIR to its folder.`);
  }
  checkFolder(named(folder));
  checkFiles(folder);
};

const lockOf = (folder: string): DatabaseSync => {
  const lock = new DatabaseSync(join(folder, LOCK), { timeout: 0 });
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
 * Closes the folder to other users. If they could read its secrets, all of them are deleted first: if the process is killed in
 * between, the next start finds the folder open and deletes them again. A file system that keeps everything open would have
 * new ones read like the former.
 */
const closeFolder = (folder: string): string | null => {
  const wasOpen = isOpenToOthers(folder);
  const files = filesIn(folder, OURS);
  const isRead = wasOpen && files.some((path) => HOLDS_SECRETS.test(path) && isOpenToOthers(path));
  let isRenewed: boolean;
  try {
    const lock = join(folder, LOCK);
    closeToOthers(lock);
    isRenewed = isRead && !isOpenToOthers(lock);
    if (isRenewed) secretsFile(join(folder, 'secrets.json')).write({});
    [folder, ...files].forEach(closeToOthers);
  } catch (error) {
    throw new FolderRefused(
      `The data folder ${folder} is open to other users, and only its owner can close it. Change its owner, or choose a ` +
        'folder inside it with DATA_DIR.',
      { cause: error },
    );
  }
  if (isOpenToOthers(folder))
    return `The file system keeps the data folder ${folder} open to other users of this machine.`;
  if (!isRenewed) return null;
  return (
    `Other users of this machine could read the data folder ${folder}: it is closed to them now, and its secrets are renewed. ` +
    'Links that were mailed or printed have to be sent anew.'
  );
};

/**
 * Locks a data folder for this process and returns the paths of its files. The folder is created if it is missing, and
 * closed to other users of the machine. The lock is a file lock held by an open transaction, so the operating system
 * releases it however the process ends.
 *
 * @throws {DataInUse} if another process, or another part of this one, holds the lock.
 * @throws {FolderRefused} if the folder cannot be created, written or closed to others.
 */
export const lockDataFolder = (folder: string): DataFolder => {
  makeFolder(named(folder));
  const path = resolve(folder);
  if (path === parse(path).root || (statSync(path).mode & STICKY) !== 0)
    throw new FolderRefused(`${folder} is a folder for everybody: choose a folder of its own with DATA_DIR.`);
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
      views: join(folder, 'views.db'),
      eventIndex: join(folder, 'audit.db'),
      secrets: join(folder, 'secrets.json'),
      notice: closeFolder(folder),
      release,
    };
  } catch (error) {
    release();
    throw error;
  }
};
