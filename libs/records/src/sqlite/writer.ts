import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Runs `work` in a transaction and resolves with its result after the commit is on disk. If it throws, nothing is
 * stored.
 */
export type Write = <T>(work: () => T) => Promise<T>;

export interface Writer {
  readonly write: Write;
  /** Stores pending writes now. */
  readonly flush: () => void;
}

interface Job {
  readonly run: () => () => void;
  readonly failed: (error: unknown) => void;
}

/** Writes that arrive in one turn of the event loop share one transaction, and so one fsync; each still fails alone. */
export const createWriter = (db: DatabaseSync): Writer => {
  let waiting: Job[] = [];

  /** Returns how to settle the job's promise after the commit. */
  const attempt = ({ run, failed }: Job): (() => void) => {
    db.exec('SAVEPOINT job');
    try {
      const tell = run();
      db.exec('RELEASE job');
      return tell;
    } catch (error) {
      if (!db.isTransaction) throw error; // for example, a full disk ends the whole transaction
      db.exec('ROLLBACK TO job; RELEASE job');
      return () => failed(error);
    }
  };

  const transact = (jobs: readonly Job[]): readonly (() => void)[] => {
    try {
      db.exec('BEGIN IMMEDIATE');
      const answers = jobs.map(attempt);
      db.exec('COMMIT');
      return answers;
    } catch (error) {
      if (db.isOpen && db.isTransaction) db.exec('ROLLBACK');
      return jobs.map((job) => () => job.failed(error));
    }
  };

  const flush = (): void => {
    const jobs = waiting;
    waiting = [];
    if (jobs.length > 0) transact(jobs).forEach((tell) => tell());
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
