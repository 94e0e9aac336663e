import { eventKey, ORDERS_DOOR, TOPICS, type RacePresence } from '@flagpost/contracts';
import type { Topics } from '@flagpost/messaging';
import type { Clock, Ids, Logger, Scheduler } from '@flagpost/platform';

/** Tells the apis by `race.presence` which cars have a device at this process' door of orders. */
export interface Presence {
  /** A device of the car is connected until the returned function is called. */
  connect(eventId: number, invitationId: number): () => void;
  stop(): void;
}

interface Present {
  readonly since: number;
  connections: number;
  /** When the last connection ended, null while there is one. */
  leftAt: number | null;
}

interface EventPresence {
  readonly cars: Map<number, Present>;
  isChanged: boolean;
  publishedAt: number;
}

const LOOK_EVERY_MS = 1_000;

/** Each event with a connected car is published every few seconds, and within a second of a change. */
export const createPresence = (parts: {
  readonly topics: Pick<Topics, 'publish'>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly ids: Ids;
  readonly logger: Logger;
}): Presence => {
  const { topics, clock, scheduler, logger } = parts;
  const source = parts.ids.uuid();
  const events = new Map<number, EventPresence>();
  let isFailing = false;

  const eventOf = (eventId: number): EventPresence => {
    const known = events.get(eventId) ?? { cars: new Map(), isChanged: false, publishedAt: -Infinity };
    events.set(eventId, known);
    return known;
  };

  const dropGone = (event: EventPresence, now: number): void => {
    for (const [invitationId, { leftAt }] of event.cars) {
      if (leftAt === null || now - leftAt < ORDERS_DOOR.reconnectsWithinMs) continue;
      event.cars.delete(invitationId);
      event.isChanged = true;
    }
  };

  const publish = async (eventId: number, event: EventPresence, at: number): Promise<void> => {
    event.isChanged = false;
    event.publishedAt = at;
    const cars = [...event.cars].map(([invitationId, { since }]): [number, number] => [invitationId, since]);
    const value: RacePresence = { eventId, source, at, cars };
    try {
      await topics.publish(TOPICS.presence, [{ key: eventKey(eventId), value: JSON.stringify(value) }]);
      isFailing = false;
    } catch (error) {
      // It is published again with the next look.
      event.isChanged = true;
      if (!isFailing) logger.warn('presence is not published', { error });
      isFailing = true;
    }
  };

  const timer = scheduler.every(LOOK_EVERY_MS, () => {
    const now = clock.now();
    for (const [eventId, event] of events) {
      dropGone(event, now);
      if (!event.isChanged && now - event.publishedAt < ORDERS_DOOR.presenceEveryMs) continue;
      if (event.cars.size === 0 && !event.isChanged) events.delete(eventId);
      else void publish(eventId, event, now);
    }
  });

  return {
    connect(eventId, invitationId) {
      const event = eventOf(eventId);
      const present = event.cars.get(invitationId) ?? { since: clock.now(), connections: 0, leftAt: null };
      if (!event.cars.has(invitationId)) event.isChanged = true;
      event.cars.set(invitationId, present);
      present.connections += 1;
      present.leftAt = null;
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        present.connections -= 1;
        if (present.connections === 0) present.leftAt = clock.now();
      };
    },
    stop: () => timer.cancel(),
  };
};
