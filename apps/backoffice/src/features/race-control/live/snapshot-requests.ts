/** Snapshots are asked for after a random delay, so that a room does not ask as one, and not too often. */
export interface SnapshotRequests {
  /** Does nothing while one is on its way. */
  want(): void;
  /** A snapshot arrived, or the connection went. */
  settle(): void;
}

const MAX_DELAY_MS = 1_000;
const MIN_INTERVAL_MS = 5_000;

export const createSnapshotRequests = (
  ask: () => void,
  { now = () => performance.now(), random = Math.random } = {},
): SnapshotRequests => {
  let timer: number | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  return {
    want() {
      if (timer !== undefined) return;
      const delay = Math.max(random() * MAX_DELAY_MS, askedAt + MIN_INTERVAL_MS - now());
      timer = window.setTimeout(() => {
        timer = undefined;
        askedAt = now();
        ask();
      }, delay);
    },
    settle() {
      window.clearTimeout(timer);
      timer = undefined;
    },
  };
};
