import { SESSION } from '@flagpost/contracts';
import type { Clock, Logger, Scheduler, Timer } from '@flagpost/platform';
import { createSlowConsumers } from './slow-consumer.js';
import type { Session, SocketAuth } from './socket-auth.js';
import type { DropReason, Transport } from './transport.js';

/** Periodically checks connected viewers: ended sessions, changed rights, slow consumers. */
export interface ConnectionMonitor {
  /** Starts the checks unless they run. */
  start(): void;
  stop(): void;
  forget(viewerId: string): void;
}

export interface ConnectionMonitorDependencies {
  readonly viewers: ReadonlyMap<string, { readonly session: Session }>;
  readonly auth: Pick<SocketAuth, 'stillHolds'>;
  readonly transport: Pick<Transport, 'delivery'>;
  readonly drop: (viewerId: string, reason: DropReason) => void;
  /** Removes a viewer with a valid session from the rooms that it may no longer watch. */
  readonly reviewRooms: (viewerId: string, session: Session) => Promise<void>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}

const PULSE_MS = 1_000;
/** Interval between checks of all sessions: well within the grace period of a socket. */
const REVIEW_MS = SESSION.socketGraceMs / 3;

export const createConnectionMonitor = (dependencies: ConnectionMonitorDependencies): ConnectionMonitor => {
  const { viewers, auth, drop, clock, scheduler, logger } = dependencies;
  const slowConsumers = createSlowConsumers(dependencies.transport);
  let timers: readonly Timer[] = [];
  let reviewing = false;
  /** When a viewer's session was last found valid, or else when the viewer was first seen. */
  const confirmedAt = new Map<string, number>();

  const pulse = (): void => {
    const expired = clock.now() - SESSION.socketGraceMs + PULSE_MS;
    for (const [viewerId, { session }] of viewers) {
      if (session.expiresAt <= expired) drop(viewerId, 'sessionEnded');
      else if (slowConsumers.isSlow(viewerId)) drop(viewerId, 'slow');
    }
  };

  /** A socket outlives its session by the grace period at most, even while sessions cannot be read. */
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
      if (await auth.stillHolds(session)) {
        confirmedAt.set(viewerId, clock.now());
        await dependencies.reviewRooms(viewerId, session);
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
      slowConsumers.forget(viewerId);
    },
  };
};
