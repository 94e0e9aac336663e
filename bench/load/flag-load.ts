import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import {
  FLAGS,
  SOCKET_CHANNEL,
  SOCKET_JOIN,
  type FlagRequest,
  type SocketAck,
  type SocketMessage,
} from '@flagpost/contracts';
import type { Run } from '../frame/bench.ts';
import { createLatencies, type Latencies } from '../frame/measure.ts';
import type { Program } from '../frame/program.ts';
import { startOpenLoop } from './open-loop.ts';

/** Flags of many directors, each in their own moment, and the screens that show them. */

const SEED = 29;
const FLAG_EVERY_MS = 1_000;
/** What is sent by then has been answered, unless the server is overloaded. */
const REST_WITHIN_MS = 10_000;

/** A flag whose message is the time at which it is written, by the clock of this process. */
const requestOf = (eventId: number, token: string, turn: number): string => {
  const flag: FlagRequest = {
    EventId: eventId,
    StateId: turn % 2 === 0 ? FLAGS.yellow : FLAGS.green,
    InvitationsSelected: [],
    Message: String(performance.now()),
  };
  const body = JSON.stringify(flag);
  return (
    `POST /api/flagRecords HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n` +
    `Idempotency-Key: ${randomUUID()}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  );
};

const openSocket = async (
  url: string,
  accessToken: string,
  eventId: number,
  onFlag: (message: string) => void,
): Promise<Socket> => {
  const socket = io(url, { auth: { accessToken }, transports: ['websocket'], forceNew: true });
  socket.on(SOCKET_CHANNEL, ({ type, data }: SocketMessage) => {
    if (type === 'RACE_CONTROL' && data.action === 'flagSent') onFlag(data.flag.Message);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  const ack = (await socket.emitWithAck(SOCKET_JOIN, { eventId, positions: 'packed' })) as SocketAck;
  if (!ack.ok) throw new Error(`The socket was refused: ${JSON.stringify(ack)}`);
  return socket;
};

/** Two screens of each event: the director's and a viewer's. */
export interface FlagScreens {
  /** From the write of a flag until the later of its two screens has received it, since `begin`, ms. */
  shown(): Latencies;
  begin(): void;
  close(): void;
}

export const openFlagScreens = async (
  url: string,
  eventIds: readonly number[],
  tokens: readonly [director: string, viewer: string],
): Promise<FlagScreens> => {
  let shown = createLatencies();
  const once = new Set<string>();
  const onFlag = (message: string): void => {
    if (once.delete(message)) shown.add(performance.now() - Number(message));
    else once.add(message);
  };
  const sockets = await Promise.all(
    eventIds.flatMap((eventId) => tokens.map((token) => openSocket(url, token, eventId, onFlag))),
  );
  return {
    shown: () => shown,
    begin: () => void (shown = createLatencies()),
    close: () => sockets.forEach((socket) => socket.disconnect()),
  };
};

export interface FlagWindow {
  readonly settlesS: number;
  readonly seconds: number;
}

/** So many flags a second over the events, in turn; the figure is the p99 of their answers. */
export const flagsAt = async (
  program: Program,
  { eventIds, token, perSecond }: { eventIds: readonly number[]; token: string; perSecond: number },
  { settlesS, seconds }: FlagWindow,
  screens: FlagScreens,
): Promise<Run> => {
  let turn = 0;
  const directors = await startOpenLoop({
    url: program.url,
    senders: perSecond,
    everyMs: FLAG_EVERY_MS,
    seed: SEED,
    expected: 201,
    requestOf: (sender) => requestOf(eventIds[sender % eventIds.length] ?? 0, token, (turn += 1)),
  });
  try {
    await wait(settlesS * 1_000);
    const before = await program.cpuSeconds();
    directors.begin();
    screens.begin();
    await wait(seconds * 1_000);
    const { answered, refused, waiting, acknowledged, late } = directors.counted();
    const cpuS = (await program.cpuSeconds()) - before;
    const shown = screens.shown();
    await directors.rest(REST_WITHIN_MS);
    return {
      figure: acknowledged.percentile(0.99),
      also: {
        'p50, ms': acknowledged.percentile(0.5),
        'to both screens p50, ms': shown.percentile(0.5),
        'to both screens p99, ms': shown.percentile(0.99),
        'answered a second': answered / seconds,
        refused,
        'unanswered at the end': waiting,
        'CPU of the server, cores': cpuS / seconds,
        'sent late by the driver, p99, ms': late.percentile(0.99),
      },
    };
  } finally {
    directors.close();
  }
};
