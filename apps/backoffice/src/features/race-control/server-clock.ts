/** The server's clock as this page tells it. `nowMs` is `performance.now()`. */
export interface ServerClock {
  /** Starts anew from this sample. */
  begin(serverTime: number, nowMs: number): void;
  hear(serverTime: number, nowMs: number): void;
  /** Epoch ms; null before the first sample. */
  nowMs(nowMs: number): number | null;
}

/** How fast the clock follows samples that are behind it. */
const DRIFT = 0.01;

export const createServerClock = (): ServerClock => {
  /** Server's clock minus this page's. */
  let offsetMs: number | null = null;
  return {
    begin: (serverTime, nowMs) => void (offsetMs = serverTime - nowMs),
    /** The least delayed message is the best sample; a slow drift back follows a clock that is adjusted. */
    hear(serverTime, nowMs) {
      const sample = serverTime - nowMs;
      offsetMs = offsetMs === null || sample > offsetMs ? sample : offsetMs + (sample - offsetMs) * DRIFT;
    },
    nowMs: (nowMs) => (offsetMs === null ? null : nowMs + offsetMs),
  };
};
