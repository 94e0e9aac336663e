import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ANSWER_TEXTS, ANSWER_TIMES, BODY_TIMES, LANGUAGE_HEADER } from '@flagpost/contracts';
import { until } from '@flagpost/testing';
import { startHarness, type Harness } from '../testing/harness.js';

let harness: Harness;
let server: Server;
beforeAll(async () => {
  harness = await startHarness();
  server = harness.api.app.getHttpServer();
});
afterAll(() => harness.stop());

const HEAD = (path: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2000\r\n\r\n`;

/** A request that sends its head and a byte; returns the answer, and the server's end of it. */
const begin = async (path: string, head = HEAD(path)) => {
  const reached = once(server, 'request') as Promise<[{ readonly socket: Socket }]>;
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let heard = '';
  socket.on('data', (part) => (heard += part.toString()));
  const closed = once(socket, 'close');
  socket.write(`${head}{`);
  const [{ socket: there }] = await reached;
  return {
    heard: () => heard,
    closed,
    async byte() {
      const before = there.bytesRead;
      socket.write(' ');
      await until('the byte at the server', () => there.bytesRead > before);
    },
  };
};

describe('a body that comes too slowly', () => {
  it.each([
    ['of a call', '/api/auth/login'],
    ['of a page', '/manual.html'],
    ['of the socket', '/socket.io/?EIO=4&transport=polling'],
  ])('%s is answered 408 after 10 s without a byte', async (_, path) => {
    const sender = await begin(path);
    await harness.time.advance(BODY_TIMES.idleMs - 1_000);
    await sender.byte();
    await harness.time.advance(BODY_TIMES.idleMs - 1_000);
    expect(sender.heard()).not.toContain(' 408 ');
    await harness.time.advance(3_000);
    await sender.closed;
    if (path.startsWith('/api')) expect(sender.heard()).toContain('HTTP/1.1 408 Request Timeout');
  });

  it('ends after 120 s, however steadily it comes', async () => {
    const sender = await begin('/api/auth/login');
    for (let ms = 0; ms < BODY_TIMES.wholeMs - 1_000; ms += 1_000) {
      await sender.byte();
      await harness.time.advance(1_000);
    }
    expect(sender.heard()).toBe('');
    await sender.byte();
    await harness.time.advance(2_000);
    await sender.closed;
    expect(sender.heard()).toContain(JSON.stringify({ statusCode: 408, message: ANSWER_TEXTS.tooSlow }));
  });

  it('is refused in the language of who sent it', async () => {
    const head = HEAD('/api/auth/login').replace('\r\n\r\n', `\r\n${LANGUAGE_HEADER}: it\r\n\r\n`);
    const sender = await begin('', head);
    await harness.time.advance(BODY_TIMES.idleMs + 1_000);
    await sender.closed;
    expect(sender.heard()).toContain('troppo lentamente');
  });
});

describe('an answer that is not read', () => {
  it.each([
    ['of a call', '/api/nowhere'],
    ['of a page', '/manual.html'],
    ['of the socket', '/socket.io/?EIO=4&transport=polling'],
  ])('%s is given up after 60 s', async (_, path) => {
    const reached = once(server, 'connection') as Promise<[Socket]>;
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const closed = once(client, 'close');
    const [there] = await reached;
    // As while the buffers of the system are full.
    there._write = there._writev = () => undefined;
    client.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await until('the answer', () => there.writableLength > 0);
    await harness.time.advance(ANSWER_TIMES.idleMs - 2_000);
    expect(there.destroyed).toBe(false);
    await harness.time.advance(4_000);
    await closed;
  });
});
