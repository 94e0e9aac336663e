import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket as Connection } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ROLES, SOCKET_CHANNEL, type SocketMessage } from '@flagpost/contracts';
import { silentLogger } from '@flagpost/platform';
import { until } from '@flagpost/testing';
import type { Gateway } from './gateway.js';
import { createSlowConsumers } from './slow-consumer.js';
import { createSocketServer, type SocketServer } from './socket-server.js';

const ROOM = 'room';
/** More than a loopback connection takes at once. */
const LARGE = 16 * 1024 * 1024;

const positions = (bytes: number): SocketMessage => ({
  type: 'CHANGE_POSITION',
  data: { eventId: 7, streamId: 's', frame: 1, serverTime: 1, packed: new Uint8Array(bytes) },
});
const told: SocketMessage = {
  type: 'RACE_CONTROL',
  data: { eventId: 7, streamId: 's', seq: 1, action: 'eventChanged' },
};
/** Reliable: it is kept until the viewer has taken it. */
const large: SocketMessage = { ...told, data: { ...told.data, streamId: 'x'.repeat(LARGE) } };

let http: Server;
let sockets: SocketServer;
let url: string;
let viewerId: string;
/** The server's ends of the open connections. */
let ends: Connection[];
let clients: Connection[];

beforeEach(async () => {
  ends = [];
  clients = [];
  http = createServer();
  http.on('connection', (end) => {
    ends.push(end);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  sockets = createSocketServer(silentLogger);
  const actor = { userId: 1, roles: [ROLES.viewer], clubId: 1 };
  const gateway: Partial<Gateway> = {
    authenticate: async () => ({ actor, sessionId: '', expiresAt: Number.POSITIVE_INFINITY }),
    connect(id) {
      viewerId = id;
      sockets.join(id, ROOM);
    },
    disconnect: () => undefined,
  };
  sockets.attach(http, gateway as Gateway);
});
afterEach(() => {
  sockets.close();
  for (const client of clients) client.destroy();
  http.closeAllConnections();
  http.close();
});

/** A client by hand, connected. */
const aPoller = async () => {
  const path = '/socket.io/?EIO=4&transport=polling';
  const opened = await (await fetch(`${url}${path}`)).text();
  const { sid } = JSON.parse(opened.slice(1)) as { sid: string };
  const session = `${path}&sid=${sid}`;
  const poll = async (): Promise<string> => (await fetch(`${url}${session}`)).text();
  /** Polls on a connection of its own, and reads nothing of the answer. */
  const askUnread = (): void => {
    const connection = connect(Number(new URL(url).port), '127.0.0.1');
    clients.push(connection);
    connection.pause().on('error', () => undefined);
    connection.write(`GET ${session} HTTP/1.1\r\nHost: here\r\n\r\n`);
  };
  await fetch(`${url}${session}`, { method: 'POST', body: '40{}' });
  expect(await poll()).toMatch(/^40/);
  return {
    poll,
    askUnread,
    /** The same, once the server has it. */
    async pollUnread(): Promise<void> {
      askUnread();
      await until('an empty queue', () => sockets.delivery(viewerId)?.waiting === 0);
    },
  };
};

const holding = (): Connection[] =>
  ends.filter(({ destroyed, writableLength }) => !destroyed && writableLength > 0);

describe('a poller', () => {
  it('gets positions in one answer, and misses those that come between two polls', async () => {
    const { poll } = await aPoller();
    sockets.broadcast(ROOM, positions(3));
    expect(sockets.delivery(viewerId)).toMatchObject({ waiting: 1 });
    const answer = poll();
    await until('an empty queue', () => sockets.delivery(viewerId)?.waiting === 0);
    sockets.broadcast(ROOM, positions(4));
    const [text, attachment] = (await answer).split('\u001e');
    expect(text).toContain(SOCKET_CHANNEL);
    expect(attachment).toBe(`b${Buffer.alloc(4).toString('base64')}`);
  });

  it('gets every reliable message, in order, with its next poll', async () => {
    const { poll } = await aPoller();
    for (const seq of [1, 2, 3]) sockets.send([viewerId], { ...told, data: { ...told.data, seq } });
    expect((await poll()).match(/"seq":\d/g)).toEqual(['"seq":1', '"seq":2', '"seq":3']);
  });

  it('that reads nothing of an answer is too slow after ten checks, and is cut off with what it holds', async () => {
    const poller = await aPoller();
    await poller.pollUnread();
    sockets.broadcast(ROOM, positions(LARGE));
    expect(holding()).toHaveLength(1);
    const slowConsumers = createSlowConsumers(sockets);
    const checks = Array.from({ length: 11 }, () => slowConsumers.isSlow(viewerId));
    expect(checks.indexOf(true)).toBe(10);
    sockets.drop(viewerId, 'slow');
    expect(holding()).toEqual([]);
    expect(sockets.delivery(viewerId)).toBeNull();
    expect(sockets.figures().dropped).toEqual({ slow: 1 });
  });

  it('holds one answer at most, however many it asks for and does not read', async () => {
    const poller = await aPoller();
    const seen: Connection[] = [];
    for (let polls = 0; polls < 3; polls++) {
      sockets.send([viewerId], large);
      poller.askUnread();
      const held = await until('the next held request', () => holding().find((end) => !seen.includes(end)));
      seen.push(held);
      expect(holding().length).toBe(1);
    }
  });

  it('that does not poll is too slow once 500 messages wait for it', async () => {
    await aPoller();
    const slowConsumers = createSlowConsumers(sockets);
    for (let sent = 0; sent < 500; sent++) sockets.broadcast(ROOM, told);
    const waits = (sockets.delivery(viewerId)?.waiting ?? 0) > 500;
    expect(slowConsumers.isSlow(viewerId)).toBe(waits);
    sockets.broadcast(ROOM, told);
    expect(slowConsumers.isSlow(viewerId)).toBe(true);
  });
});
