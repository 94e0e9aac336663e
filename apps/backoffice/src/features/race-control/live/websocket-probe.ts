/** Tries now and then whether a WebSocket gets through to the server, beside the connection that is in use. */
export interface WebSocketProbe {
  /** Begins to try, unless it does already. */
  start(): void;
  stop(): void;
  /** WebSocket works here: the next start begins with the shortest pause. */
  forget(): void;
}

/**
 * How long it must hold: past the server's first heartbeat (5 s), which it answers, and below the 10 s after which the
 * server closes a connection that sends nothing else.
 */
const HOLDS_MS = 8_000;
const FIRST_AFTER_MS = 10_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

/** Packets of Engine.IO 4. */
const OPEN = '0';
const PING = '2';
const PONG = '3';

/** `onHolds` is called once for each start: a WebSocket held, and was closed again. */
export const createWebSocketProbe = (address: string, onHolds: () => void): WebSocketProbe => {
  let pauseMs = FIRST_AFTER_MS;
  let timer: number | undefined;
  let socket: WebSocket | null = null;

  const close = (): void => {
    window.clearTimeout(timer);
    timer = undefined;
    socket?.close();
    socket = null;
  };

  const schedule = (): void => {
    close();
    timer = window.setTimeout(attempt, pauseMs);
    // It grows over every start: a proxy that lets WebSockets live for a minute is not tried each time.
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  };

  const attempt = (): void => {
    const tried = new WebSocket(address);
    socket = tried;
    let isOpen = false;
    let isAlive = false;
    tried.addEventListener('message', ({ data }) => {
      isOpen ||= String(data).startsWith(OPEN);
      if (data !== PING) return;
      isAlive = isOpen;
      tried.send(PONG);
    });
    tried.addEventListener('close', () => {
      if (socket === tried) schedule();
    });
    timer = window.setTimeout(() => {
      if (isAlive) {
        close();
        onHolds();
      } else schedule();
    }, HOLDS_MS);
  };

  return {
    start() {
      if (timer === undefined) schedule();
    },
    stop: close,
    forget() {
      pauseMs = FIRST_AFTER_MS;
    },
  };
};
