import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Runs `work` in a transaction and resolves with its answer once that is on disk. Where it throws, nothing of it is. */
export type Write = <T>(work: () => T) => Promise<T>;

export interface Writer {
  readonly write: Write;
  /** Stores what waits, now. */
  readonly flush: () => void;
}

interface Job {
  /** Does the work, and answers how to tell its caller after the commit. */
  readonly run: () => () => void;
  readonly failed: (error: unknown) => void;
}

/** Writes that arrive in one turn of the event loop share one transaction, and so one fsync; each still fails alone. */
export const createWriter = (db: DatabaseSync): Writer => {
  let waiting: Job[] = [];

  const attempt = ({ run, failed }: Job): (() => void) => {
    db.exec('SAVEPOINT job');
    try {
      const tell = run();
      db.exec('RELEASE job');
      return tell;
    } catch (error) {
      db.exec('ROLLBACK TO job; RELEASE job');
      return () => failed(error);
    }
  };

  const flush = (): void => {
    const jobs = waiting;
    waiting = [];
    if (jobs.length === 0) return;
    let tellAll: readonly (() => void)[];
    try {
      db.exec('BEGIN IMMEDIATE');
      tellAll = jobs.map(attempt);
      db.exec('COMMIT');
    } catch (error) {
      if (db.isOpen && db.isTransaction) db.exec('ROLLBACK');
      tellAll = jobs.map(
        ({ failed }) =>
          () =>
            failed(error),
      );
    }
    tellAll.forEach((tell) => tell());
  };

  return {
    write: (work) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) void nextTurn().then(flush);
        waiting.push({
          run() {
            const result = work();
            return () => resolve(result);
          },
          failed: reject,
        });
      }),
    flush,
  };
};
