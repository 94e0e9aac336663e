import { once } from 'node:events';
import { Agent, createServer, get, type RequestListener, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { closeServer, trackConnections, type Connections } from './connections.js';
import { listen } from './listen.js';
import type { Scheduler } from './time.js';

/** Its callbacks run on demand. */
const manualScheduler = () => {
  const due = new Map<string, () => void>();
  const set = (kind: string) => (_ms: number, callback: () => void) => {
    due.set(kind, callback);
    return { cancel: () => void due.delete(kind) };
  };
  const scheduler: Scheduler = { after: set('after'), every: set('every') };
  return { scheduler, due };
};

let server: Server;
let url: string;
let connections: Connections;
let due: Map<string, () => void>;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const open = async (answer: RequestListener): Promise<void> => {
  const manual = manualScheduler();
  due = manual.due;
  server = createServer(answer);
  connections = trackConnections(server, manual.scheduler);
  url = await listen(server, { port: 0, host: '127.0.0.1' });
};
afterEach(() => agent.destroy());

/** Over the one connection of the agent; null if it was cut. */
const asked = (): Promise<{ readonly status: number; readonly ends: boolean } | null> =>
  new Promise((resolve) => {
    get(url, { agent }, (response) => {
      response.resume();
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, ends: response.headers.connection === 'close' }),
      );
    }).on('error', () => resolve(null));
  });

describe('a server that stops', () => {
  it('ends a connection after the answer that is under way', async () => {
    let answerNow = (): void => undefined;
    await open((_, response) => {
      answerNow = () => response.end('done');
    });
    const received = once(server, 'request');
    const answer = asked();
    await received;
    const closed = closeServer(server, connections);
    answerNow();
    expect(await answer).toEqual({ status: 200, ends: false });
    due.get('every')?.();
    await closed;
    expect(due.size).toBe(0);
  });

  it('answers what still arrives over a connection that was kept alive, as its last', async () => {
    let held: (() => void)[] = [];
    await open((_, response) => void held.push(() => response.end('done')));
    const first = once(server, 'request');
    const answers = [asked(), asked()];
    await first;
    const closed = closeServer(server, connections);
    const second = once(server, 'request');
    held.shift()?.();
    await second;
    held.shift()?.();
    expect(await Promise.all(answers)).toEqual([
      { status: 200, ends: false },
      { status: 200, ends: true },
    ]);
    await closed;
    held = [];
  });

  it('cuts answers that take too long, and connections that were upgraded', async () => {
    await open(() => undefined);
    server.on('upgrade', (_request, socket: Socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
    );
    const received = once(server, 'request');
    const answer = asked();
    await received;
    const upgraded = connect(Number(new URL(url).port), '127.0.0.1');
    upgraded.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
    await once(upgraded, 'data');
    const ended = once(upgraded, 'close');
    const closed = closeServer(server, connections);
    due.get('every')?.();
    due.get('after')?.();
    await closed;
    expect(await answer).toBeNull();
    await ended;
    expect(due.size).toBe(0);
  });
});
