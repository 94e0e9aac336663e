/**
 * A browser tab on the live map over a long race, fed faster than real time, and its memory.
 *
 *     node bench/load/tab.ts 60 20     # an hour of race with 1,000 cars, twenty times as fast
 */
import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { SOCKET_CHANNEL, SOCKET_JOIN, SOCKET_SNAPSHOT, type SocketMessage } from '@flagpost/contracts';
import { startFlagpost } from '@flagpost/race-testing';
import { WebSocketServer, type WebSocket } from 'ws';
import { openBrowser } from '../frame/browser.ts';
import { createFedRace, type FedRace } from './fed-race.ts';
import { FRAMES_PER_S } from './frames.ts';

export interface TabSize {
  readonly cars: number;
  readonly raceMinutes: number;
  /** Minutes of race in a minute; one core can feed and draw 20 with 1,000 cars. */
  readonly speed: number;
  /** Race minutes from one look at the memory to the next. */
  readonly lookEvery: number;
}

/** The tab's memory right after a forced garbage collection. */
export interface TabLook {
  readonly raceMinute: number;
  /** Script objects, and the memory behind typed arrays and page elements. */
  readonly heapMb: number;
  readonly nodes: number;
  readonly listeners: number;
}

const ACCOUNT = { email: 'viewer@flagpost.demo', password: 'Flagpost1' };
const VIEWPORT = { width: 1440, height: 900 };
const MAP = '.race-map canvas';
const PING_MS = 5_000;
const MB = 1_000_000;

/** As socket.io (protocol 5) in engine.io (protocol 4) has it; packed positions follow as an attachment. */
const say = (socket: WebSocket, message: SocketMessage): void => {
  if (message.type !== 'CHANGE_POSITION' || !('packed' in message.data)) {
    socket.send(`42${JSON.stringify([SOCKET_CHANNEL, message])}`);
    return;
  }
  const { packed, ...rest } = message.data;
  const told = { ...message, data: { ...rest, packed: { _placeholder: true, num: 0 } } };
  socket.send(`451-${JSON.stringify([SOCKET_CHANNEL, told])}`);
  socket.send(packed);
};

/** Opens a connection as a gateway does, and sends the race each time the client subscribes. */
const receive = (socket: WebSocket, race: () => FedRace): void => {
  const opened = { sid: 'fed', upgrades: [], pingInterval: PING_MS, pingTimeout: 60_000, maxPayload: 1e6 };
  socket.send(`0${JSON.stringify(opened)}`);
  const beat = setInterval(() => socket.send('2'), PING_MS);
  socket.on('close', () => clearInterval(beat));
  socket.on('message', (data: Buffer) => {
    const text = data.toString();
    if (text.startsWith('40')) socket.send('40{"sid":"fed"}');
    const [, number, json] = /^42(\d+)(\[.*)$/s.exec(text) ?? [];
    if (number === undefined || json === undefined) return;
    socket.send(`43${number}[{"ok":true}]`);
    const [verb] = JSON.parse(json) as [string];
    if (verb === SOCKET_JOIN || verb === SOCKET_SNAPSHOT) say(socket, race().snapshot());
  });
};

interface Feed {
  readonly url: string;
  readonly server: Server;
  readonly sockets: ReadonlySet<WebSocket>;
}

/** In front of a Flagpost, with a socket of its own in place of the gateway's. */
const openFeed = async (flagpostUrl: string, race: () => FedRace): Promise<Feed> => {
  const server = createServer((request, response) => {
    const { method, headers } = request;
    const onward = ask(
      new URL(request.url ?? '/', flagpostUrl),
      { method, headers },
      (answer: IncomingMessage) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  sockets.on('connection', (socket) => receive(socket, race));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, server, sockets: sockets.clients };
};

const openLiveMap = async (page: Page, url: string, onEvent: (eventId: number) => void): Promise<void> => {
  await page.goto(url);
  await page.locator('input[type=email], input[name=email]').first().fill(ACCOUNT.email);
  await page.locator('input[type=password]').fill(ACCOUNT.password);
  await page.keyboard.press('Enter');
  const path = await page.locator('a[href^="/map/"]').first().getAttribute('href');
  onEvent(Number(path?.split('/').at(-1)));
  await page.goto(`${url}${path ?? ''}`);
  await page.locator(MAP).first().waitFor({ timeout: 60_000 });
};

const lookAt = async (page: Page, session: CDPSession, raceMinute: number): Promise<TabLook> => {
  // When it is idle, it has taken and shown all that was sent.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  // Elements that script let go of in one collection go in the next.
  for (let pass = 0; pass < 2; pass++) await session.send('HeapProfiler.collectGarbage');
  const heap = (await session.send('Runtime.getHeapUsage')) as Readonly<Record<string, number>>;
  const { metrics } = await session.send('Performance.getMetrics');
  const named = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? NaN;
  const { usedSize = NaN, embedderHeapUsedSize = 0, backingStorageSize = 0 } = heap;
  return {
    raceMinute,
    heapMb: (usedSize + embedderHeapUsedSize + backingStorageSize) / MB,
    nodes: named('Nodes'),
    listeners: named('JSEventListeners'),
  };
};

/**
 * Opens the live map of the demo race in a new tab, in which it is another race, and answers what the tab held over time:
 * first when it was open, then every `lookEvery` minutes of the race. Needs a Flagpost with the demo accounts.
 */
const watchTab = async (
  browser: Browser,
  flagpostUrl: string,
  { cars, raceMinutes, speed, lookEvery }: TabSize,
  onLook: (look: TabLook) => void = () => undefined,
): Promise<TabLook[]> => {
  let race = createFedRace(0, cars, Date.now());
  const feed = await openFeed(flagpostUrl, () => race);
  const context = await browser.newContext({ viewport: VIEWPORT });
  const looks: TabLook[] = [];
  try {
    const page = await context.newPage();
    await openLiveMap(page, feed.url, (eventId) => (race = createFedRace(eventId, cars, Date.now())));
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    const look = async (raceMinute: number): Promise<void> => {
      const seen = await lookAt(page, session, raceMinute);
      looks.push(seen);
      onLook(seen);
    };
    await look(0);
    for (let minute = lookEvery; minute <= raceMinutes; minute += lookEvery) {
      const began = performance.now();
      const frames = lookEvery * 60 * FRAMES_PER_S;
      for (let sent = 0; sent < frames; sent++) {
        for (const message of race.next()) for (const socket of feed.sockets) say(socket, message);
        const aheadMs = (sent * 1_000) / FRAMES_PER_S / speed - (performance.now() - began);
        if (aheadMs > 0) await wait(aheadMs);
      }
      await look(minute);
    }
    return looks;
  } finally {
    await context.close();
    feed.server.close().closeAllConnections();
    for (const socket of feed.sockets) socket.terminate();
  }
};

if (import.meta.main) {
  const [raceMinutes = 60, speed = 20, cars = 1_000] = process.argv.slice(2).map(Number);
  const browser = await openBrowser();
  if (browser === null) throw new Error('There is no Chromium; CHROMIUM_PATH says where one is.');
  const flagpost = await startFlagpost({ DEMO: '1', TILE_URL: 'none' });
  try {
    const size = { cars, raceMinutes, speed, lookEvery: Math.max(1, Math.floor(raceMinutes / 12)) };
    await watchTab(browser, flagpost.url, size, ({ raceMinute, heapMb, nodes, listeners }) =>
      console.log(
        `minute ${String(raceMinute).padStart(3)}: ${heapMb.toFixed(1)} MB, ${nodes} nodes, ${listeners} listeners`,
      ),
    );
  } finally {
    await flagpost.remove();
    await browser.close();
  }
}
