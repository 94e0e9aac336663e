/** The operations on the file of an event log. Imported by threads of the storage. */
import type { DatabaseSync } from 'node:sqlite';
import { defineFile } from '@flagpost/storage/define';

import { ANY_REVISION, COLUMNS, type Row } from './row.js';
import { prepareLog } from './schema.js';

/**
 * Appends of one transaction: `streams`, `expected` and `counts` have one entry for each append, the others one for each
 * event, those of one append together.
 */
export interface Appends {
  /** Epoch ms, of events without a time of their own. */
  readonly now: number;
  readonly streams: readonly string[];
  /** The last revision that each stream must have, -1 if it must not exist, `ANY_REVISION` for any. */
  readonly expected: readonly number[];
  readonly counts: readonly number[];
  readonly types: readonly string[];
  readonly data: readonly string[];
  readonly metas: readonly string[];
  readonly occurredAts: readonly (number | null)[];
  readonly recordedAts: readonly (number | null)[];
}

/** Lists by append. The revisions and positions of one append count up. */
export interface Appended {
  /** As in the message. */
  readonly now: number;
  /** False if the stream had another revision: nothing of the append was stored. */
  readonly stored: readonly boolean[];
  /** The last revision of the stream before the append, -1 if it did not exist. */
  readonly before: readonly number[];
  /** The position of its first event. */
  readonly positions: readonly number[];
}

/** Streams whose last revision is cached, at most. */
const STREAMS_KNOWN = 10_000;

/** Last revisions of recently written streams, which no other process changes. */
const createRevisions = (db: DatabaseSync) => {
  const lastRevision = db.prepare('SELECT max(revision) AS revision FROM events WHERE stream = ?');
  const known = new Map<string, number>();
  return {
    of: (stream: string): number =>
      known.get(stream) ?? (lastRevision.get(stream) as { revision: number | null }).revision ?? -1,
    set(stream: string, revision: number): void {
      if (known.size === STREAMS_KNOWN) known.clear();
      known.set(stream, revision);
    },
    forget: () => known.clear(),
  };
};

export const file = defineFile({
  module: import.meta.url,
  title: 'The event log',
  prepare: prepareLog,

  writes(db, { onRollback }) {
    const insert = db.prepare(
      `INSERT INTO events (stream, revision, type, data, meta, occurred_at, recorded_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    );
    const revisions = createRevisions(db);
    onRollback(revisions.forget);

    /** Writes one append, whose events begin at this index. @returns the position of the first one */
    const write = (appends: Appends, stream: string, before: number, from: number, count: number): number => {
      const { now, types, data, metas, occurredAts, recordedAts } = appends;
      let position = 0;
      for (let event = from; event < from + count; event += 1) {
        const revision = before + 1 + event - from;
        const { lastInsertRowid } = insert.run(
          stream,
          revision,
          types[event] ?? '',
          data[event] ?? '',
          metas[event] ?? '',
          occurredAts[event] ?? null,
          recordedAts[event] ?? now,
        );
        if (event === from) position = Number(lastInsertRowid);
      }
      return position;
    };

    return {
      append(appends: Appends): Appended {
        const answer = {
          now: appends.now,
          stored: [] as boolean[],
          before: [] as number[],
          positions: [] as number[],
        };
        let from = 0;
        appends.streams.forEach((stream, index) => {
          const count = appends.counts[index] ?? 0;
          const expected = appends.expected[index] ?? ANY_REVISION;
          const before = revisions.of(stream);
          const stores = expected === ANY_REVISION || expected === before;
          answer.stored.push(stores);
          answer.before.push(before);
          answer.positions.push(stores ? write(appends, stream, before, from, count) : 0);
          if (stores) revisions.set(stream, before + count);
          from += count;
        });
        return answer;
      },
    };
  },

  reads(db) {
    const ofStream = db.prepare(
      `SELECT ${COLUMNS} FROM events WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?`,
    );
    const ofAll = db.prepare(`SELECT ${COLUMNS} FROM events WHERE position > ? ORDER BY position LIMIT ?`);
    ofStream.setReturnArrays(true);
    ofAll.setReturnArrays(true);
    const newest = db.prepare('SELECT max(position) AS position FROM events');
    return {
      stream: (stream: string, fromRevision: number, limit: number) =>
        ofStream.all(stream, fromRevision, limit) as unknown as readonly Row[],
      page: (after: number, limit: number) => ofAll.all(after, limit) as unknown as readonly Row[],
      head: () => (newest.get() as { position: number | null }).position,
    };
  },

  // A wrong revision is an answer, so that whatever else an append throws ends its transaction.
  checked: ['append'],
  long: ['page'],
});
