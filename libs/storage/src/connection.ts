import { statfsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { FileMoved, FileUnusable, isOfSqlite, toPlain, type PlainError } from './plain-error.js';
import type { AnyFile, Operations } from './definition.js';
import type { Answers, Calls, LogSize } from './messages.js';

/** Time in ms that a statement waits for a lock of another connection, such as a backup's. */
export const BUSY_MS = 5_000;

const IN_MEMORY = ':memory:';

type AnyOperation = (...args: readonly unknown[]) => unknown;

/** Closes the database if `work` throws. */
const orClose = <T>(db: DatabaseSync, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    if (db.isOpen) db.close();
    throw error;
  }
};

/** A connection that may write, with the settings that the guarantees need. */
export const connect = (path: string, settings = ''): DatabaseSync => {
  const db = new DatabaseSync(path, { timeout: BUSY_MS });
  return orClose(db, () => {
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${settings}`);
    db.prepare('SELECT count(*) FROM sqlite_schema').get(); // opens the write-ahead log
    return db;
  });
};

/** Creates or upgrades the file. @throws what `prepare` throws. */
export const prepareFile = (path: string, { settings, prepare }: AnyFile): DatabaseSync => {
  const db = connect(path, settings);
  return orClose(db, () => {
    prepare(db);
    return db;
  });
};

/** Which file is at this path; empty if there is none. */
export const identityOf = (path: string): string => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.dev}:${found.ino}`;
};

/** @throws {FileMoved} if the file at this path is another one than this, or there is none. */
export const assertFile = (path: string, identity: string): void => {
  if (identityOf(path) !== identity) throw new FileMoved('the file is no longer in its folder');
};

/**
 * Checks that a file and its write-ahead log are still at their paths: what is written to a deleted file is lost, and no
 * system call says so.
 */
const watchPlace = (path: string): { check(): void } => {
  if (path === IN_MEMORY) return { check: () => undefined };
  const log = `${path}-wal`;
  const [file, writeAhead] = [identityOf(path), identityOf(log)];
  return {
    check() {
      assertFile(path, file);
      assertFile(log, writeAhead);
    },
  };
};

/** Carries calls out. Each fails alone. */
const attemptAll = (
  { names, args }: Calls,
  attempt: (name: string, args: readonly unknown[]) => unknown,
): Answers => {
  const failures: [number, PlainError][] = [];
  const results = names.map((name, index) => {
    try {
      return attempt(name, args[index] ?? []);
    } catch (error) {
      if (error instanceof GroupFailed) throw error.cause;
      failures.push([index, toPlain(error)]);
      return undefined;
    }
  });
  return { results, failures };
};

/** An operation failed in such a way that the whole transaction did. */
class GroupFailed extends Error {
  override readonly name = 'GroupFailed';
}

const operationOf = (operations: Operations, name: string): AnyOperation => {
  const operation = operations[name];
  if (operation === undefined) throw new Error(`There is no operation ${name}.`);
  return operation as AnyOperation;
};

/** Bytes that must be free after the disk was full, so that a page that fits by chance is not taken for room. */
const ROOM = 256 * 1024;

/** @throws {FileUnusable} if the file system of this file has no room. */
const assertRoom = (path: string): void => {
  if (path === IN_MEMORY) return;
  const { bavail, bsize } = statfsSync(path);
  if (bavail * bsize < ROOM) throw new FileUnusable('the disk is full');
};

/**
 * An operation of every file: reads the first page, and to a file that is open for writing writes it, to find out whether
 * the disk can be used.
 */
export const PROBE = 'storage probe';

const versionOf = (db: DatabaseSync): number =>
  Number(db.prepare('PRAGMA user_version').get()?.['user_version']);

export interface Writer {
  /** One transaction; never throws. */
  write(calls: Calls): Answers;
  /** Empties the write-ahead log. @throws if a reader does not end within so many milliseconds. */
  truncateLog(waitMs: number): LogSize;
  close(): void;
}

export const createWriter = (db: DatabaseSync, path: string, definition: AnyFile): Writer => {
  const forgets: (() => void)[] = [];
  const operations: Operations = {
    ...definition.writes(db, { onRollback: (forget) => void forgets.push(forget) }),
    [PROBE]() {
      assertRoom(path);
      db.exec(`PRAGMA user_version = ${versionOf(db)}`);
    },
  };
  const checked = new Set<string>(definition.checked);
  const lazy = new Set<string>(definition.lazy);
  const place = watchPlace(path);
  const forget = (): void => forgets.forEach((each) => each());

  const attempt = (name: string, args: readonly unknown[]): unknown => {
    const operation = operationOf(operations, name);
    if (checked.has(name)) {
      try {
        return operation(...args);
      } catch (error) {
        throw isOfSqlite(error) ? new GroupFailed('', { cause: error }) : error;
      }
    }
    db.exec('SAVEPOINT request');
    try {
      const result = operation(...args);
      db.exec('RELEASE request');
      return result;
    } catch (error) {
      if (!db.isTransaction) throw new GroupFailed('', { cause: error }); // for example, a full disk ends all of it
      db.exec('ROLLBACK TO request; RELEASE request');
      forget();
      throw error;
    }
  };

  const transact = (work: () => Answers): Answers => {
    try {
      place.check();
      db.exec('BEGIN IMMEDIATE');
      const answers = work();
      db.exec('COMMIT');
      place.check();
      return answers;
    } catch (error) {
      if (db.isOpen && db.isTransaction) db.exec('ROLLBACK');
      forget();
      return { results: [], failures: [], failed: toPlain(error) };
    }
  };

  const withoutSync = (work: () => Answers): Answers => {
    db.exec('PRAGMA synchronous = NORMAL');
    try {
      return work();
    } finally {
      db.exec('PRAGMA synchronous = FULL');
    }
  };

  return {
    write(calls) {
      const work = (): Answers => transact(() => attemptAll(calls, attempt));
      return calls.names.every((name) => lazy.has(name)) ? withoutSync(work) : work();
    },
    truncateLog: (waitMs) => emptyLog(db, waitMs),
    close: () => db.close(),
  };
};

/** Carries reads out; never throws. */
export const createReader = (db: DatabaseSync, definition: AnyFile): ((calls: Calls) => Answers) => {
  const operations: Operations = { ...definition.reads(db), [PROBE]: () => versionOf(db) };
  return (calls) => attemptAll(calls, (name, args) => operationOf(operations, name)(...args));
};

/** A connection beside a writing one. */
export const connectReadOnly = (path: string): DatabaseSync =>
  new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS });

const checkpoint = (db: DatabaseSync, mode: 'PASSIVE' | 'TRUNCATE'): LogSize & { readonly busy: number } => {
  const { busy, log, checkpointed } = db.prepare(`PRAGMA wal_checkpoint(${mode})`).get() as unknown as {
    busy: number;
    log: number;
    checkpointed: number;
  };
  return { frames: log, checkpointed, busy };
};

/** Moves what can be moved of the write-ahead log into the file, without waiting for anybody. */
export const moveLog = (db: DatabaseSync): LogSize => checkpoint(db, 'PASSIVE');

/** Moves all of the write-ahead log into the file, and leaves it empty. @throws if a reader holds it for longer. */
const emptyLog = (db: DatabaseSync, waitMs: number): LogSize => {
  db.exec(`PRAGMA busy_timeout = ${waitMs}`);
  try {
    const { busy, ...size } = checkpoint(db, 'TRUNCATE');
    if (busy !== 0) throw new Error('The write-ahead log is held by a reader.');
    return size;
  } finally {
    db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
  }
};
