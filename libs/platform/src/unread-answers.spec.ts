import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@flagpost/testing';
import { listen } from './listen.js';
import type { Scheduler } from './time.js';
import { bytesTaken, watchAnswers } from './unread-answers.js';

const TIMES = { idleMs: 60_000, leastBytes: 8_192 };
/** More than the buffers of a connection take that nobody reads. */
const LARGE = Buffer.alloc(64 * 1024 * 1024, 'x');

let now: number;
let due: (() => void)[];
const scheduler: Scheduler = {
  after: (_, callback) => {
    due.push(callback);
    return { cancel: () => undefined };
  },
  every: () => ({ cancel: () => undefined }),
};
/** All looks that are due after this time. */
const lookAfter = (ms: number): void => {
  now += ms;
  for (const callback of due.splice(0)) callback();
};

let server: Server;
let client: Socket;
/** The server's end of the connection. */
let end: Socket;
let answer: (() => void) | undefined;
/** Timers that wait once an answer was given before its watch. */
let given: number | undefined;
beforeEach(async () => {
  [now, due, answer, given] = [0, [], undefined, undefined];
  const answers = watchAnswers({ clock: { now: () => now }, scheduler }, TIMES);
  server = createServer((request, response) => {
    if (request.url?.startsWith('/given') === true) {
      response.end(request.url === '/given-large' ? LARGE : 'small');
      answers.watch(request, response);
      given = due.length;
      return;
    }
    answers.watch(request, response);
    if (request.url === '/large') response.end(LARGE);
    else if (request.url === '/late') answer = () => response.end(LARGE);
    else response.end('small');
  });
  const { port } = new URL(await listen(server, { port: 0, host: '127.0.0.1' }));
  const connected = once(server, 'connection') as Promise<[Socket]>;
  client = connect(Number(port), '127.0.0.1');
  client.on('error', () => undefined).pause();
  [end] = await connected;
});
afterEach(async () => {
  client.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const get = (path: string): void => void client.write(`GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`);
/** A part waits that the system does not take. */
const isStuck = (): Promise<unknown> => {
  let before = -1;
  return until('a full connection', () => {
    const taken = bytesTaken(end);
    const isFull = end.writableLength > 0 && taken > 0 && taken === before;
    before = taken;
    return isFull;
  });
};
/** The client reads until the server's end has given away so much more. */
const takeSome = async (bytes: number): Promise<void> => {
  const wanted = bytesTaken(end) + bytes;
  while (bytesTaken(end) < wanted) {
    const read = once(client, 'data');
    client.once('data', () => client.pause()).resume();
    await read;
    await new Promise((resolve) => setImmediate(resolve));
  }
};

describe('an answer', () => {
  it('of which its client takes nothing is given up with its connection', async () => {
    get('/large');
    await isStuck();
    lookAfter(1_000);
    lookAfter(TIMES.idleMs - 1_000);
    expect(end.destroyed).toBe(false);
    lookAfter(1_000);
    expect([end.destroyed, due]).toEqual([true, []]);
  });

  it('goes on while its client takes some of it', async () => {
    get('/large');
    await isStuck();
    lookAfter(1_000);
    for (let minutes = 0; minutes < 10; minutes += 1) {
      await takeSome(TIMES.leastBytes);
      lookAfter(TIMES.idleMs);
      expect(end.destroyed).toBe(false);
    }
    expect(end.writableLength).toBeGreaterThan(0);
    await isStuck();
    lookAfter(1_000);
    lookAfter(TIMES.idleMs);
    expect(end.destroyed).toBe(true);
  });

  it('may come late: its client is waited for from its first byte on', async () => {
    get('/late');
    await until('the request', () => answer);
    for (let minutes = 0; minutes < 3; minutes += 1) lookAfter(TIMES.idleMs);
    answer?.();
    await isStuck();
    lookAfter(1_000);
    lookAfter(TIMES.idleMs - 1_000);
    expect(end.destroyed).toBe(false);
    lookAfter(1_000);
    expect(end.destroyed).toBe(true);
  });

  it('that was given before it is watched is given up if its client takes nothing of it', async () => {
    get('/given-large');
    await isStuck();
    lookAfter(1_000);
    lookAfter(TIMES.idleMs);
    expect([end.destroyed, due]).toEqual([true, []]);
  });

  it('that had left before it is watched is not looked at', async () => {
    get('/given-small');
    await until('the answer', () => given !== undefined);
    expect(given).toBe(0);
  });

  it('is forgotten once it is taken: its connection stays for the next one', async () => {
    const received = once(client, 'data');
    client.resume();
    get('/small');
    await received;
    await until('nothing to look for', () => {
      lookAfter(TIMES.idleMs);
      return due.length === 0;
    });
    expect(end.destroyed).toBe(false);
  });
});
