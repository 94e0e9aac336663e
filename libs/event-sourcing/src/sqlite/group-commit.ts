import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '@flagpost/platform';
import { checkRevision } from '../revision.js';
import { RevisionConflict } from '../store.js';
import type { EventStore, ExpectedRevision, NewEvent, RecordedEvent } from '../store.js';
import { toEvent } from './row.js';

/** The stored form of an event, which does not depend on when it is written. */
interface Content {
  readonly type: string;
  readonly data: string;
  readonly meta: string;
  readonly occurredAt: number | null;
  /** Null to take the clock's time when the event is written. */
  readonly copiedAt: number | null;
}

interface Pending {
  readonly stream: string;
  readonly contents: readonly Content[];
  readonly expected: ExpectedRevision;
  readonly resolve: (events: readonly RecordedEvent[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Streams whose last revision is cached, at most. */
const STREAMS_KNOWN = 10_000;

const toContent = ({ type, data, meta, occurredAt, recordedAt }: NewEvent): Content => ({
  type,
  data: JSON.stringify(data ?? null),
  meta: JSON.stringify(meta),
  occurredAt: occurredAt ?? null,
  copiedAt: recordedAt ?? null,
});

/**
 * Group commit: all appends that arrive in one turn of the event loop share one transaction.
 *
 * @param committed Called after each transaction with the number of events written.
 */
export const groupCommit = (db: DatabaseSync, clock: Clock, committed: (events: number) => void) => {
  const insert = db.prepare(
    `INSERT INTO events (stream, revision, type, data, meta, occurred_at, recorded_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const lastRevision = db.prepare('SELECT max(revision) AS revision FROM events WHERE stream = ?');
  /**
   * Last revisions of recently written streams. No other process writes this file; if a transaction fails the cache is
   * cleared.
   */
  const lastOf = new Map<string, number>();
  const lastRevisionOf = (stream: string): number =>
    lastOf.get(stream) ?? (lastRevision.get(stream) as { revision: number | null }).revision ?? -1;
  let pending: Pending[] = [];
  let flushing = Promise.resolve();

  const write = ({ stream, contents, expected }: Pending, now: number): readonly RecordedEvent[] => {
    const last = lastRevisionOf(stream);
    checkRevision(stream, expected, last);
    if (lastOf.size === STREAMS_KNOWN) lastOf.clear();
    lastOf.set(stream, last + contents.length);
    return contents.map(({ type, data, meta, occurredAt, copiedAt }, index) => {
      const revision = last + 1 + index;
      const recordedAt = copiedAt ?? now;
      const { lastInsertRowid } = insert.run(stream, revision, type, data, meta, occurredAt, recordedAt);
      return toEvent([Number(lastInsertRowid), stream, revision, type, data, meta, occurredAt, recordedAt]);
    });
  };

  /**
   * Writes the group. Returns how to settle each pending append once the transaction has ended, and the number of
   * events.
   */
  const transact = (group: readonly Pending[]): { answers: (() => void)[]; written: number } => {
    const now = clock.now();
    let written = 0;
    try {
      db.exec('BEGIN IMMEDIATE');
      const answers = group.map((append) => {
        try {
          const events = write(append, now);
          written += events.length;
          return () => append.resolve(events);
        } catch (error) {
          if (!(error instanceof RevisionConflict)) throw error;
          return () => append.reject(error); // nothing to roll back: the check precedes the writes
        }
      });
      db.exec('COMMIT');
      return { answers, written };
    } catch (error) {
      lastOf.clear();
      if (db.isOpen && db.isTransaction) db.exec('ROLLBACK');
      return { answers: group.map((append) => () => append.reject(error)), written: 0 };
    }
  };

  const flush = async (): Promise<void> => {
    await nextTurn();
    const group = pending;
    pending = [];
    const { answers, written } = transact(group);
    for (const answer of answers) answer();
    committed(written);
  };

  return {
    append: (
      stream: string,
      events: readonly NewEvent[],
      expected: ExpectedRevision,
    ): ReturnType<EventStore['append']> =>
      new Promise((resolve, reject) => {
        const contents = events.map(toContent);
        if (pending.push({ stream, contents, expected, resolve, reject }) === 1) flushing = flush();
      }),
    /** Resolves when every append so far has been answered. */
    idle: (): Promise<void> => flushing,
  };
};
