import {
  ServiceUnavailableError,
  type Clock,
  type Ids,
  type Logger,
  type Scheduler,
  type Timer,
} from '@flagpost/platform';
import type { ScreenConnection, SightingStore } from '@flagpost/records';

/** Keeps which screens of race control were connected to which events, and when. */
export interface ScreenLog {
  /** A viewer joined an event; no effect if it had joined already. */
  joined(viewerId: string, screen: Pick<ScreenConnection, 'eventId' | 'userId' | 'directs'>): void;
  left(viewerId: string, eventId: number): void;
  /** Stores the rest: all connections end. */
  stop(): Promise<void>;
}

const STORE_EVERY_MS = 5_000;
/** Of a process that is killed, the ends of its connections are so much too early at most. */
const KNOWN_EVERY_MS = 60_000;

interface Open extends ScreenConnection {
  storedAt: number;
}

export const createScreenLog = (parts: {
  readonly sightings: Pick<SightingStore, 'putScreens' | 'forget'>;
  /** Whether an event was not deleted. */
  readonly exists: (eventId: number) => Promise<boolean>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly ids: Ids;
  readonly logger: Logger;
}): ScreenLog => {
  const { sightings, exists, clock, scheduler, ids, logger } = parts;
  const open = new Map<string, Open>();
  /** Ended ones that are not stored. */
  let ended: ScreenConnection[] = [];
  let timer: Timer | null = null;
  let isFailing = false;
  let storing: Promise<void> = Promise.resolve();
  const keyOf = (viewerId: string, eventId: number): string => `${viewerId} ${eventId}`;

  /** Whoever deletes all of an event may have done so before this stored something: whichever of the two is last deletes it. */
  const eraseDeleted = async (screens: readonly ScreenConnection[]): Promise<void> => {
    for (const eventId of new Set(screens.map((screen) => screen.eventId))) {
      if (await exists(eventId)) continue;
      await sightings.forget(eventId);
      for (const [key, screen] of open) if (screen.eventId === eventId) open.delete(key);
    }
  };

  const store = async (): Promise<void> => {
    const now = clock.now();
    const due = [...open.values()].filter(({ storedAt }) => now - storedAt >= KNOWN_EVERY_MS);
    // Others end while these are being stored.
    const over = [...ended];
    if (due.length + over.length > 0) {
      try {
        const known = due.map(({ storedAt: _storedAt, ...screen }) => ({ ...screen, to: now }));
        await sightings.putScreens([...known, ...over]);
        await eraseDeleted([...known, ...over]);
        for (const screen of due) screen.storedAt = now;
        ended = ended.slice(over.length);
        isFailing = false;
      } catch (error) {
        // They are stored with the next attempt.
        if (!(error instanceof ServiceUnavailableError)) throw error;
        if (!isFailing) logger.warn('screens of race control are not kept', { error });
        isFailing = true;
      }
    }
    if (open.size + ended.length > 0) return;
    timer?.cancel();
    timer = null;
  };
  const storeNext = (): Promise<void> => {
    storing = storing
      .then(store)
      .catch((error: unknown) => logger.error('screens cannot be stored', { error }));
    return storing;
  };

  return {
    joined(viewerId, screen) {
      const key = keyOf(viewerId, screen.eventId);
      if (open.has(key)) return;
      const now = clock.now();
      open.set(key, { id: ids.uuid(), ...screen, from: now, to: now, storedAt: -Infinity });
      timer ??= scheduler.every(STORE_EVERY_MS, () => void storeNext());
    },
    left(viewerId, eventId) {
      const key = keyOf(viewerId, eventId);
      const screen = open.get(key);
      if (screen === undefined) return;
      open.delete(key);
      const { storedAt: _storedAt, ...connection } = screen;
      ended.push({ ...connection, to: clock.now() });
    },
    async stop() {
      timer?.cancel();
      const now = clock.now();
      for (const { storedAt: _storedAt, ...connection } of open.values())
        ended.push({ ...connection, to: now });
      open.clear();
      await storeNext();
    },
  };
};
