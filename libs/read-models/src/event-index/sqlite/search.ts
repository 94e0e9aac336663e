import type { DatabaseSync } from 'node:sqlite';
import { slotOf } from '../keys.js';
import type { IndexedEvent } from '../port.js';
import { SEGMENT } from './schema.js';

/** A part of a search: its messages are short, so that other reads come between them. */
export interface Search {
  /** Hashes. */
  readonly keys: readonly number[];
  /** As in `IndexQuery`. */
  readonly from: number | null;
  readonly until: number | null;
  readonly below: number | null;
  readonly limit: number;
  /** Look-ups of this part, at most. */
  readonly steps: number;
}

export interface Searched {
  readonly found: readonly IndexedEvent[];
  /** Where the search goes on; null if it is complete. */
  readonly next: number | null;
}

export type EntryRow = readonly [number: number, stream: string, revision: number, recordedAt: number];

export const entryOf = ([number, stream, revision, recordedAt]: EntryRow): IndexedEvent => ({
  number,
  stream,
  revision,
  recordedAt,
});

/**
 * Intersects the lists of numbers of all keys, from the newest down: each key in turn is asked for its greatest number that
 * is not above the candidate, which becomes the candidate. Hence the shortest list decides how much is read, and of the others
 * nothing is looked up in segments that it has no number in.
 */
export const createSearch = (db: DatabaseSync): ((search: Search) => Searched) => {
  const newest = db.prepare('SELECT max(number) AS number FROM entry');
  const bounds = db.prepare(
    'SELECT min(first) AS first, max(last) AS last FROM slot WHERE slot BETWEEN ? AND ?',
  );
  const posting = db.prepare(
    'SELECT at FROM posting WHERE segment = ? AND key = ? AND at <= ? ORDER BY at DESC LIMIT 1',
  );
  const entry = db.prepare('SELECT number, stream, revision, recorded_at FROM entry WHERE number = ?');
  posting.setReturnArrays(true);
  entry.setReturnArrays(true);

  /** The numbers between which everything was recorded in this time; null if nothing was. */
  const range = ({ from, until, below }: Search): { lowest: number; highest: number } | null => {
    const last = (newest.get() as { number: number | null }).number ?? 0;
    let [lowest, highest] = [1, Math.min(last, (below ?? Infinity) - 1)];
    if (from !== null || until !== null) {
      const slots = [slotOf(from ?? 0), slotOf(until ?? Number.MAX_SAFE_INTEGER)] as const;
      const within = bounds.get(...slots) as { first: number | null; last: number | null };
      if (within.first === null || within.last === null) return null;
      [lowest, highest] = [within.first, Math.min(highest, within.last)];
    }
    return highest < lowest ? null : { lowest, highest };
  };

  return (search) => {
    const { keys, from, until, limit } = search;
    const within = range(search);
    const found: IndexedEvent[] = [];
    if (within === null) return { found, next: null };
    let left = search.steps;

    /** Above it everything has been looked at. */
    let candidate = within.highest;
    /** Goes down to the greatest number that has the key; false if there is none, or the look-ups have ended. */
    const descend = (key: number): boolean => {
      while (candidate >= within.lowest && left > 0) {
        const segment = Math.floor(candidate / SEGMENT);
        left -= 1;
        const row = posting.get(segment, key, candidate - segment * SEGMENT) as unknown as
          [number] | undefined;
        candidate = segment * SEGMENT + (row === undefined ? -1 : row[0]);
        if (row !== undefined) return candidate >= within.lowest;
      }
      return false;
    };
    /** Goes down to the greatest number that has all keys; false as `descend`. */
    const agree = (): boolean => {
      for (let index = 0, agreed = 0; agreed < keys.length; index = (index + 1) % keys.length) {
        const before = candidate;
        if (!descend(keys[index] ?? 0)) return false;
        agreed = candidate === before ? agreed + 1 : 1;
      }
      return true;
    };

    while (candidate >= within.lowest && found.length < limit && left > 0 && agree()) {
      left -= 1;
      const row = entry.get(candidate) as unknown as EntryRow | undefined;
      const isInTime = row !== undefined && row[3] >= (from ?? -Infinity) && row[3] < (until ?? Infinity);
      if (isInTime) found.push(entryOf(row));
      candidate -= 1;
    }
    return { found, next: candidate >= within.lowest ? candidate + 1 : null };
  };
};
