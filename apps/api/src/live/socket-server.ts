import type { Server as HttpServer } from 'node:http';
import {
  SOCKET_CHANNEL,
  SOCKET_JOIN,
  SOCKET_LEAVE,
  SOCKET_SNAPSHOT,
  SOCKET_TOKEN,
  spokenLanguage,
  type Language,
  type SocketAck,
} from '@flagpost/contracts';
import { TEXTS_IN } from '@flagpost/contracts/texts/server';
import type { Logger } from '@flagpost/platform';
import { Server, type Socket } from 'socket.io';
import { languageOf } from '../http/language.js';
import { STATUS_OF_ANSWER } from '../http/statuses.js';
import { isFromThisMachine } from '../http/this-machine.js';
import type { Gateway, SocketAnswer } from './gateway.js';
import { lineOf, type Line } from './line.js';
import { positionMessage } from './position-bytes.js';
import type { Session } from './sessions.js';
import type { Transport } from './transport.js';

/** The socket server: a `Transport` for the gateway, whose clients it serves once it is attached. */
export interface SocketServer extends Transport {
  attach(http: HttpServer, gateway: Gateway): void;
  figures(): SocketFigures;
  /** Ends every connection. The http server is left to its owner. */
  close(): void;
}

export interface SocketFigures {
  /** By type; a message counts once however many it went to. */
  readonly messages: Readonly<Record<string, number>>;
  /** Handed to connections; a character of text is taken for a byte. */
  readonly sentBytes: number;
  /** Connections ended here, by reason. */
  readonly dropped: Readonly<Record<string, number>>;
}

/** A token or a join; nothing larger comes in. */
const MAX_MESSAGE_BYTES = 16_384;
/** Either side takes the link for lost when it has heard nothing for the sum of both. */
const PING = { pingInterval: 5_000, pingTimeout: 7_500 };

type ToServer = Record<string, (body: unknown, ack: unknown) => void>;
type ToClient = Record<typeof SOCKET_CHANNEL, (message: unknown) => void>;
type ClientSocket = Socket<ToServer, ToClient, Record<string, never>, { session?: Session }>;

/** Ends that are a fault of the connection or of what came on it; a link that is lost is none. */
const FAULTS = new Set<string>(['transport error', 'parse error']);

/** A browser's socket has no headers of its own: it says its language beside its token. */
const languageIn = ({ handshake }: ClientSocket): Language =>
  spokenLanguage(handshake.auth['language']) ?? languageOf(handshake);

const unauthorized = (language: Language): Error => {
  const message = TEXTS_IN[language].answers.notAuthorized;
  return Object.assign(new Error(message), {
    data: { statusCode: STATUS_OF_ANSWER.notAuthorized, message },
  });
};

const inWords = (answer: SocketAnswer, language: Language): SocketAck =>
  answer.ok
    ? answer
    : { ok: false, statusCode: answer.statusCode, message: TEXTS_IN[language].answers[answer.code] };

/** A poller between two polls would be waited for, half a minute: it learns the end from its next poll, and why from its next connect. */
const sayFarewell = (socket: ClientSocket): void => {
  const { transport } = socket.conn;
  if (transport.name !== 'polling' || transport.writable) socket.disconnect(true);
};

const serve = (socket: ClientSocket, gateway: Gateway, session: Session): void => {
  const { id } = socket;
  const language = languageIn(socket);
  gateway.connect(id, session);
  const verbs = {
    [SOCKET_JOIN]: gateway.join,
    [SOCKET_LEAVE]: gateway.leave,
    [SOCKET_SNAPSHOT]: gateway.snapshot,
    [SOCKET_TOKEN]: gateway.renew,
  };
  for (const [verb, handle] of Object.entries(verbs))
    socket.on(verb, (body: unknown, ack: unknown) =>
      handle(id, body, (answer) => {
        // A client that asks for no acknowledgement gets none.
        if (typeof ack === 'function') (ack as (answer: SocketAck) => void)(inWords(answer, language));
      }),
    );
};

export const createSocketServer = (logger: Logger): SocketServer => {
  const io = new Server<ToServer, ToClient, Record<string, never>, { session?: Session }>({
    serveClient: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    connectTimeout: 10_000,
    ...PING,
  });
  const lines = new Map<string, Line>();
  const messages: Record<string, number> = {};
  const dropped: Record<string, number> = {};
  let sentBytes = 0;
  const addBytes = (bytes: number): void => {
    sentBytes += bytes;
  };
  const count = (counts: Record<string, number>, what: string): void => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  const { adapter, sockets } = io.of('/');

  return {
    attach(http, gateway) {
      io.use((socket, next) => {
        const language = languageIn(socket);
        gateway.authenticate(socket.handshake.auth['accessToken'], isFromThisMachine(socket.request)).then(
          (session) => {
            if (session !== null) socket.data.session = session;
            next(session === null ? unauthorized(language) : undefined);
          },
          (error: unknown) => {
            logger.error('a socket could not be authenticated', { error });
            next(new Error(TEXTS_IN[language].answers.unexpected));
          },
        );
      });
      io.on('connection', (socket) => {
        const { session } = socket.data;
        if (session === undefined) return void socket.disconnect(true);
        lines.set(socket.id, lineOf(socket, addBytes));
        socket.on('disconnect', (reason, details) => {
          if (FAULTS.has(reason))
            logger.warn('a socket failed', { reason, error: details, userId: session.actor.userId });
          lines.get(socket.id)?.cut();
          lines.delete(socket.id);
          gateway.disconnect(socket.id);
        });
        serve(socket, gateway, session);
      });
      io.attach(http);
      // A request that opens or continues no session: a wrong protocol, a session of another process or of before.
      io.engine.on('connection_error', ({ message: reason }: { readonly message: string }) =>
        logger.info('a socket was refused', { reason }),
      );
    },

    broadcast(channel, message) {
      count(messages, message.type);
      if (message.type !== 'CHANGE_POSITION') return void io.to(channel).emit(SOCKET_CHANNEL, message);
      const positions = positionMessage(message.data);
      for (const id of adapter.rooms.get(channel) ?? [])
        if (lines.get(id)?.write(positions) !== true) sockets.get(id)?.volatile.emit(SOCKET_CHANNEL, message);
    },
    /** Every socket is alone in a room named by its id. No ids would mean everybody. */
    send(viewerIds, message) {
      if (viewerIds.length === 0) return;
      count(messages, message.type);
      io.to([...viewerIds]).emit(SOCKET_CHANNEL, message);
    },
    join: (viewerId, channel) => void sockets.get(viewerId)?.join(channel),
    leave: (viewerId, channel) => void sockets.get(viewerId)?.leave(channel),
    occupied: (channel) => adapter.rooms.has(channel),
    delivery: (viewerId) => lines.get(viewerId)?.delivery() ?? null,

    drop(viewerId, reason) {
      const socket = sockets.get(viewerId);
      if (socket === undefined) return;
      count(dropped, reason);
      // A client told to go stays away until it has a new token; one whose connection is cut comes back by itself.
      if (reason === 'sessionEnded') sayFarewell(socket);
      // Whatever still waits is thrown away: a stalled connection would keep it, and itself, for ever.
      socket.conn.close(true);
    },

    figures: () => ({ messages, sentBytes, dropped }),
    close() {
      for (const socket of sockets.values()) {
        sayFarewell(socket);
        socket.conn.close(true);
      }
    },
  };
};
