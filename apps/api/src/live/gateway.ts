import {
  joinRequest,
  leaveRequest,
  may,
  mayEver,
  tokenRequest,
  type AnswerCode,
  type JoinRequest,
} from '@flagpost/contracts';
import type { z } from 'zod';
import { STATUS_OF_ANSWER } from '../http/statuses.js';
import type { LiveState } from './live-state.js';
import { createConnectionMonitor } from './connection-monitor.js';
import type { Announcement } from './room.js';
import { createRooms, type RoomsDependencies } from './rooms.js';
import type { ScreenLog } from './screen-log.js';
import type { Session, SocketAuth } from './socket-auth.js';
import type { DropReason } from './transport.js';

/** SocketAuth and rooms of the live socket, independent of socket.io. */
export interface Gateway {
  /** Null if the token does not authorise a socket. */
  authenticate(accessToken: unknown, isFromThisMachine: boolean): Promise<Session | null>;
  connect(viewerId: string, session: Session): void;
  disconnect(viewerId: string): void;
  /** Acknowledges, then sends the snapshot and the messages after it. */
  readonly join: Handler;
  readonly leave: Handler;
  /** Sends a new snapshot to a viewer that has missed messages. */
  readonly snapshot: Handler;
  /** Replaces the access token by a new one of the same user. */
  readonly renew: Handler;
  /** Ends every socket of this session. */
  endSession(sessionId: string): void;
  watched(eventId: number): boolean;
  /** Sends a reliable message to every viewer of the event. */
  announce(eventId: number, message: Announcement): void;
  /** Sends every viewer a new snapshot: earlier messages were built from views that lagged. */
  readonly refresh: () => void;
  figures(): { viewers: number; rooms: number };
  stop(): void;
}

/** Handles one viewer's requests in order and answers each once by `ack`. */
export type Handler = (viewerId: string, body: unknown, ack: (answer: SocketAnswer) => void) => void;

/** A `SocketAck` before its message is translated to the viewer's language. */
export type SocketAnswer =
  { readonly ok: true } | { readonly ok: false; readonly statusCode: number; readonly code: AnswerCode };

export type GatewayDependencies = RoomsDependencies & {
  readonly live: Pick<LiveState, 'onFrame'>;
  readonly auth: SocketAuth;
  /** The club that owns the event; null if there is no such event. */
  readonly clubOf: (eventId: number) => Promise<number | null>;
  readonly screens?: Pick<ScreenLog, 'joined' | 'left'>;
};

interface Viewer {
  session: Session;
  /** Time of its last request for a snapshot. */
  askedAt: number;
  /** Resolves when its previous requests are done; `waiting` counts those that are not. */
  turn: Promise<void>;
  waiting: number;
}

interface Reply {
  readonly answer: SocketAnswer;
  /** Runs after the answer is sent. */
  readonly afterwards?: () => void;
}

/** Minimum interval between a viewer's requests for a snapshot. */
const SNAPSHOT_EVERY_MS = 1_000;
/** Maximum of a viewer's requests in the queue. A well-behaved client has a few. */
const MAX_WAITING = 32;

const refusal = (code: AnswerCode): Reply => ({
  answer: { ok: false, statusCode: STATUS_OF_ANSWER[code], code },
});
const DONE: Reply = { answer: { ok: true } };
const MALFORMED = refusal('malformed');
const UNAUTHORIZED = refusal('notAuthorized');
const FORBIDDEN = refusal('forbidden');
const MISSING = refusal('notFound');
const TOO_OFTEN = refusal('tooManyAttempts');
const FAILED = refusal('unexpected');

export const createGateway = (dependencies: GatewayDependencies): Gateway => {
  const { transport, live, auth, clock, logger, screens } = dependencies;
  const viewers = new Map<string, Viewer>();
  const rooms = createRooms(dependencies);

  const watch = (viewerId: string, { actor }: Session, { eventId, positions }: JoinRequest): void => {
    rooms.of(eventId).join(viewerId, positions);
    screens?.joined(viewerId, {
      eventId,
      userId: actor.userId,
      directs: mayEver(actor, 'race.control'),
    });
  };
  const unwatch = (viewerId: string, eventId: number): void => {
    rooms.remove(eventId, viewerId);
    screens?.left(viewerId, eventId);
  };

  const forget = (viewerId: string): void => {
    viewers.delete(viewerId);
    monitor.forget(viewerId);
    for (const eventId of rooms.watchedBy(viewerId)) unwatch(viewerId, eventId);
  };

  const drop = (viewerId: string, reason: DropReason): void => {
    logger.info('viewer dropped', { reason, userId: viewers.get(viewerId)?.session.actor.userId });
    forget(viewerId);
    transport.drop(viewerId, reason);
  };

  const mayWatch = async ({ actor }: Session, eventId: number): Promise<Reply> => {
    const clubId = await dependencies.clubOf(eventId);
    if (clubId === null) return MISSING;
    return may(actor, 'race.watch', { clubId }) ? DONE : FORBIDDEN;
  };

  const reviewRooms = async (viewerId: string, session: Session): Promise<void> => {
    for (const eventId of rooms.watchedBy(viewerId))
      if ((await mayWatch(session, eventId)) !== DONE) unwatch(viewerId, eventId);
  };

  const monitor = createConnectionMonitor({ ...dependencies, viewers, drop, reviewRooms });

  const requests =
    <S extends z.ZodType>(
      schema: S,
      work: (viewer: Viewer, viewerId: string, request: z.infer<S>) => Promise<Reply>,
    ): Handler =>
    (viewerId, body, ack) => {
      const viewer = viewers.get(viewerId);
      if (viewer === undefined) return;
      if (viewer.waiting >= MAX_WAITING) {
        ack(TOO_OFTEN.answer);
        return;
      }
      viewer.waiting += 1;
      const request = schema.safeParse(body);
      const carryOut = async (): Promise<void> => {
        const reply = request.success ? await work(viewer, viewerId, request.data) : MALFORMED;
        if (viewers.get(viewerId) !== viewer) return;
        ack(reply.answer);
        reply.afterwards?.();
      };
      viewer.turn = viewer.turn
        .then(carryOut)
        .catch((error: unknown) => {
          logger.error('socket request failed', { error });
          ack(FAILED.answer);
        })
        .finally(() => (viewer.waiting -= 1));
    };

  const watched = (eventId: number): boolean => rooms.find(eventId) !== undefined;
  live.onFrame((frame) => rooms.find(frame.eventId)?.queueFrame(frame), watched);

  return {
    authenticate: async (accessToken, isFromThisMachine) =>
      typeof accessToken === 'string' && accessToken !== ''
        ? auth.verify(accessToken, isFromThisMachine)
        : null,

    connect(viewerId, session) {
      monitor.start();
      viewers.set(viewerId, {
        session,
        askedAt: Number.NEGATIVE_INFINITY,
        turn: Promise.resolve(),
        waiting: 0,
      });
    },

    disconnect(viewerId) {
      forget(viewerId);
      if (viewers.size === 0) monitor.stop();
    },

    join: requests(joinRequest, async ({ session }, viewerId, request) => {
      const reply = await mayWatch(session, request.eventId);
      return reply === DONE ? { ...DONE, afterwards: () => watch(viewerId, session, request) } : reply;
    }),

    leave: requests(leaveRequest, async (_, viewerId, { eventId }) => {
      unwatch(viewerId, eventId);
      return DONE;
    }),

    snapshot: requests(leaveRequest, async (viewer, viewerId, { eventId }) => {
      const room = rooms.find(eventId);
      if (room?.has(viewerId) !== true) return FORBIDDEN;
      if (clock.now() < viewer.askedAt + SNAPSHOT_EVERY_MS) return TOO_OFTEN;
      viewer.askedAt = clock.now();
      return { ...DONE, afterwards: () => room.resync(viewerId) };
    }),

    renew: requests(tokenRequest, async (viewer, viewerId, { accessToken }) => {
      // The origin of a demo account's connection was checked when it was opened.
      const session = await auth.verify(accessToken, true);
      if (session?.actor.userId !== viewer.session.actor.userId) return UNAUTHORIZED;
      viewer.session = session;
      await reviewRooms(viewerId, session);
      return DONE;
    }),

    endSession(sessionId) {
      for (const [viewerId, { session }] of viewers)
        if (session.sessionId === sessionId) drop(viewerId, 'sessionEnded');
    },

    watched,
    announce: (eventId, message) => rooms.find(eventId)?.announce(message),
    refresh: () => rooms.refresh(),
    figures: () => ({ viewers: viewers.size, rooms: rooms.count() }),

    stop() {
      monitor.stop();
      rooms.close();
      viewers.clear();
    },
  };
};
