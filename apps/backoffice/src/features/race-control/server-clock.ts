import { SOCKET_HEARTBEAT, type Snapshot } from '@flagpost/contracts';

/** The server's clock as this page tells it. `nowMs` is `performance.now()`. */
export interface ServerClock {
  /** A snapshot: the picture starts anew from this sample. */
  begin(snapshot: Pick<Snapshot, 'serverTime' | 'streamId'>, nowMs: number): void;
  hear(serverTime: number, nowMs: number): void;
  /** Epoch ms; null before the first sample. Late messages do not delay it. */
  nowMs(nowMs: number): number | null;
  /** The same for the picture of the cars, which follows a link that becomes slow. */
  pictureMs(nowMs: number): number | null;
}

/** How fast the picture follows samples that are behind it. */
const DRIFT = 0.01;
/** Clocks of servers and devices are corrected by no more: a server runs 1 % slower after its machine's clock was set back. */
const CORRECTED_BY = 0.015;
/** A difference that has opened faster than `CORRECTED_BY`, to this, is the delay of the link. */
const LINK_DELAY_MS = 500;
/** A connection with a longer delay is closed. */
const LONGEST_DELAY_MS = SOCKET_HEARTBEAT.everyMs + SOCKET_HEARTBEAT.answeredWithinMs;

/**
 * The least delayed message is the best sample of both times. When later ones are all behind it, either the link has become
 * slow or a clock is being corrected. The picture follows both; the time follows a clock alone.
 */
export const createServerClock = (): ServerClock => {
  /** Each the server's clock minus this page's. */
  let offsetMs: number | null = null;
  let pictureOffsetMs = 0;
  let heardMs = 0;
  let stream: string | null = null;

  const follow = (sample: number, nowMs: number): void => {
    const mostMs = CORRECTED_BY * (nowMs - heardMs);
    heardMs = nowMs;
    // No link is that late: a clock was set.
    if (offsetMs === null || sample > offsetMs || offsetMs - sample > LONGEST_DELAY_MS) offsetMs = sample;
    else if (offsetMs - pictureOffsetMs < LINK_DELAY_MS)
      offsetMs = Math.max(pictureOffsetMs, offsetMs - mostMs);
  };

  return {
    begin({ serverTime, streamId }, nowMs) {
      const sample = serverTime - nowMs;
      pictureOffsetMs = sample;
      if (streamId !== stream) offsetMs = null;
      stream = streamId;
      follow(sample, nowMs);
    },
    hear(serverTime, nowMs) {
      const sample = serverTime - nowMs;
      const isLate = offsetMs !== null && sample <= pictureOffsetMs;
      pictureOffsetMs = isLate ? pictureOffsetMs + (sample - pictureOffsetMs) * DRIFT : sample;
      follow(sample, nowMs);
    },
    nowMs: (nowMs) => (offsetMs === null ? null : nowMs + offsetMs),
    pictureMs: (nowMs) => (offsetMs === null ? null : nowMs + pictureOffsetMs),
  };
};
