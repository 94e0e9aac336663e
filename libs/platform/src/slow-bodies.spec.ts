import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { listen } from './listen.js';
import { watchBodies } from './slow-bodies.js';
import type { Scheduler } from './time.js';

const IDLE_MS = 10_000;
/** More than the buffers of a connection take that nobody reads. */
const LARGE = Buffer.alloc(32 * 1024 * 1024, 'x');

let now: number;
let due: (() => void)[];
const scheduler: Scheduler = {
  after: (_, callback) => {
    due.push(callback);
    return { cancel: () => undefined };
  },
  every: () => ({ cancel: () => undefined }),
};
/** All looks that are due. */
const look = (): void => {
  for (const callback of due.splice(0)) callback();
};

let server: Server;
let client: Socket;
/** What the body of the slow request came to. */
let came: string[];
let arrived: Promise<void>;
beforeEach(async () => {
  [now, due, came] = [0, [], []];
  const bodies = watchBodies(
    { clock: { now: () => now }, scheduler },
    { idleMs: IDLE_MS, wholeMs: IDLE_MS },
    (_, response) => response.writeHead(408).end('too slow'),
  );
  let isReached = (): void => undefined;
  arrived = new Promise((resolve) => (isReached = resolve));
  server = createServer((request, response) => {
    if (request.url === '/large') {
      response.end(LARGE);
      return;
    }
    bodies.watch(request, response);
    for (const event of ['data', 'end', 'close']) request.on(event, () => came.push(event));
    isReached();
  });
  const { port } = new URL(await listen(server, { port: 0, host: '127.0.0.1' }));
  client = connect(Number(port), '127.0.0.1');
  await once(client, 'connect');
});
afterEach(async () => {
  client.destroy();
  await new Promise((resolve) => server.close(resolve));
});

const request = (method: string, path: string, head = '', body = ''): string =>
  `${method} ${path} HTTP/1.1\r\nHost: here\r\n${head}\r\n${body}`;
const SLOW = request('POST', '/slow', 'Content-Length: 4\r\n', 'a');
describe('a body that comes too slowly', () => {
  it('is answered, and the connection ends', async () => {
    const received: Buffer[] = [];
    client.on('data', (piece: Buffer) => received.push(piece));
    client.write(SLOW);
    await arrived;
    now += IDLE_MS + 1_000;
    const closed = once(client, 'close');
    look();
    await closed;
    const text = Buffer.concat(received).toString();
    expect(text).toMatch(/^HTTP\/1\.1 408 [^]*Connection: close[^]*too slow/);
    expect(came.at(-1)).toBe('close');
  });

  it('comes to no end behind an answer that its client does not read', async () => {
    client.pause();
    client.on('error', () => undefined);
    client.write(request('GET', '/large') + SLOW);
    await arrived;
    now += IDLE_MS + 1_000;
    look();
    client.write('bcd');
    client.resume();
    await new Promise((resolve) => client.once('close', resolve));
    expect(came).toContain('close');
    expect(came).not.toContain('end');
  });
});
