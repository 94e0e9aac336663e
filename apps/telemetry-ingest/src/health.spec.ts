import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { createHealth } from '@flagpost/platform';
import { healthDoor, HEALTH_PATH } from './health.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

const ask = async (
  ok: boolean,
  from: string,
  headers: Record<string, string> = {},
): Promise<[number, unknown]> => {
  const health = createHealth();
  health.register('topics', () => ({ ok, details: { brokers: 'one:9092' } }));
  const door = healthDoor(health);
  const server = createServer((request, response) => {
    Object.defineProperty(request.socket, 'remoteAddress', { value: from });
    door(request, response, () => response.writeHead(404).end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}${HEALTH_PATH}`, { headers });
  return [answer.status, await answer.json()];
};

it('tells everybody its status and nothing else', async () => {
  expect(await ask(true, '192.168.1.7')).toEqual([200, { status: 'ok' }]);
  expect(await ask(false, '192.168.1.7')).toEqual([503, { status: 'failing' }]);
});

it('tells its parts on its own machine', async () => {
  const parts = { topics: { ok: false, details: { brokers: 'one:9092' } } };
  expect(await ask(false, '::ffff:127.0.0.1')).toEqual([503, { status: 'failing', parts }]);
});

it('tells nothing more through a proxy on its own machine', async () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.7' };
  expect(await ask(true, '127.0.0.1', forwarded)).toEqual([200, { status: 'ok' }]);
});
