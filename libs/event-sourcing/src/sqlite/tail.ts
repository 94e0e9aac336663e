import type { Row } from './row.js';

/** What is kept of the newest events, at most. */
const MOST_EVENTS = 4_000;
const MOST_CHARACTERS = 8 * 1024 * 1024;
/** Streams whose last revision is known, at most. */
const MOST_STREAMS = 10_000;

/**
 * The newest events in memory, so that who follows the log does not read back what was just written. It begins with the
 * first append of this process, and anew after one of which nobody knows whether it was stored.
 */
export interface Tail {
  /** Adds stored events, in order of position. */
  push(rows: readonly Row[]): void;
  /** The events after this position, at most `limit`; null if only the file knows. */
  after(position: number, limit: number): readonly Row[] | null;
  /** Whether a stream certainly has no event from this revision on. */
  endsBefore(stream: string, revision: number): boolean;
  /** The position of the newest event; null if only the file knows. */
  head(): number | null;
  clear(): void;
}

const sizeOf = (row: Row): number => row[4].length + row[5].length;

export const createTail = (): Tail => {
  let rows: Row[] = [];
  let characters = 0;
  const lastRevisions = new Map<string, number>();

  /** Half of it at once, as taking events off the front one by one costs a copy each. */
  const shorten = (): void => {
    while (rows.length > MOST_EVENTS || (characters > MOST_CHARACTERS && rows.length > 1)) {
      rows = rows.slice(Math.ceil(rows.length / 2));
      characters = rows.reduce((sum, row) => sum + sizeOf(row), 0);
    }
  };

  return {
    push(added) {
      for (const row of added) {
        rows.push(row);
        characters += sizeOf(row);
        if (lastRevisions.size === MOST_STREAMS) lastRevisions.clear();
        lastRevisions.set(row[1], row[2]);
      }
      shorten();
    },
    after(position, limit) {
      const [first] = rows;
      if (first === undefined || position < first[0] - 1) return null;
      // Positions have no gaps: nothing is ever deleted.
      const from = position - first[0] + 1;
      return rows.slice(from, from + limit);
    },
    endsBefore(stream, revision) {
      const last = lastRevisions.get(stream);
      return last !== undefined && last < revision;
    },
    head: () => rows.at(-1)?.[0] ?? null,
    clear() {
      rows = [];
      characters = 0;
      lastRevisions.clear();
    },
  };
};
