import { joinRequest, leaveRequest, may, tokenRequest, type AnswerCode } from '@flagpost/contracts';
import type { z } from 'zod';
import { STATUS_OF_ANSWER } from '../http/statuses.js';
import type { LiveState } from './live-state.js';
import { createOverseer } from './overseer.js';
import type { Announcement } from './room.js';
import { createRooms, type RoomsParts } from './rooms.js';
import type { Session, Sessions } from './sessions.js';
import type { DropReason } from './transport.js';

/** Who watches what: sessions and rooms, with no word of socket.io. */
export interface Gateway {
  /** Null where the token opens no socket. */
  authenticate(accessToken: unknown, isFromThisMachine: boolean): Promise<Session | null>;
  connect(viewerId: string, session: Session): void;
  disconnect(viewerId: string): void;
  /** Acknowledges, then sends the snapshot and what follows it. */
  readonly join: Handler;
  readonly leave: Handler;
  /** A viewer that lost its place gets a snapshot and is in order again. */
  readonly snapshot: Handler;
  /** A new access token of the same person. */
  readonly renew: Handler;
  /** Ends every socket of this session. */
  endSession(sessionId: string): void;
  watched(eventId: number): boolean;
  /** A reliable message to everybody who watches the event. */
  announce(eventId: number, message: Announcement): void;
  /** Gives every viewer a snapshot: what was said lacked something that the views show by now. */
  readonly refresh: () => void;
  figures(): { viewers: number; rooms: number };
  stop(): void;
}

/** One viewer's requests are carried out in their order, each answered once by `ack`. */
export type Handler = (viewerId: string, body: unknown, ack: (answer: SocketAnswer) => void) => void;

/** A `SocketAck` before it is put into the words of the viewer's language. */
export type SocketAnswer =
  { readonly ok: true } | { readonly ok: false; readonly statusCode: number; readonly code: AnswerCode };

export type GatewayParts = RoomsParts & {
  readonly live: Pick<LiveState, 'onFrame'>;
  readonly sessions: Sessions;
  /** The club that owns the event; null where there is no such event. */
  readonly clubOf: (eventId: number) => Promise<number | null>;
};

interface Viewer {
  session: Session;
  /** When it last asked for a snapshot. */
  askedAt: number;
  /** Its requests so far, and how many of them are not yet carried out. */
  turn: Promise<void>;
  waiting: number;
}

interface Reply {
  readonly answer: SocketAnswer;
  /** What may only follow the answer. */
  readonly afterwards?: () => void;
}

/** A viewer may ask for a snapshot this often. */
const SNAPSHOT_EVERY_MS = 1_000;
/** And so many requests may wait for those before them: a client asks for a few, and waits for the answers. */
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

export const createGateway = (parts: GatewayParts): Gateway => {
  const { transport, live, sessions, clock, logger } = parts;
  const viewers = new Map<string, Viewer>();
  const rooms = createRooms(parts);

  const forget = (viewerId: string): void => {
    viewers.delete(viewerId);
    overseer.forget(viewerId);
    for (const eventId of rooms.watchedBy(viewerId)) rooms.remove(eventId, viewerId);
  };

  const drop = (viewerId: string, reason: DropReason): void => {
    logger.info('viewer dropped', { reason, userId: viewers.get(viewerId)?.session.actor.userId });
    forget(viewerId);
    transport.drop(viewerId, reason);
  };

  const mayWatch = async ({ actor }: Session, eventId: number): Promise<Reply> => {
    const clubId = await parts.clubOf(eventId);
    if (clubId === null) return MISSING;
    return may(actor, 'race.watch', { clubId }) ? DONE : FORBIDDEN;
  };

  const reviewRooms = async (viewerId: string, session: Session): Promise<void> => {
    for (const eventId of rooms.watchedBy(viewerId))
      if ((await mayWatch(session, eventId)) !== DONE) rooms.remove(eventId, viewerId);
  };

  const overseer = createOverseer({ ...parts, viewers, drop, reviewRooms });

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

  live.onFrame((frame) => rooms.find(frame.eventId)?.offer(frame));

  return {
    authenticate: async (accessToken, isFromThisMachine) =>
      typeof accessToken === 'string' && accessToken !== ''
        ? sessions.verify(accessToken, isFromThisMachine)
        : null,

    connect(viewerId, session) {
      overseer.start();
      viewers.set(viewerId, {
        session,
        askedAt: Number.NEGATIVE_INFINITY,
        turn: Promise.resolve(),
        waiting: 0,
      });
    },

    disconnect(viewerId) {
      forget(viewerId);
      if (viewers.size === 0) overseer.stop();
    },

    join: requests(joinRequest, async ({ session }, viewerId, { eventId, positions }) => {
      const reply = await mayWatch(session, eventId);
      return reply === DONE
        ? { ...DONE, afterwards: () => rooms.of(eventId).admit(viewerId, positions) }
        : reply;
    }),

    leave: requests(leaveRequest, async (_, viewerId, { eventId }) => {
      rooms.remove(eventId, viewerId);
      return DONE;
    }),

    snapshot: requests(leaveRequest, async (viewer, viewerId, { eventId }) => {
      const room = rooms.find(eventId);
      if (room?.has(viewerId) !== true) return FORBIDDEN;
      if (clock.now() < viewer.askedAt + SNAPSHOT_EVERY_MS) return TOO_OFTEN;
      viewer.askedAt = clock.now();
      return { ...DONE, afterwards: () => room.readmit(viewerId) };
    }),

    renew: requests(tokenRequest, async (viewer, viewerId, { accessToken }) => {
      // The connection of an account of the demo was let in before.
      const session = await sessions.verify(accessToken, true);
      if (session?.actor.userId !== viewer.session.actor.userId) return UNAUTHORIZED;
      viewer.session = session;
      await reviewRooms(viewerId, session);
      return DONE;
    }),

    endSession(sessionId) {
      for (const [viewerId, { session }] of viewers)
        if (session.sessionId === sessionId) drop(viewerId, 'sessionEnded');
    },

    watched: (eventId) => rooms.find(eventId) !== undefined,
    announce: (eventId, message) => rooms.find(eventId)?.announce(message),
    refresh: () => rooms.refresh(),
    figures: () => ({ viewers: viewers.size, rooms: rooms.count() }),

    stop() {
      overseer.stop();
      rooms.close();
      viewers.clear();
    },
  };
};
