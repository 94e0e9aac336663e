import { createServer } from 'node:http';
import { createGateway, createSocketServer, followLive } from '@flagpost/api/headless';
import {
  ROLES,
  SOCKET_CHANNEL,
  SOCKET_JOIN,
  TOPIC_DEFINITIONS,
  TOPICS,
  type LiveFrame,
} from '@flagpost/contracts';
import { sqliteTopics } from '@flagpost/messaging/sqlite';
import { systemIds } from '@flagpost/platform/system';
import { encodeFrame } from '@flagpost/telemetry';
import { EMPTY_RACE } from '@flagpost/testing';
import { Server } from 'socket.io';
import { WebSocketServer } from 'ws';
import { onFreePort, serve } from '../frame/serve.ts';
import { EVENT, framesOf } from './frames.ts';
import { machine } from './pipeline.ts';

/**
 * The program under test of the bench `fan-out`: sends the same race to every connected viewer. Arguments: the sender
 * and the number of cars.
 */
const [which = '', cars = ''] = process.argv.slice(2);

const FRAME_MS = 100;
const frames = framesOf({ cars: Number(cars), hz: 1, seconds: 10, startsAt: Date.now() });

/** Calls with one frame after the other, in time and round and round, while somebody watches. */
const play = (watched: () => boolean, send: (number: number) => void): void => {
  let number = 0;
  setInterval(() => {
    if (watched()) send(number++ % frames.length);
  }, FRAME_MS);
};

const http = createServer();
const url = await onFreePort(http);
const ready = (): void => serve(url, async () => undefined);

const gateway = async (): Promise<void> => {
  const topics = sqliteTopics({ ...machine, path: ':memory:' });
  await topics.define(TOPIC_DEFINITIONS);
  const live = followLive(topics, machine);
  const sockets = createSocketServer(machine.logger);
  const session = {
    actor: { userId: 1, roles: [ROLES.viewer], clubId: 1 },
    sessionId: '',
    expiresAt: Number.POSITIVE_INFINITY,
  };
  const watching = createGateway({
    ...machine,
    ids: systemIds,
    live,
    pack: encodeFrame,
    transport: sockets,
    auth: { verify: async () => session, stillHolds: async () => true },
    clubOf: async () => 1,
    readSnapshot: async () => () => EMPTY_RACE,
  });
  sockets.attach(http, watching);
  const values = frames.map((frame) => JSON.stringify(frame));
  const send = async (number: number): Promise<void> =>
    topics.publish(TOPICS.live, [{ key: String(EVENT), value: values[number] ?? null }]);
  play(
    () => watching.watched(EVENT),
    (number) => void send(number),
  );
};

/** The content of one of our messages, in one piece. */
const bytesOf = (frame: LiveFrame, number: number): Buffer => {
  const { eventId, serverTime } = frame;
  const data = { eventId, streamId: systemIds.uuid(), frame: number, serverTime };
  const head = JSON.stringify([SOCKET_CHANNEL, { type: 'CHANGE_POSITION', data }]);
  return Buffer.concat([Buffer.from(head), encodeFrame(frame)]);
};

const raw = (): void => {
  const server = new WebSocketServer({ server: http });
  const bytes = frames.map(bytesOf);
  play(
    () => server.clients.size > 0,
    (number) => {
      for (const client of server.clients) client.send(bytes[number] ?? '');
    },
  );
};

const perCar = (): void => {
  const io = new Server(http, { serveClient: false });
  io.on('connection', (socket) =>
    socket.on(SOCKET_JOIN, (_: unknown, answer: (ack: object) => void) => answer({ ok: true })),
  );
  play(
    () => io.engine.clientsCount > 0,
    (number) => {
      for (const car of frames[number]?.cars ?? [])
        io.emit(SOCKET_CHANNEL, { type: 'CHANGE_POSITION', data: { eventId: EVENT, ...car } });
    },
  );
};

if (which === 'raw') raw();
else if (which === 'per-car') perCar();
else await gateway();
ready();
