import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { ROLES } from '@flagpost/contracts';
import { silentLogger } from '@flagpost/platform';
import type { Gateway } from './gateway.js';
import { createSocketServer, type SocketServer } from './socket-server.js';

const MOST = 3;

let http: Server;
let sockets: SocketServer;
let url: string;

beforeEach(async () => {
  http = createServer();
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/socket.io/?EIO=4&transport=polling`;
  sockets = createSocketServer(silentLogger, MOST);
  const actor = { userId: 1, roles: [ROLES.viewer], clubId: 1 };
  const gateway: Partial<Gateway> = {
    authenticate: async (token) =>
      token === 'good' ? { actor, sessionId: '', expiresAt: Number.POSITIVE_INFINITY } : null,
    connect: () => undefined,
    disconnect: () => undefined,
  };
  sockets.attach(http, gateway as Gateway);
});
afterEach(() => {
  sockets.close();
  http.closeAllConnections();
  http.close();
});

/** Opens a connection, as the first request of a poller does. */
const open = async (): Promise<string> => {
  const opened = await (await fetch(url)).text();
  return (JSON.parse(opened.slice(1)) as { sid: string }).sid;
};
const signIn = async (sid: string, accessToken: string): Promise<string> => {
  await fetch(`${url}&sid=${sid}`, { method: 'POST', body: `40${JSON.stringify({ accessToken })}` });
  return (await fetch(`${url}&sid=${sid}`)).text();
};
/** Whether the server still has the connection. */
const isOpen = async (sid: string): Promise<boolean> =>
  (await fetch(`${url}&sid=${sid}`, { method: 'POST', body: '3' })).status === 200;
const areOpen = (sids: readonly string[]): Promise<boolean[]> => Promise.all(sids.map(isOpen));

it('ends the oldest connection on which nobody has signed in, beyond so many', async () => {
  const sids: string[] = [];
  for (let opened = 0; opened < MOST + 2; opened += 1) sids.push(await open());
  expect(await areOpen(sids)).toEqual([false, false, true, true, true]);
});

it('counts nobody who has signed in, and whoever was refused', async () => {
  const viewer = await open();
  expect(await signIn(viewer, 'good')).toMatch(/^40/);
  const refused = await open();
  expect(await signIn(refused, 'bad')).toMatch(/^44/);
  const others: string[] = [];
  for (let opened = 0; opened < MOST; opened += 1) others.push(await open());
  expect(await areOpen([viewer, refused, ...others])).toEqual([true, false, true, true, true]);
});

it('has room again for each that is closed', async () => {
  const first = await open();
  const second = await open();
  await fetch(`${url}&sid=${second}`, { method: 'POST', body: '1' });
  const others = [await open(), await open()];
  expect(await areOpen([first, second, ...others])).toEqual([true, false, true, true]);
});
