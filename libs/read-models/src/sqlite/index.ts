/**
 * Read models in one SQLite file, for one process: a start goes on from their checkpoints instead of folding the whole log.
 *
 * Documents and checkpoints are committed in one transaction. The file is never synced while it is open, as the log can
 * make it again; it is thrown away when it is opened unless it is whole for certain (`wholeness.ts`). Filters on indexed
 * fields are answered by SQLite, others are tested on the documents that those leave.
 */
import type { DatabaseSync } from 'node:sqlite';
import { ServiceUnavailableError, type Logger } from '@flagpost/platform';
import type { ReadModels, ViewWriter } from '../port.js';
import type { Projection } from '../projection.js';
import { openViews } from './database.js';
import { digestOfTable } from './table-digest.js';
import { shapesOf } from './keys.js';
import { statementsOf, viewIn } from './view.js';
import { bootOfMachine, doubt, isWhole, markClosed, markOpen, throwAway } from './wholeness.js';
import { createViewsWriter, type StoredView } from './writer.js';

export interface SqliteReadModelsOptions {
  /** The file, created if missing; `:memory:` keeps nothing. */
  readonly path: string;
  readonly projections: readonly Projection[];
  readonly logger?: Logger;
  /** Identifies the boot of the machine; read from the system if left out, null if it cannot be known. */
  readonly boot?: string | null;
}

const MEMORY = ':memory:';

/** Primary result codes of SQLite after which a later attempt may succeed. */
const PASSING: Readonly<Record<number, string>> = {
  8: 'the file is read-only', // SQLITE_READONLY
  10: 'the disk reports an error', // SQLITE_IOERR
  13: 'the disk is full', // SQLITE_FULL
  14: 'the file cannot be opened', // SQLITE_CANTOPEN
};
/** SQLITE_CORRUPT, SQLITE_NOTADB */
const BROKEN = new Set([11, 26]);

const codeOf = (error: unknown): number => Number((error as { errcode?: unknown }).errcode ?? 0) & 0xff;

/** Opens the file, or a new one where it may not be whole. */
const openWhole = (
  path: string,
  boot: string | null,
  open: () => DatabaseSync,
  logger: Logger | undefined,
): DatabaseSync => {
  if (path === MEMORY) return open();
  if (!isWhole(path, boot)) {
    throwAway(path);
    logger?.info('views are made from the log', { path });
    return open();
  }
  try {
    return open();
  } catch (error) {
    if (PASSING[codeOf(error)] !== undefined) throw error;
    logger?.warn('views cannot be read, they are made from the log again', { path, error });
    throwAway(path);
    return open();
  }
};

/**
 * Opens the views of these projections. The caller sees to it that no other process has the file open.
 *
 * @throws {Error} if the file can be neither opened nor created.
 */
export const sqliteReadModels = ({
  path,
  projections,
  logger,
  boot = bootOfMachine(),
}: SqliteReadModelsOptions): ReadModels => {
  const shapes = shapesOf(projections);
  const open = (): DatabaseSync => {
    if (path === MEMORY) return openViews(path, projections, shapes);
    markOpen(path, boot);
    return openViews(path, projections, shapes);
  };
  const db = openWhole(path, boot, open, logger);
  const prepare = statementsOf(db);
  /** Why the last write, and the last read, could not use the disk; null if it could. */
  const failures: Record<'written' | 'read', string | null> = { written: null, read: null };

  /** The error of the port for one of SQLite; any other is returned as it is. */
  const told = (error: unknown, what: 'read' | 'written'): unknown => {
    const code = codeOf(error);
    const reason = PASSING[code];
    if (BROKEN.has(code) && path !== MEMORY) doubt(path);
    if (reason === undefined) return error;
    failures[what] = reason;
    return new ServiceUnavailableError(`The views cannot be ${what} now: ${reason}.`, { cause: error });
  };
  /** @throws {ServiceUnavailableError} where a later attempt may succeed. */
  const attempted =
    (what: 'read' | 'written') =>
    async <T>(work: () => Promise<T>): Promise<T> => {
      try {
        const result = await work();
        failures[what] = null;
        return result;
      } catch (error) {
        throw told(error, what);
      }
    };
  const reading = attempted('read');
  const writer = createViewsWriter(db, shapes, attempted('written'));
  const opened = (stored: StoredView): ViewWriter<unknown> => {
    const view = viewIn<unknown>(stored, prepare);
    return {
      ...view,
      get: (id) => reading(() => view.get(id)),
      find: (filter, options) => reading(() => view.find(filter, options)),
      count: (filter) => reading(() => view.count(filter)),
      put: (...written) => reading(() => view.put(...written)),
      patch: (...written) => reading(() => view.patch(...written)),
      delete: (...written) => reading(() => view.delete(...written)),
    };
  };
  const views = new Map(
    [...writer.views].map(([name, stored]) => [name, { stored, view: opened(stored) }] as const),
  );
  const known = (name: string) => {
    const view = views.get(name);
    if (view === undefined) throw new Error(`No projection has a view ${name}.`);
    return view;
  };

  return {
    view: <T>(name: string) => known(name).view as ViewWriter<T>,
    checkpoint: async (projection) => writer.checkpoint(projection),
    saveCheckpoint: (projection, checkpoint, after) => writer.saveCheckpoint(projection, checkpoint, after),
    drop: (projection, version, views) => writer.drop(projection, version, views),
    digest: (view) => reading(() => digestOfTable(known(view).stored, prepare)),
    async health() {
      // A failure of reads ends without another request.
      if (failures.read !== null)
        await reading(async () => prepare('SELECT one FROM checkpoints').get()).catch(() => undefined);
      const error = failures.written ?? failures.read;
      return error === null ? { ok: true } : { ok: false, details: { error } };
    },
    async close() {
      if (!db.isOpen) return;
      try {
        await writer.commit();
      } finally {
        db.close();
      }
      if (path !== MEMORY) markClosed(path);
    },
  };
};
