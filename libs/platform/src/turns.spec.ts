import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from '@jest/globals';
import { createTurns, MANY_REQUESTS } from './turns.js';

/** More than libuv takes from the system at once, and it asks for more 48 times. */
const CONNECTIONS = 1_500;
const REQUESTS = 45_000;
const WORK = Buffer.alloc(16_384);

/** In a thread of their own: each asks again as soon as it is answered. */
const CLIENTS = `
  const { connect } = require('node:net');
  const { workerData: port } = require('node:worker_threads');
  const ask = (socket) => () => socket.write('.');
  for (let client = 0; client < ${CONNECTIONS}; client++) {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', ask(socket)).on('data', ask(socket)).on('error', () => undefined);
  }
`;

/** How many requests were handled in each turn of the event loop. */
const requestsByTurn = async (handled: () => void): Promise<readonly number[]> => {
  const byTurn: number[] = [];
  const sockets: Socket[] = [];
  let [requests, inTurn] = [0, 0];
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const endOfTurn = (): void => {
    byTurn.push(inTurn);
    inTurn = 0;
    if (requests >= REQUESTS) finish();
  };
  const server = createServer((socket) => {
    sockets.push(socket);
    socket
      .on('error', () => undefined)
      .on('data', () => {
        if (inTurn === 0) setImmediate(endOfTurn);
        requests += 1;
        inTurn += 1;
        handled();
        createHash('sha256').update(WORK).digest(); // so that the clients are faster
        socket.write('.');
      });
  });
  server.listen(0, '127.0.0.1', CONNECTIONS);
  await once(server, 'listening');
  const clients = new Worker(CLIENTS, { eval: true, workerData: (server.address() as AddressInfo).port });
  await finished;
  await clients.terminate();
  for (const socket of sockets) socket.destroy();
  server.close();
  await once(server, 'close');
  return byTurn;
};

describe('a turn of the event loop', () => {
  it('ends once the connections that had something to read were read', async () => {
    const turns = createTurns();
    const most = Math.max(...(await requestsByTurn(() => turns.handled())));
    expect(most).toBeGreaterThan(MANY_REQUESTS);
    expect(most).toBeLessThan(MANY_REQUESTS + 3 * CONNECTIONS);
  });
});
