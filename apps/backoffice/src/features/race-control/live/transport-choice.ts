/** How the socket reaches the server. */
export type TransportName = 'websocket' | 'polling';

/** After this number of failures in a row, WebSocket is considered blocked. */
const FAILURES = 2;
/** A WebSocket that lives longer works: no proxy blocks it. */
const SHORT_MS = 30_000;

/**
 * Chooses the transport of the next attempt: WebSocket until it fails twice in a row, then polling until a probe finds that
 * WebSocket gets through. If polling fails as well, the server is away, and WebSocket begins anew. Times of
 * `performance.now()`.
 */
export const createTransportChoice = () => {
  let current: TransportName = 'websocket';
  let failures = 0;
  let openedAt: number | null = null;

  const fail = (): void => {
    openedAt = null;
    if (current === 'polling') {
      current = 'websocket';
      failures = 0;
    } else if (++failures >= FAILURES) current = 'polling';
  };

  return {
    current: (): TransportName => current,
    opened(nowMs: number): void {
      openedAt = nowMs;
    },
    /** An attempt did not open. */
    failed: fail,
    /** The connection was lost; if it polled, the next one does too. True: WebSocket had lasted long enough. */
    ended(nowMs: number): boolean {
      const lived = openedAt === null ? 0 : nowMs - openedAt;
      openedAt = null;
      if (current === 'polling') return false;
      if (lived < SHORT_MS) {
        fail();
        return false;
      }
      failures = 0;
      return true;
    },
    /** A probe found that WebSocket gets through. One more failure, and it is polling again. */
    recovered(): void {
      current = 'websocket';
      failures = FAILURES - 1;
      openedAt = null;
    },
  };
};
