import type { DatabaseSync } from 'node:sqlite';
import { partitionOf, type Batch, type Message, type StoredMessage } from '../port.js';

/** One reader's position in one partition. */
export interface Reader {
  readonly partition: number;
  /** The next offset to read. */
  position(): number;
  /** The next messages, at most `max`; null if there are none yet. */
  take(max: number): Batch | null;
  close(): void;
}

export interface Partition {
  head(): number;
  open(from: number | 'head'): Reader;
}

/** The partition of this key. */
export const ofKey = <P>(partitions: readonly P[], key: string): P =>
  partitions[partitionOf(key, partitions.length)] as P;

export interface StoredPartition extends Partition {
  /** Offset of the oldest message kept; the head if there is none. */
  first(): number;
  /** Within the caller's transaction. */
  append(messages: readonly Message[], storedAt: number): void;
  /** After the transaction: readers see the messages, or they were never stored. */
  settle(committed: boolean): void;
  /**
   * Deletes at most `limit` messages that expired before `before`: all older ones of a log, only tombstones of a
   * compacted topic. The newest message is always kept, as it defines the partition's head.
   */
  forget(before: number, limit: number): void;
}

/** One statement for many rows is cheaper than one per row; the largest first. */
const ROWS_AT_ONCE = [32, 8, 1] as const;

export const storedPartition = (
  db: DatabaseSync,
  partition: number,
  table: string,
  compacted: boolean,
): StoredPartition => {
  const inserts = ROWS_AT_ONCE.map((rows) => ({
    rows,
    statement: db.prepare(
      `INSERT ${compacted ? 'OR REPLACE ' : ''}INTO ${table} (offset, stored_at, key, value)
       VALUES ${Array<string>(rows).fill('(?, ?, ?, ?)').join(', ')}`,
    ),
  }));
  const page = db.prepare(
    `SELECT offset, stored_at, key, value FROM ${table} WHERE offset >= ? ORDER BY offset LIMIT ?`,
  );
  page.setReturnArrays(true);
  const expired = compacted
    ? `SELECT offset FROM ${table} WHERE value IS NULL AND stored_at < :before AND offset < :newest LIMIT :limit`
    : `SELECT offset FROM (SELECT offset, stored_at FROM ${table} WHERE offset < :newest ORDER BY offset LIMIT :limit)
       WHERE stored_at < :before`;
  const remove = db.prepare(`DELETE FROM ${table} WHERE offset IN (${expired})`);

  const oldest = db.prepare(`SELECT min(offset) AS offset FROM ${table}`);

  let head = Number(db.prepare(`SELECT coalesce(max(offset) + 1, 0) AS head FROM ${table}`).get()?.head);
  let next = head;

  const open = (from: number | 'head'): Reader => {
    let position = from === 'head' ? head : Math.min(from, head);
    return {
      partition,
      position: () => position,
      take(max) {
        if (position >= head) return null;
        const rows = page.all(position, max) as unknown as [number, number, string, string | null][];
        const messages = rows.map(([offset, storedAt, key, value]) => ({ offset, storedAt, key, value }));
        position = (messages.at(-1)?.offset ?? head - 1) + 1;
        return { partition, messages, head };
      },
      close: () => undefined,
    };
  };

  return {
    head: () => head,
    open,
    first: () => Number(oldest.get()?.offset ?? head),
    append(messages, storedAt) {
      let done = 0;
      for (const { rows, statement } of inserts) {
        for (; done + rows <= messages.length; done += rows) {
          const some = messages.slice(done, done + rows);
          statement.run(...some.flatMap(({ key, value }) => [next++, storedAt, key, value]));
        }
      }
    },
    settle(committed) {
      if (committed) head = next;
      else next = head;
    },
    forget: (before, limit) => void remove.run({ before, limit, newest: head - 1 }),
  };
};

/** How far a slow reader may lag before it loses the oldest messages. */
const VOLATILE_BACKLOG = 1000;

export interface VolatilePartition extends Partition {
  hand(message: Message, storedAt: number): void;
}

/** Keeps only messages that a current reader has not read yet. */
export const volatilePartition = (partition: number): VolatilePartition => {
  const inboxes = new Set<StoredMessage[]>();
  let head = 0;
  const open = (): Reader => {
    const inbox: StoredMessage[] = [];
    inboxes.add(inbox);
    return {
      partition,
      position: () => inbox[0]?.offset ?? head,
      take: (max) => (inbox.length === 0 ? null : { partition, messages: inbox.splice(0, max), head }),
      close: () => void inboxes.delete(inbox),
    };
  };
  return {
    head: () => head,
    open,
    hand({ key, value }, storedAt) {
      const message = { key, value, storedAt, offset: head++ };
      for (const inbox of inboxes) {
        if (inbox.length === VOLATILE_BACKLOG) inbox.shift();
        inbox.push(message);
      }
    },
  };
};
