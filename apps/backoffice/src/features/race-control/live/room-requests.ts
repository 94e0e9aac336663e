/** Asks after a random delay, so that a room does not ask as one, and not too often. */
export interface RoomRequests {
  /** Does nothing while one is due. */
  want(): void;
  /** Nothing is to be asked for any more: it has come by itself, or the connection went. */
  settle(): void;
}

const MAX_DELAY_MS = 1_000;
const MIN_INTERVAL_MS = 5_000;

export const createRoomRequests = (
  ask: () => void,
  { now = () => performance.now(), random = Math.random } = {},
): RoomRequests => {
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
