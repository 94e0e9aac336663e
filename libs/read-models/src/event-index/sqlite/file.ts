/** The operations on the file of an event index. Imported by threads of the storage. */
import type { DatabaseSync } from 'node:sqlite';
import { defineFile } from '@flagpost/storage/define';
import { slotsOf } from '../keys.js';
import { SEGMENT, emptyTables, prepareIndex } from './schema.js';
import { createSearch, entryOf, type EntryRow } from './search.js';

/** Events in order of number, without gaps. Lists have one entry for each event; `keys` has those of all one after another. Numbers come as bytes: a message copies these at once. */
export interface Batch {
  readonly version: number;
  readonly first: number;
  readonly streams: readonly string[];
  readonly revisions: Float64Array;
  readonly recordedAts: Float64Array;
  readonly keyCounts: Uint32Array;
  readonly keys: Float64Array;
  /** Of the last event. */
  readonly position: string;
  readonly id: string;
}

/** KiB of pages: the postings of a segment with the pages above them. */
const CACHE_KIB = 12_288;

export const file = defineFile({
  module: import.meta.url,
  title: 'The index of the event log',
  settings: `PRAGMA cache_size = -${CACHE_KIB};`,
  prepare: prepareIndex,

  writes(db: DatabaseSync) {
    const newest = db.prepare('SELECT max(number) AS number FROM entry');
    const insertEntry = db.prepare('INSERT INTO entry VALUES (?, ?, ?, ?)');
    const insertPosting = db.prepare('INSERT OR IGNORE INTO posting VALUES (?, ?, ?)');
    const widenSlot = db.prepare(
      `INSERT INTO slot VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET first = min(first, excluded.first), last = max(last, excluded.last)`,
    );
    const saveHead = db.prepare('INSERT OR REPLACE INTO head VALUES (1, ?, ?, ?)');
    return {
      add({ version, first, streams, revisions, recordedAts, keyCounts, keys, position, id }: Batch): void {
        const last = (newest.get() as { number: number | null }).number ?? 0;
        if (first > last + 1)
          throw new Error(`The index of the event log has ${last} events, number ${first} cannot follow.`);
        let key = 0;
        const added = [];
        for (const [index, stream] of streams.entries()) {
          const number = first + index;
          const until = key + (keyCounts[index] ?? 0);
          if (number <= last) {
            key = until;
            continue;
          }
          const recordedAt = recordedAts[index] ?? 0;
          insertEntry.run(number, stream, revisions[index] ?? 0, recordedAt);
          added.push({ number, recordedAt });
          const segment = Math.floor(number / SEGMENT);
          for (; key < until; key += 1)
            insertPosting.run(segment, keys[key] ?? 0, number - segment * SEGMENT);
        }
        for (const { slot, first: from, last: to } of slotsOf(added)) widenSlot.run(slot, from, to);
        if (added.length > 0) saveHead.run(position, id, version);
      },
      clear: () => emptyTables(db),
    };
  },

  reads(db: DatabaseSync) {
    const entry = db.prepare('SELECT number, stream, revision, recorded_at FROM entry WHERE number = ?');
    const newest = db.prepare(
      'SELECT number, stream, revision, recorded_at FROM entry ORDER BY number DESC LIMIT 1',
    );
    entry.setReturnArrays(true);
    newest.setReturnArrays(true);
    const head = db.prepare('SELECT position, id, version FROM head');
    const entryIn = (row: unknown) => (row === undefined ? null : entryOf(row as EntryRow));
    return {
      get: (number: number) => entryIn(entry.get(number)),
      head() {
        const found = entryIn(newest.get());
        const state = head.get() as { position: string; id: string; version: number } | undefined;
        return found === null || state === undefined ? null : { ...found, ...state };
      },
      search: createSearch(db),
    };
  },

  checked: ['add'],
  // The log can make it again.
  lazy: ['add', 'clear'],
  long: ['search'],
});
