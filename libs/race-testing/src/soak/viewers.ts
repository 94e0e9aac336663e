import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { SOCKET_JOIN } from '@flagpost/contracts';
import { fixedDelay, retry } from '@flagpost/platform';
import { systemScheduler } from '@flagpost/platform/system';
import { SIGNED_IN_FOR_MS, signIn } from '../calls.js';
import { openScreen, type Screen, type ScreenOptions } from '../screen.js';

/** Viewers that come and go, and some that stop reading but stay connected. */
export interface Viewers {
  /** Reading viewers, connected now. */
  watching(): number;
  /** Viewers that have stopped reading so far. */
  stalled(): number;
  stop(): Promise<void>;
}

export interface ViewersOptions extends Pick<ScreenOptions, 'url' | 'eventId' | 'onFix'> {
  /** Connected at once. */
  readonly count: number;
  /** The number of viewers that stop reading. */
  readonly slow: number;
  /** Each of them stays this long, then another one comes: longer than a server should tolerate it. */
  readonly slowForMs: number;
}

const VIEWER = 'viewer@flagpost.demo';
const STAYS_MS = { least: 20_000, most: 180_000 };
const LOOK_EVERY_MS = 500;
const PONG_EVERY_MS = 5_000;

/**
 * Connects, then stops reading but still answers pings, as a phone behind a proxy does: a server can detect it only by
 * the data that it does not take. It requests the larger encoding, so that buffers fill up soon.
 */
const openStalled = async (url: string, accessToken: string, eventId: number): Promise<Screen> => {
  const address = `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const socket = new WebSocket(address, { perMessageDeflate: false });
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The socket was closed.')));
    socket.on('message', (data: Buffer, isBinary) => {
      const text = isBinary ? '' : data.toString('latin1', 0, 3);
      if (text.startsWith('0')) socket.send(`40${JSON.stringify({ accessToken })}`);
      else if (text.startsWith('40'))
        socket.send(`420${JSON.stringify([SOCKET_JOIN, { eventId, positions: 'json' }])}`);
      else if (text === '430') resolve();
    });
  });
  socket.removeAllListeners('error').on('error', () => undefined);
  socket.pause();
  const pongs = setInterval(() => socket.send('3', () => undefined), PONG_EVERY_MS);
  return {
    leave() {
      clearInterval(pongs);
      socket.terminate();
    },
  };
};

export const startViewers = ({ count, slow, slowForMs, ...options }: ViewersOptions): Viewers => {
  const { url, eventId } = options;
  let token: { readonly text: string; readonly since: number } | null = null;
  const accessToken = async (): Promise<string> => {
    if (token === null || Date.now() - token.since > SIGNED_IN_FOR_MS)
      token = { text: (await signIn(url, VIEWER)).token, since: Date.now() };
    return token.text;
  };
  const stopping = new AbortController();
  const rest = (ms: number): Promise<void> =>
    pause(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
  const isStopping = (): boolean => stopping.signal.aborted;
  let watching = 0;
  let stalled = 0;

  /** Retried, as the server may be restarting. */
  const opened = (open: () => Promise<Screen>): Promise<Screen | null> =>
    retry(
      {
        backoff: { scheduler: systemScheduler, ms: fixedDelay(LOOK_EVERY_MS), signal: stopping.signal },
        retryIf: () => !isStopping(),
      },
      open,
    ).catch(() => null); // stopped
  const comeAndGo = async (): Promise<void> => {
    while (!isStopping()) {
      const screen = await opened(async () => openScreen({ ...options, accessToken: await accessToken() }));
      if (screen === null) return;
      watching += 1;
      await rest(STAYS_MS.least + Math.random() * (STAYS_MS.most - STAYS_MS.least));
      watching -= 1;
      screen.leave();
    }
  };
  const stall = async (): Promise<void> => {
    while (!isStopping()) {
      const screen = await opened(async () => openStalled(url, await accessToken(), eventId));
      if (screen === null) return;
      stalled += 1;
      await rest(slowForMs);
      screen.leave();
    }
  };

  const running = Promise.all([
    ...Array.from({ length: count }, comeAndGo),
    ...Array.from({ length: slow }, stall),
  ]);
  return {
    watching: () => watching,
    stalled: () => stalled,
    async stop() {
      stopping.abort();
      await running;
    },
  };
};
