import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Position } from '@flagpost/event-sourcing';
import { boundedMap } from '@flagpost/platform';
import { jsonCopy } from '../documents/json-copy.js';
import { patched, type Document } from '../documents/patched.js';
import { inOrder, matcher, type Identified } from '../documents/selection.js';
import { assertFilter } from '../filter.js';
import type { DocumentId, Entry, Filter, FindOptions, ViewWriter } from '../port.js';
import { queryOf, type ViewQuery } from './query.js';
import type { StoredView } from './writer.js';

/** Statements that are kept prepared. */
const STATEMENTS = 200;
/** Documents parsed before another turn of the event loop: 1 to 3 ms. */
const SLICE = 1_000;

type Statements = (sql: string) => StatementSync;

/** Prepares statements, whose rows are arrays, and keeps those last used. */
export const statementsOf = (db: DatabaseSync): Statements => {
  const kept = boundedMap<string, StatementSync>(STATEMENTS);
  return (sql) => {
    const known = kept.get(sql);
    if (known !== undefined) return known;
    const statement = db.prepare(sql);
    statement.setReturnArrays(true);
    kept.set(sql, statement);
    return statement;
  };
};

type Row = readonly [id: DocumentId, document: string];

export const viewIn = <T>(stored: StoredView, prepare: Statements): ViewWriter<T> => {
  const { shape, uneven } = stored;

  /** All rows at once, so that they belong to one state of the view; their documents in slices. */
  const select = async (
    { sql, keys }: Pick<ViewQuery, 'sql' | 'keys'>,
    filter: Filter | null,
  ): Promise<Identified[]> => {
    const rows = prepare(`SELECT id, document FROM ${sql}`).all(...keys) as unknown as Row[];
    const matches = filter === null ? () => true : matcher(filter);
    const found: Identified[] = [];
    for (const [at, [id, text]] of rows.entries()) {
      if (at > 0 && at % SLICE === 0) await nextTurn();
      const document = JSON.parse(text) as Document;
      if (matches(document)) found.push([id, document]);
    }
    return found;
  };

  const query = async (filter: Filter, sort?: FindOptions['sort']): Promise<ViewQuery> => {
    assertFilter(filter);
    await stored.bringIn();
    return queryOf(shape, uneven, filter, sort);
  };

  const write = (
    id: DocumentId,
    position: Position,
    change: (current: Document | null) => Document | null | undefined,
  ): boolean => {
    const known = stored.read(id);
    if (known !== undefined && known.position >= position) return false;
    const document = change(known?.document ?? null);
    if (document === undefined) return false;
    stored.write(id, { document, position });
    return true;
  };

  return {
    get: async (id) => stored.copyOf(id) as T | null,
    async find(filter, { sort, skip = 0, limit = Infinity } = {}) {
      const { exact, ordered, ...rows } = await query(filter, sort);
      if (exact && ordered) {
        const page = {
          sql: `${rows.sql} LIMIT ? OFFSET ?`,
          keys: [...rows.keys, Math.min(limit, MOST), skip],
        };
        return (await select(page, null)).map(([, document]) => document as T);
      }
      const found = await select(rows, exact ? null : filter);
      const all = ordered ? found.map(([, document]) => document) : inOrder(found, sort);
      return all.slice(skip, skip + limit) as T[];
    },
    async count(filter) {
      const { exact, ...rows } = await query(filter);
      if (!exact) return (await select(rows, filter)).length;
      const [count] = prepare(`SELECT count(*) FROM ${rows.sql}`).get(...rows.keys) as unknown as [number];
      return count;
    },
    put: async (id, document, position) => write(id, position, () => jsonCopy(document) as Document),
    patch: async (id, changes, position) =>
      write(id, position, (current) => (current === null ? undefined : patched(current, changes))),
    delete: async (id, position) => write(id, position, () => null),
    entries: {
      get: (id) => stored.read(id) as Entry<T> | undefined,
      set: (id, entry) => stored.write(id, entry as Entry<Document>),
    },
  };
};

/** Stands for no limit. */
const MOST = Number.MAX_SAFE_INTEGER;
