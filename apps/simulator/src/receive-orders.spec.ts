import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { NO_ORDERS, ORDERS_DOOR, type CarOrders } from '@flagpost/contracts';
import { until, virtualTime, type VirtualTime } from '@flagpost/testing';
import { receiveOrders } from './receive-orders.js';

let server: Server;
let time: VirtualTime;
let receiver: { stop(): void };
let status: number;
let asked: (string | undefined)[];
let open: ServerResponse[];
let received: CarOrders[];

beforeEach(async () => {
  [time, status, asked, open, received] = [virtualTime(), 200, [], [], []];
  server = createServer((request, response) => {
    asked.push(request.headers['last-event-id'] as string | undefined);
    response.writeHead(status, { 'content-type': 'text/event-stream' });
    if (status === 200) open.push(response);
    else response.end();
    response.flushHeaders();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const door = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ingest/orders/token`;
  receiver = receiveOrders({ door, scheduler: time, onOrders: (orders) => received.push(orders) });
  await connections(1);
});
afterEach(async () => {
  receiver.stop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const connections = (count: number) =>
  until(`${count} connections`, async () => {
    await time.advance(ORDERS_DOOR.retryMs);
    return asked.length >= count;
  });
const send = (id: string, track: number): void => {
  const data = JSON.stringify({ id, ...NO_ORDERS, track });
  open.at(-1)?.write(`id: ${id}\nevent: orders\ndata: ${data}\n\n`);
};

it('takes every message, and goes on after the last one where the stream ends', async () => {
  send('one', 801);
  send('two', 808);
  await until('both', () => received.length === 2);
  expect(received.map(({ track }) => track)).toEqual([801, 808]);
  open.at(-1)?.end();
  await connections(2);
  expect(asked).toEqual([undefined, 'two']);
});

it('connects again if it hears nothing, not even that the door is alive', async () => {
  for (let beats = 0; beats < 5; beats += 1) {
    open.at(-1)?.write(':\n\n');
    await new Promise((resolve) => setTimeout(resolve, 20));
    await time.advance(ORDERS_DOOR.heartbeatMs);
  }
  expect(asked).toHaveLength(1);
  await time.advance(3 * ORDERS_DOOR.heartbeatMs);
  await connections(2);
});

it('ends with its token', async () => {
  status = 404;
  open.at(-1)?.end();
  await connections(2);
  await time.advance(20 * ORDERS_DOOR.retryMs);
  expect(asked).toHaveLength(2);
});
