import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { StoredMessage } from '../port.js';
import { frameCursor } from './frames.js';
import { logTable, messageTable, type StoredTopic } from './schema.js';

/** Part of a partition, as a reader asks for it. */
export interface PageQuery {
  readonly partition: number;
  /** The first offset wanted. */
  readonly from: number;
  /** Messages of this offset and later ones are left out. */
  readonly below: number;
  /** At most this many messages. */
  readonly limit: number;
  /** The page ends with the message that makes keys and values longer than this together, in characters. */
  readonly characters: number;
}

/** The tables of one topic. */
export interface MessageTables {
  /** By partition: the next offset. */
  heads(): readonly number[];
  /** By partition: the offset of the oldest message; the head if there is none. */
  firsts(): readonly number[];
  /**
   * Stores messages, encoded as frames, one row for each text of a log. Within the caller's transaction.
   *
   * @returns the heads before.
   */
  append(texts: readonly string[], storedAt: number): readonly number[];
  /** In order of offset. Empty only if no message of this kind is stored. */
  page(query: PageQuery): readonly StoredMessage[];
  /**
   * Deletes messages that expired before `before`, of a compacted topic only tombstones, and a bounded number of rows at
   * a time. The newest row stays, as it defines the heads. Within the caller's transaction.
   */
  forget(before: number): void;
}

/** Rows of one table that one cleanup deletes at most: enough for 400 publishes, or 2,000 messages, per second. */
const FORGOTTEN_ROWS = 2_000;
const FORGOTTEN_MESSAGES = 10_000;

interface Table {
  readonly head: StatementSync;
  readonly first: StatementSync;
  readonly page: StatementSync;
}

/** A table with one row per message. */
const rowPerMessage = (db: DatabaseSync, topicId: number, partition: number): Table => {
  const table = messageTable(topicId, partition);
  const page = db.prepare(
    `SELECT offset, stored_at, key, value FROM ${table} WHERE offset >= ? AND offset < ? ORDER BY offset LIMIT ?`,
  );
  page.setReturnArrays(true);
  return {
    head: db.prepare(`SELECT coalesce(max(offset) + 1, 0) AS offset FROM ${table}`),
    first: db.prepare(`SELECT min(offset) AS offset FROM ${table}`),
    page,
  };
};

const headOf = ({ head }: Table): number => Number(head.get()?.offset);

const rowsOf = ({ page }: Table, { from, below, limit, characters }: PageQuery): StoredMessage[] => {
  const messages: StoredMessage[] = [];
  let length = 0;
  const rows = page.iterate(from, Math.min(below, Number.MAX_SAFE_INTEGER), limit);
  for (const row of rows as unknown as Iterable<[number, number, string, string | null]>) {
    const [offset, storedAt, key, value] = row;
    messages.push({ offset, storedAt, key, value });
    length += key.length + (value?.length ?? 0);
    if (length > characters) break;
  }
  return messages;
};

/** A compacted topic: one row per key. */
const compactedTables = (db: DatabaseSync, { id, definition }: StoredTopic): MessageTables => {
  const tables = Array.from({ length: definition.partitions }, (_, partition) => {
    const table = messageTable(id, partition);
    return {
      ...rowPerMessage(db, id, partition),
      insert: db.prepare(
        `INSERT OR REPLACE INTO ${table} (offset, stored_at, key, value) VALUES (?, ?, ?, ?)`,
      ),
      remove: db.prepare(`DELETE FROM ${table} WHERE offset IN (
        SELECT offset FROM ${table} WHERE value IS NULL AND stored_at < ?
          AND offset < (SELECT max(offset) FROM ${table}) LIMIT ?)`),
    };
  });
  const heads = (): number[] => tables.map(headOf);
  return {
    heads,
    firsts: () => tables.map((table) => Number(table.first.get()?.offset ?? headOf(table))),
    append(texts, storedAt) {
      const before = heads();
      const next = [...before];
      for (const text of texts) {
        const cursor = frameCursor(text);
        while (cursor.next()) {
          const partition = cursor.partition();
          const offset = next[partition] ?? NaN;
          next[partition] = offset + 1;
          tables[partition]?.insert.run(offset, storedAt, cursor.key(), cursor.value());
        }
      }
      return before;
    },
    page(query) {
      const table = tables[query.partition];
      return table === undefined ? [] : rowsOf(table, query);
    },
    forget: (before) => tables.forEach(({ remove }) => void remove.run(before, FORGOTTEN_MESSAGES)),
  };
};

/** What version 1 stored of a log: a row per message in a table per partition; no table if it never stored the topic. */
const formerLog = (db: DatabaseSync, { id, definition }: StoredTopic) => {
  const isThere = db.prepare(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?`);
  const partitions = Array.from({ length: definition.partitions }, (_, partition) => partition);
  const tables = partitions
    .filter((partition) => isThere.get(messageTable(id, partition)) !== undefined)
    .map((partition) => {
      const table = messageTable(id, partition);
      return {
        ...rowPerMessage(db, id, partition),
        remove: db.prepare(`DELETE FROM ${table} WHERE offset IN (
          SELECT offset FROM (SELECT offset, stored_at FROM ${table} ORDER BY offset LIMIT :limit)
          WHERE stored_at < :before AND offset <= (SELECT max(offset) FROM ${table}) - :kept)`),
      };
    });
  return {
    heads: () => partitions.map((partition) => (tables[partition] ? headOf(tables[partition]) : 0)),
    first: (partition: number): number | null => {
      const offset = tables[partition]?.first.get()?.offset;
      return typeof offset === 'number' ? offset : null;
    },
    page: (query: PageQuery): StoredMessage[] => {
      const table = tables[query.partition];
      return table === undefined ? [] : rowsOf(table, query);
    },
    /** `kept`: the newest messages that stay in any case. */
    forget: (before: number, kept: 0 | 1): void =>
      tables.forEach(({ remove }) => void remove.run({ before, kept, limit: FORGOTTEN_MESSAGES })),
  };
};

interface LogRow {
  readonly storedAt: number;
  readonly heads: readonly number[];
  readonly messages: string;
}

const countIn = (messages: string, partition: number): number => {
  const cursor = frameCursor(messages);
  let count = 0;
  while (cursor.next()) if (cursor.partition() === partition) count += 1;
  return count;
};

/** A log: one row per publish, with ids that have no gaps. */
const logTables = (db: DatabaseSync, topic: StoredTopic): MessageTables => {
  const table = logTable(topic.id);
  const former = formerLog(db, topic);
  // Of one SELECT with both, SQLite makes a scan of the table.
  const ids = db.prepare(
    `SELECT (SELECT min(id) FROM ${table}) AS oldest, (SELECT max(id) FROM ${table}) AS newest`,
  );
  const newest = db.prepare(`SELECT heads FROM ${table} ORDER BY id DESC LIMIT 1`);
  const headsAt = db.prepare(`SELECT heads FROM ${table} WHERE id = ?`);
  const rowAt = db.prepare(`SELECT stored_at AS storedAt, heads, messages FROM ${table} WHERE id = ?`);
  const insert = db.prepare(`INSERT INTO ${table} (stored_at, heads, messages) VALUES (?, ?, ?)`);
  const remove = db.prepare(`DELETE FROM ${table} WHERE id IN (
    SELECT id FROM (SELECT id, stored_at FROM ${table} ORDER BY id LIMIT ?) WHERE stored_at < ?)
    AND id < (SELECT max(id) FROM ${table})`);

  const parse = (row: Record<string, unknown> | undefined): number[] | null =>
    row === undefined ? null : (JSON.parse(String(row.heads)) as number[]);
  const heads = (): number[] => parse(newest.get()) ?? former.heads();
  const row = (id: number): LogRow | null => {
    const found = rowAt.get(id);
    if (found === undefined) return null;
    return {
      storedAt: Number(found.storedAt),
      heads: parse(found) ?? [],
      messages: String(found.messages),
    };
  };
  const extent = (): { oldest: number; newest: number } | null => {
    const found = ids.get();
    return found?.oldest === null ? null : { oldest: Number(found?.oldest), newest: Number(found?.newest) };
  };
  /** The first row that ends beyond this offset of the partition; null if there is none. */
  const rowBeyond = (partition: number, offset: number): number | null => {
    const all = extent();
    if (all === null) return null;
    let [low, high] = [all.oldest, all.newest + 1];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((parse(headsAt.get(middle))?.[partition] ?? 0) > offset) high = middle;
      else low = middle + 1;
    }
    return low > all.newest ? null : low;
  };

  /** The offset at which the messages of a row begin in a partition, even if the row has none of that partition. */
  const firstIn = (id: number, partition: number): number => {
    const former = parse(headsAt.get(id - 1))?.[partition];
    if (former !== undefined) return former;
    const found = row(id);
    return found === null ? 0 : (found.heads[partition] ?? 0) - countIn(found.messages, partition);
  };

  const pageOfRows = (query: PageQuery): StoredMessage[] => {
    const { partition, from, below, limit, characters } = query;
    const messages: StoredMessage[] = [];
    let length = 0;
    let id = rowBeyond(partition, from) ?? NaN;
    /** The offset of the row's first message of this partition. */
    let offset = firstIn(id, partition);
    for (; messages.length < limit && length <= characters && offset < below; id += 1) {
      const found = row(id);
      if (found === null) break;
      const end = Math.min(found.heads[partition] ?? 0, below);
      const cursor = frameCursor(found.messages);
      while (messages.length < limit && length <= characters && offset < end) {
        cursor.next();
        if (cursor.partition() !== partition) continue;
        if (offset >= from) {
          const [key, value] = [cursor.key(), cursor.value()];
          messages.push({ offset, storedAt: found.storedAt, key, value });
          length += key.length + (value?.length ?? 0);
        }
        offset += 1;
      }
    }
    return messages;
  };

  return {
    heads,
    firsts() {
      const oldest = extent()?.oldest;
      return heads().map(
        (head, partition) =>
          former.first(partition) ?? (oldest === undefined ? head : firstIn(oldest, partition)),
      );
    },
    append(texts, storedAt) {
      const before = heads();
      const next = [...before];
      for (const text of texts) {
        const cursor = frameCursor(text);
        while (cursor.next()) next[cursor.partition()] = (next[cursor.partition()] ?? NaN) + 1;
        insert.run(storedAt, JSON.stringify(next), text);
      }
      return before;
    },
    page(query) {
      const old = former.page(query);
      return old.length > 0 ? old : pageOfRows(query);
    },
    forget(before) {
      remove.run(FORGOTTEN_ROWS, before);
      former.forget(before, newest.get() === undefined ? 1 : 0);
    },
  };
};

export const messageTables = (db: DatabaseSync, topic: StoredTopic): MessageTables =>
  topic.definition.kind === 'compacted' ? compactedTables(db, topic) : logTables(db, topic);
