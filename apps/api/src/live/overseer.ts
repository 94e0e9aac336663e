import { SESSION } from '@flagpost/contracts';
import type { Clock, Logger, Scheduler, Timer } from '@flagpost/platform';
import { createPatience } from './patience.js';
import type { Session, Sessions } from './sessions.js';
import type { DropReason, Transport } from './transport.js';

/** Looks after connected viewers: whose session has ended, whose rights have changed, who stays slow. */
export interface Overseer {
  /** Begins to look, where it does not yet: there is somebody to look after. */
  start(): void;
  stop(): void;
  forget(viewerId: string): void;
}

export interface OverseerParts {
  readonly viewers: ReadonlyMap<string, { readonly session: Session }>;
  readonly sessions: Pick<Sessions, 'stillHolds'>;
  readonly transport: Pick<Transport, 'delivery'>;
  readonly drop: (viewerId: string, reason: DropReason) => void;
  /** Takes a viewer whose session holds out of what it may no longer watch. */
  readonly reviewRooms: (viewerId: string, session: Session) => Promise<void>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}

const PULSE_MS = 1_000;
/** Sessions are looked at this often: well within the time that a socket may outlive one. */
const REVIEW_MS = SESSION.socketGraceMs / 3;

export const createOverseer = (parts: OverseerParts): Overseer => {
  const { viewers, sessions, drop, clock, scheduler, logger } = parts;
  const patience = createPatience(parts.transport);
  let timers: readonly Timer[] = [];
  let reviewing = false;
  /** When the session of a viewer was last found to hold, or the viewer was first seen. */
  const confirmedAt = new Map<string, number>();

  const pulse = (): void => {
    const expired = clock.now() - SESSION.socketGraceMs + PULSE_MS;
    for (const [viewerId, { session }] of viewers) {
      if (session.expiresAt <= expired) drop(viewerId, 'sessionEnded');
      else if (patience.exhausted(viewerId)) drop(viewerId, 'slow');
    }
  };

  /** A socket outlives its session by the time of grace at most, also while it cannot be read whether it holds. */
  const dropUnconfirmed = (): void => {
    const earliest = clock.now() - SESSION.socketGraceMs + PULSE_MS;
    for (const viewerId of viewers.keys()) {
      const confirmed = confirmedAt.get(viewerId);
      if (confirmed === undefined) confirmedAt.set(viewerId, clock.now());
      else if (confirmed <= earliest) drop(viewerId, 'sessionEnded');
    }
  };

  const reviewAll = async (): Promise<void> => {
    for (const [viewerId, viewer] of viewers) {
      const { session } = viewer;
      if (!confirmedAt.has(viewerId)) confirmedAt.set(viewerId, clock.now());
      if (await sessions.stillHolds(session)) {
        confirmedAt.set(viewerId, clock.now());
        await parts.reviewRooms(viewerId, session);
      } else if (viewer.session === session) drop(viewerId, 'sessionEnded');
    }
  };

  const review = async (): Promise<void> => {
    if (reviewing) return;
    reviewing = true;
    try {
      await reviewAll();
    } catch (error) {
      logger.error('sessions of open sockets cannot be checked', { error });
      dropUnconfirmed();
    } finally {
      reviewing = false;
    }
  };

  return {
    start() {
      if (timers.length > 0) return;
      timers = [scheduler.every(PULSE_MS, pulse), scheduler.every(REVIEW_MS, () => void review())];
    },
    stop() {
      for (const timer of timers) timer.cancel();
      timers = [];
    },
    forget(viewerId) {
      confirmedAt.delete(viewerId);
      patience.forget(viewerId);
    },
  };
};
