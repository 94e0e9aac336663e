import type { Clock, Scheduler, Timer } from '@flagpost/platform';

/**
 * Minimum interval between snapshots, of which a few may be read in a burst; viewers in between share the next one. After a
 * restart hundreds of viewers reconnect at once, and a snapshot of a thousand cars for each took most of the memory.
 */
const SNAPSHOT_EVERY_MS = 100;
const SNAPSHOTS_AT_ONCE = 5;

/** Limits how often snapshots are read. */
export interface SnapshotTurns {
  /** Calls `read` when it is the next snapshot's turn; one that still waits is never read. */
  next(read: () => void): void;
  cancel(): void;
}

export const createSnapshotTurns = (clock: Clock, scheduler: Scheduler): SnapshotTurns => {
  let readableAt = Number.NEGATIVE_INFINITY;
  let waiting: Timer | null = null;
  return {
    next(read) {
      waiting?.cancel();
      const now = clock.now();
      const readAt = Math.max(readableAt, now - (SNAPSHOTS_AT_ONCE - 1) * SNAPSHOT_EVERY_MS);
      readableAt = readAt + SNAPSHOT_EVERY_MS;
      if (readAt <= now) read();
      else waiting = scheduler.after(readAt - now, read);
    },
    cancel: () => waiting?.cancel(),
  };
};
