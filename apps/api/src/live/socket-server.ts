import type { Server as HttpServer } from 'node:http';
import {
  SOCKET_CHANNEL,
  SOCKET_HEARTBEAT,
  SOCKET_JOIN,
  SOCKET_LEAVE,
  SOCKET_SNAPSHOT,
  SOCKET_TOKEN,
  spokenLanguage,
  type Language,
  type SocketAck,
} from '@flagpost/contracts';
import { TEXTS_IN } from '@flagpost/contracts/texts/server';
import { isFromThisMachine, type Logger } from '@flagpost/platform';
import { Server, type Socket } from 'socket.io';
import { languageOf } from '../http/language.js';
import { STATUS_OF_ANSWER } from '../http/statuses.js';
import type { Gateway, SocketAnswer } from './gateway.js';
import { createPendingConnections } from './pending-connections.js';
import { viewerConnection, type ViewerConnection } from './connection.js';
import { positionMessage } from './position-bytes.js';
import type { Session } from './socket-auth.js';
import type { Transport } from './transport.js';

/** The socket.io server: the `Transport` of the gateway. It accepts clients once it is attached. */
export interface SocketServer extends Transport {
  attach(http: HttpServer, gateway: Gateway): void;
  figures(): SocketFigures;
  /** Ends every connection. The HTTP server stays open. */
  close(): void;
}

export interface SocketFigures {
  /** By type; a message counts once, regardless of the number of its receivers. */
  readonly messages: Readonly<Record<string, number>>;
  /** Written to connections; a character of text counts as a byte. */
  readonly sentBytes: number;
  /** Connections ended by the server, by reason. */
  readonly dropped: Readonly<Record<string, number>>;
}

/** Clients send tokens and joins, nothing larger. */
const MAX_MESSAGE_BYTES = 16_384;
/** Connections on which nobody has signed in: the viewers of some paddocks, who come back at once after a restart. */
const MOST_PENDING = 2_000;
const PING = { pingInterval: SOCKET_HEARTBEAT.everyMs, pingTimeout: SOCKET_HEARTBEAT.answeredWithinMs };

type ToServer = Record<string, (body: unknown, ack: unknown) => void>;
type ToClient = Record<typeof SOCKET_CHANNEL, (message: unknown) => void>;
type ClientSocket = Socket<ToServer, ToClient, Record<string, never>, { session?: Session }>;

/** Reasons of a disconnect that are logged: errors of the connection or its data, not a lost link. */
const FAULTS = new Set<string>(['transport error', 'parse error']);

/** Browsers cannot set headers of a websocket, so the language comes with the token. */
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

/**
 * Notifies the client, unless it is between two polls: waiting for it would take half a minute. It learns of the end from
 * its next poll, and of the reason when it reconnects.
 */
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
        // Acknowledgements are optional in socket.io.
        if (typeof ack === 'function') (ack as (answer: SocketAck) => void)(inWords(answer, language));
      }),
    );
};

export const createSocketServer = (logger: Logger, mostPending = MOST_PENDING): SocketServer => {
  const io = new Server<ToServer, ToClient, Record<string, never>, { session?: Session }>({
    serveClient: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    connectTimeout: 10_000,
    ...PING,
  });
  const pending = createPendingConnections(mostPending);
  const connections = new Map<string, ViewerConnection>();
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
            logger.error('socket could not be authenticated', { error });
            next(new Error(TEXTS_IN[language].answers.unexpected));
          },
        );
      });
      io.on('connection', (socket) => {
        pending.signedIn(socket.conn);
        const { session } = socket.data;
        if (session === undefined) return void socket.disconnect(true);
        connections.set(socket.id, viewerConnection(socket, addBytes));
        socket.on('disconnect', (reason, details) => {
          if (FAULTS.has(reason))
            logger.warn('socket failed', { reason, error: details, userId: session.actor.userId });
          connections.get(socket.id)?.cut();
          connections.delete(socket.id);
          gateway.disconnect(socket.id);
        });
        serve(socket, gateway, session);
      });
      io.attach(http);
      io.engine.on('connection', pending.add);
      // A request that neither opens nor continues an engine.io session: wrong protocol, or a session of another process.
      io.engine.on('connection_error', ({ message: reason }: { readonly message: string }) =>
        logger.info('socket refused', { reason }),
      );
    },

    broadcast(channel, message) {
      count(messages, message.type);
      if (message.type !== 'CHANGE_POSITION') return void io.to(channel).emit(SOCKET_CHANNEL, message);
      const positions = positionMessage(message.data);
      for (const id of adapter.rooms.get(channel) ?? [])
        if (connections.get(id)?.write(positions) !== true)
          sockets.get(id)?.volatile.emit(SOCKET_CHANNEL, message);
    },
    /** Each socket is alone in a room named by its id. An empty list would mean all sockets. */
    send(viewerIds, message) {
      if (viewerIds.length === 0) return;
      count(messages, message.type);
      io.to([...viewerIds]).emit(SOCKET_CHANNEL, message);
    },
    join: (viewerId, channel) => void sockets.get(viewerId)?.join(channel),
    leave: (viewerId, channel) => void sockets.get(viewerId)?.leave(channel),
    occupied: (channel) => adapter.rooms.has(channel),
    delivery: (viewerId) => connections.get(viewerId)?.delivery() ?? null,

    drop(viewerId, reason) {
      const socket = sockets.get(viewerId);
      if (socket === undefined) return;
      count(dropped, reason);
      // A client that is notified stays away until it has a new token; one whose connection breaks reconnects by itself.
      if (reason === 'sessionEnded') sayFarewell(socket);
      // Discards what is queued: a stalled connection would keep it, and itself, for ever.
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
