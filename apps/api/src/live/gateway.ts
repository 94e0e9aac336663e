import {
  ANSWER_TEXTS,
  SESSION,
  joinRequest,
  leaveRequest,
  may,
  tokenRequest,
  type SocketAck,
} from '@flagpost/contracts';
import type { Clock, Ids, Logger, Scheduler, Timer } from '@flagpost/platform';
import type { z } from 'zod';
import type { LiveState } from './live-state.js';
import { createPatience } from './patience.js';
import { createRoom, type Announcement, type ReadSnapshot, type Room, type RoomParts } from './room.js';
import type { Session, Sessions } from './sessions.js';
import type { DropReason, Transport } from './transport.js';

/** Who watches what: sessions and rooms, with no word of socket.io. */
export interface Gateway {
  /** Null where the token opens no socket. */
  authenticate(accessToken: unknown): Promise<Session | null>;
  connect(viewerId: string, session: Session): void;
  disconnect(viewerId: string): void;
  /** Acknowledges, then sends the snapshot and what follows it. */
  readonly join: Handler;
  readonly leave: Handler;
  /** A viewer that lost its place gets a snapshot and is in order again. */
  readonly snapshot: Handler;
  /** A new access token of the same person. */
  readonly renew: Handler;
  /** Ends every socket of this person. */
  endSessions(userId: number): void;
  watched(eventId: number): boolean;
  /** A reliable message to everybody who watches the event. */
  announce(eventId: number, message: Announcement): void;
  figures(): { viewers: number; rooms: number };
  stop(): void;
}

/** One viewer's requests are carried out in their order, each answered once by `ack`. */
export type Handler = (viewerId: string, body: unknown, ack: (answer: SocketAck) => void) => void;

export interface GatewayParts {
  readonly transport: Transport;
  readonly live: Pick<LiveState, 'onFrame'>;
  readonly sessions: Sessions;
  /** The club that owns the event; null where there is no such event. */
  readonly clubOf: (eventId: number) => Promise<number | null>;
  readonly readSnapshot: (eventId: number) => ReturnType<ReadSnapshot>;
  readonly pack: RoomParts['pack'];
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly ids: Ids;
  readonly logger: Logger;
}

interface Viewer {
  session: Session;
  /** When it last asked for a snapshot. */
  askedAt: number;
  /** Its requests so far. */
  turn: Promise<void>;
}

interface Reply {
  readonly answer: SocketAck;
  /** What may only follow the answer. */
  readonly afterwards?: () => void;
}

const PULSE_MS = 1_000;
/** Sessions are looked at this often: well within the time that a socket may outlive one. */
const REVIEW_MS = SESSION.socketGraceMs / 3;
/** A viewer may ask for a snapshot this often. */
const SNAPSHOT_EVERY_MS = 1_000;

const refusal = (statusCode: number, message: string): Reply => ({
  answer: { ok: false, statusCode, message },
});
const DONE: Reply = { answer: { ok: true } };
const MALFORMED = refusal(400, ANSWER_TEXTS.malformed);
const UNAUTHORIZED = refusal(401, ANSWER_TEXTS.notAuthorized);
const FORBIDDEN = refusal(403, ANSWER_TEXTS.forbidden);
const MISSING = refusal(404, ANSWER_TEXTS.notFound);
const TOO_OFTEN = refusal(429, ANSWER_TEXTS.tooManyAttempts);
const FAILED = refusal(500, ANSWER_TEXTS.unexpected);

export const createGateway = (parts: GatewayParts): Gateway => {
  const { transport, live, sessions, clock, scheduler, logger } = parts;
  const viewers = new Map<string, Viewer>();
  const rooms = new Map<number, Room>();
  const patience = createPatience(transport);

  const roomOf = (eventId: number): Room => {
    const open = rooms.get(eventId);
    if (open !== undefined) return open;
    const room = createRoom({
      eventId,
      streamId: parts.ids.uuid(),
      transport,
      clock,
      scheduler,
      pack: parts.pack,
      readSnapshot: () => parts.readSnapshot(eventId),
      onSnapshotFailed: (error) => logger.error('snapshot failed', { eventId, error }),
    });
    rooms.set(eventId, room);
    return room;
  };

  const removeFrom = (eventId: number, viewerId: string): void => {
    const room = rooms.get(eventId);
    room?.remove(viewerId);
    if (room?.empty() !== true) return;
    room.close();
    rooms.delete(eventId);
  };

  const forget = (viewerId: string): void => {
    viewers.delete(viewerId);
    patience.forget(viewerId);
    for (const eventId of rooms.keys()) removeFrom(eventId, viewerId);
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

  const pulse = (): void => {
    const expired = clock.now() - SESSION.socketGraceMs + PULSE_MS;
    for (const [viewerId, { session }] of viewers) {
      if (session.expiresAt <= expired) drop(viewerId, 'sessionEnded');
      else if (patience.exhausted(viewerId)) drop(viewerId, 'slow');
    }
  };

  /** Takes a viewer out of events that it may not watch, or no longer. */
  const leaveClosed = async (viewerId: string, session: Session): Promise<void> => {
    for (const [eventId, room] of rooms)
      if (room.has(viewerId) && (await mayWatch(session, eventId)) !== DONE) removeFrom(eventId, viewerId);
  };

  let reviewing = false;
  const review = async (): Promise<void> => {
    if (reviewing) return;
    reviewing = true;
    try {
      for (const [viewerId, viewer] of viewers) {
        const { session } = viewer;
        if (await sessions.stillHolds(session)) await leaveClosed(viewerId, session);
        else if (viewer.session === session) drop(viewerId, 'sessionEnded');
      }
    } catch (error) {
      logger.error('sessions of open sockets cannot be reviewed', { error });
    } finally {
      reviewing = false;
    }
  };

  const requests =
    <S extends z.ZodType>(
      schema: S,
      work: (viewer: Viewer, viewerId: string, request: z.infer<S>) => Promise<Reply>,
    ): Handler =>
    (viewerId, body, ack) => {
      const viewer = viewers.get(viewerId);
      if (viewer === undefined) return;
      const request = schema.safeParse(body);
      viewer.turn = viewer.turn.then(async () => {
        const reply = request.success
          ? await work(viewer, viewerId, request.data).catch((error: unknown) => {
              logger.error('socket request failed', { error });
              return FAILED;
            })
          : MALFORMED;
        if (viewers.get(viewerId) !== viewer) return;
        ack(reply.answer);
        reply.afterwards?.();
      });
    };

  /** Run while there is anybody to look after. */
  let timers: readonly Timer[] = [];
  const startTimers = (): void => {
    if (timers.length > 0) return;
    timers = [scheduler.every(PULSE_MS, pulse), scheduler.every(REVIEW_MS, () => void review())];
  };
  const stopTimers = (): void => {
    for (const timer of timers) timer.cancel();
    timers = [];
  };

  live.onFrame((frame) => rooms.get(frame.eventId)?.offer(frame));

  return {
    authenticate: async (accessToken) =>
      typeof accessToken === 'string' && accessToken !== '' ? sessions.verify(accessToken) : null,

    connect(viewerId, session) {
      startTimers();
      viewers.set(viewerId, { session, askedAt: Number.NEGATIVE_INFINITY, turn: Promise.resolve() });
    },

    disconnect(viewerId) {
      forget(viewerId);
      if (viewers.size === 0) stopTimers();
    },

    join: requests(joinRequest, async ({ session }, viewerId, { eventId, positions }) => {
      const reply = await mayWatch(session, eventId);
      return reply === DONE
        ? { ...DONE, afterwards: () => roomOf(eventId).admit(viewerId, positions) }
        : reply;
    }),

    leave: requests(leaveRequest, async (_, viewerId, { eventId }) => {
      removeFrom(eventId, viewerId);
      return DONE;
    }),

    snapshot: requests(joinRequest, async (viewer, viewerId, { eventId, positions }) => {
      const room = rooms.get(eventId);
      if (room?.has(viewerId) !== true) return FORBIDDEN;
      if (clock.now() < viewer.askedAt + SNAPSHOT_EVERY_MS) return TOO_OFTEN;
      viewer.askedAt = clock.now();
      return { ...DONE, afterwards: () => room.admit(viewerId, positions) };
    }),

    renew: requests(tokenRequest, async (viewer, viewerId, { accessToken }) => {
      const session = await sessions.verify(accessToken);
      if (session?.actor.userId !== viewer.session.actor.userId) return UNAUTHORIZED;
      viewer.session = session;
      await leaveClosed(viewerId, session);
      return DONE;
    }),

    endSessions(userId) {
      for (const [viewerId, { session }] of viewers)
        if (session.actor.userId === userId) drop(viewerId, 'sessionEnded');
    },

    watched: (eventId) => rooms.has(eventId),
    announce: (eventId, message) => rooms.get(eventId)?.announce(message),
    figures: () => ({ viewers: viewers.size, rooms: rooms.size }),

    stop() {
      stopTimers();
      for (const room of rooms.values()) room.close();
      rooms.clear();
      viewers.clear();
    },
  };
};
