import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DatabaseSync } from 'node:sqlite';
import type { Position } from '@flagpost/event-sourcing';
import { boundedMap } from '@flagpost/platform';
import { jsonCopy } from '../documents/json-copy.js';
import type { Document } from '../documents/patched.js';
import type { Checkpoint, DocumentId, Entry } from '../port.js';
import { clearView, readCheckpoints, type StoredCheckpoints } from './database.js';
import { UNEVEN, keyOf, tableOf, valueAt, type ViewShape } from './keys.js';

type Entries = Map<DocumentId, Entry<Document>>;

/** Changes of one view that no transaction has committed. */
interface Uncommitted {
  /** Not written yet. */
  waiting: Entries;
  /** Written by the open transaction. Kept until it commits, so that they can be written again if it fails. */
  written: Entries;
}

/** A view of the file, with what is not committed of it. */
export interface StoredView {
  readonly shape: ViewShape;
  /** Paths, and `id`, at which a document has a value that SQLite does not compare as the port does. */
  readonly uneven: ReadonlySet<string>;
  /** A deleted document is null, one that was never written undefined. */
  read(id: DocumentId): Entry<Document> | undefined;
  /** The document for its caller alone; null if there is none. */
  copyOf(id: DocumentId): Document | null;
  write(id: DocumentId, entry: Entry<Document>): void;
  /** Writes what waits into the open transaction, in slices, so that a query sees it. */
  bringIn(): Promise<void>;
}

/** Documents written before another turn of the event loop: 1 to 3 ms. */
const SLICE = 250;
/** Of each view the documents that were read last are kept parsed, as many as have so many characters as text. */
const KEPT_CHARACTERS = 262_144;

type Row = readonly [position: string, document: string];

const storedView = (
  db: DatabaseSync,
  shape: ViewShape,
  begin: () => void,
): StoredView & {
  readonly state: Uncommitted;
  clear(): void;
} => {
  const { view, paths } = shape;
  const table = tableOf(view);
  const steps = paths.map((path) => path.split('.'));
  const select = db.prepare(`SELECT position, document FROM ${table} WHERE id = ?`);
  select.setReturnArrays(true);
  const selectDeleted = db.prepare('SELECT position FROM deleted WHERE view = ? AND id = ?');
  const replace = db.prepare(`INSERT OR REPLACE INTO ${table} VALUES (?, ?, ?${', ?'.repeat(paths.length)})`);
  const remove = db.prepare(`DELETE FROM ${table} WHERE id = ?`);
  const bury = db.prepare('INSERT OR REPLACE INTO deleted VALUES (?, ?, ?)');
  const raise = db.prepare('DELETE FROM deleted WHERE view = ? AND id = ?');
  const noteUneven = db.prepare('INSERT OR IGNORE INTO uneven VALUES (?, ?)');
  const uneven = new Set(
    db
      .prepare('SELECT path FROM uneven WHERE view = ?')
      .all(view)
      .map(({ path }) => String(path)),
  );
  const state: Uncommitted = { waiting: new Map(), written: new Map() };
  const kept = boundedMap<DocumentId, Entry<Document> & { readonly size: number }>(
    KEPT_CHARACTERS,
    ({ size }) => size,
  );
  let deletions = db.prepare('SELECT 1 FROM deleted WHERE view = ? LIMIT 1').get(view) !== undefined;

  const plain = (path: string, value: unknown) => {
    const key = keyOf(value);
    if (key !== UNEVEN) return key;
    // Noted anew for each such value: the transaction that noted the first may have failed.
    noteUneven.run(view, path);
    uneven.add(path);
    return null;
  };

  const store = (id: DocumentId, { document, position }: Entry<Document>): void => {
    if (document === null) {
      remove.run(id);
      bury.run(view, id, position);
      kept.delete(id);
      deletions = true;
      return;
    }
    plain('id', id);
    const keys = steps.map((each, index) => plain(paths[index] ?? '', valueAt(document, each)));
    if (deletions) raise.run(view, id);
    const text = JSON.stringify(document);
    replace.run(id, position, text, ...keys);
    // Before it is committed: if that fails it waits again, and is found before what is kept.
    if (kept.has(id)) kept.set(id, { document, position, size: text.length });
  };

  const inFile = (id: DocumentId): Entry<Document> | undefined => {
    const row = select.get(id) as unknown as Row | undefined;
    if (row !== undefined) {
      const [position, text] = row;
      const entry = { position: position as Position, document: JSON.parse(text) as Document };
      kept.set(id, { ...entry, size: text.length });
      return entry;
    }
    const position = deletions ? selectDeleted.get(view, id)?.['position'] : undefined;
    return position === undefined ? undefined : { position: position as Position, document: null };
  };
  const read = (id: DocumentId): Entry<Document> | undefined =>
    state.waiting.get(id) ?? state.written.get(id) ?? kept.get(id) ?? inFile(id);

  const bringIn = async (): Promise<void> => {
    let left = SLICE;
    for (const [id, entry] of state.waiting) {
      begin();
      store(id, entry);
      state.waiting.delete(id);
      state.written.set(id, entry);
      left -= 1;
      if (left > 0) continue;
      await nextTurn();
      left = SLICE;
    }
  };

  return {
    shape,
    uneven,
    state,
    read,
    copyOf(id) {
      const document = read(id)?.document ?? null;
      return document === null ? null : (jsonCopy(document) as Document);
    },
    write: (id, entry) => void state.waiting.set(id, entry),
    bringIn,
    clear() {
      clearView(db, shape);
      uneven.clear();
      deletions = false;
      state.waiting.clear();
      state.written.clear();
      kept.clear();
    },
  };
};

export interface ViewsWriter {
  readonly views: ReadonlyMap<string, StoredView>;
  checkpoint(projection: string): Checkpoint | null;
  /** As `ReadModels.saveCheckpoint`: resolves when it is committed, with every document written before. */
  saveCheckpoint(projection: string, checkpoint: Checkpoint, after: Position | null): Promise<void>;
  drop(projection: string, version: number, views: readonly string[]): Promise<void>;
  /** Commits everything. */
  commit(): Promise<void>;
}

/**
 * Documents are kept in memory until a checkpoint is saved, or a query of their view needs them in its table. One transaction
 * holds what was written since the last one, and the checkpoints. If it fails everything in it waits again: nothing is
 * lost, and the next one may succeed.
 *
 * @param guarded Runs a piece of work, and turns errors of SQLite into those of the port.
 */
export const createViewsWriter = (
  db: DatabaseSync,
  shapes: ReadonlyMap<string, ViewShape>,
  guarded: <T>(work: () => Promise<T>) => Promise<T>,
): ViewsWriter => {
  const begin = (): void => {
    if (!db.isTransaction) db.exec('BEGIN');
  };
  const views = new Map([...shapes].map(([name, shape]) => [name, storedView(db, shape, begin)] as const));
  const saveCheckpoints = db.prepare('UPDATE checkpoints SET checkpoints = ?');
  let checkpoints: StoredCheckpoints = readCheckpoints(db);
  let changed = false;

  /** What the transaction wrote waits again, unless it has changed since. */
  const fail = (): void => {
    changed = true;
    if (db.isOpen && db.isTransaction) db.exec('ROLLBACK');
    for (const { state } of views.values()) {
      for (const [id, entry] of state.written) if (!state.waiting.has(id)) state.waiting.set(id, entry);
      state.written.clear();
    }
  };
  const orFail = <T>(work: () => Promise<T>): Promise<T> =>
    guarded(async () => {
      try {
        return await work();
      } catch (error) {
        fail();
        throw error;
      }
    });

  let last: Promise<unknown> = Promise.resolve();
  /** One after another: they share the transaction. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(() => orFail(work));
    last = turn.catch(() => undefined);
    return turn;
  };

  const writeAndCommit = async (): Promise<void> => {
    // As of now: documents that arrive while slices are written may miss this transaction, and so must their checkpoint.
    const saved = changed ? JSON.stringify(checkpoints) : null;
    changed = false;
    for (const view of views.values()) if (view.state.waiting.size > 0) await view.bringIn();
    if (saved !== null) {
      begin();
      saveCheckpoints.run(saved);
    }
    if (db.isTransaction) db.exec('COMMIT');
    for (const { state } of views.values()) state.written.clear();
  };

  const bringIn = async (view: ReturnType<typeof storedView>): Promise<void> => {
    if (view.state.waiting.size > 0) await inTurn(() => view.bringIn());
  };

  let committing: Promise<void> | null = null;
  /** All that ask in one turn share a transaction. */
  const commit = (): Promise<void> => {
    committing ??= inTurn(() => {
      committing = null;
      return writeAndCommit();
    });
    return committing;
  };

  return {
    views: new Map(
      [...views].map(([name, view]) => [name, { ...view, bringIn: () => bringIn(view) }] as const),
    ),
    checkpoint(projection) {
      const { version, position = null } = checkpoints[projection] ?? {};
      return version === undefined || position === null ? null : { version, position: position as Position };
    },
    async saveCheckpoint(projection, { version, position }, after) {
      const stored = checkpoints[projection];
      const known = stored?.position ?? '';
      if (stored?.version === version && known >= (after ?? '') && known < position) {
        checkpoints = { ...checkpoints, [projection]: { version, position } };
        changed = true;
      }
      await commit();
    },
    async drop(projection, version, names) {
      await inTurn(async () => {
        begin();
        for (const name of names) views.get(name)?.clear();
        checkpoints = { ...checkpoints, [projection]: { version, position: null } };
        changed = true;
        await writeAndCommit();
      });
    },
    commit,
  };
};
