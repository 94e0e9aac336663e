import { ORDERS_DOOR, racePresence, TOPICS, type RacePresence, type ReachRow } from '@flagpost/contracts';
import { createDeadLetters, type StoredMessage, type Topics } from '@flagpost/messaging';
import {
  superviseDelivery,
  type Clock,
  type Logger,
  type Scheduler,
  type Supervised,
  type Timer,
} from '@flagpost/platform';
import { isoOf } from '../http/times.js';

/**
 * Which cars can be reached: those whose device reads its orders from some telemetry-ingest. Known only some seconds after
 * a start, when every telemetry-ingest has said so; live state that nothing stores.
 */
export interface Reach extends Supervised {
  /** Every car of the event that was ever connected; null while it is not known. */
  of(eventId: number): ReachRow[] | null;
  isReachable(eventId: number, invitationId: number): boolean;
  /** Calls back with the cars that can be reached now, or no more. */
  onChange(listener: (eventId: number, changed: ReachRow[]) => void): void;
  /** Calls back once it is known. */
  onKnown(listener: () => void): void;
}

/** Injection token of the `Reach`. */
export const REACH = Symbol('Reach');

interface Car {
  readonly isReachable: boolean;
  readonly since: number;
}

interface EventReach {
  /** What each telemetry-ingest said last, and when that was received. */
  readonly sources: Map<string, { readonly heardAt: number; readonly cars: ReadonlyMap<number, number> }>;
  readonly cars: Map<number, Car>;
  changedAt: number;
}

const LOOK_EVERY_MS = 1_000;
/** An event without a connected car is forgotten after this. */
const KEPT_MS = 6 * 3_600_000;

const decode = ({ value }: StoredMessage): RacePresence => racePresence.parse(JSON.parse(value ?? 'null'));

const rowOf = (invitationId: number, { isReachable, since }: Car): ReachRow => ({
  InvitationId: invitationId,
  Reachable: isReachable,
  Since: isoOf(since),
});

export const followReach = (
  topics: Topics,
  part: { readonly clock: Clock; readonly scheduler: Scheduler; readonly logger: Logger },
): Reach => {
  const { clock, scheduler } = part;
  const deadLetters = createDeadLetters({ ...part, topics, topic: TOPICS.deadLetters });
  const events = new Map<number, EventReach>();
  const changeListeners: ((eventId: number, changed: ReachRow[]) => void)[] = [];
  const knownListeners: (() => void)[] = [];
  let isKnown = false;

  /** Compares what all sources say with what is known, and tells what differs. */
  const settle = (eventId: number, event: EventReach, now: number): void => {
    const present = new Map<number, number>();
    for (const { cars } of event.sources.values())
      for (const [invitationId, since] of cars)
        present.set(invitationId, Math.min(since, present.get(invitationId) ?? since));
    const changed: ReachRow[] = [];
    const set = (invitationId: number, car: Car): void => {
      event.cars.set(invitationId, car);
      changed.push(rowOf(invitationId, car));
    };
    for (const [invitationId, since] of present)
      if (event.cars.get(invitationId)?.isReachable !== true) set(invitationId, { isReachable: true, since });
    for (const [invitationId, { isReachable }] of event.cars)
      if (isReachable && !present.has(invitationId)) set(invitationId, { isReachable: false, since: now });
    if (changed.length === 0) return;
    event.changedAt = now;
    if (isKnown) for (const listener of changeListeners) listener(eventId, changed);
  };

  /** Takes back what a source has not repeated. Runs only while an event has cars. */
  const look = (): void => {
    const now = clock.now();
    for (const [eventId, event] of events) {
      for (const [source, { heardAt }] of event.sources)
        if (now - heardAt >= ORDERS_DOOR.presenceEndsMs) event.sources.delete(source);
      settle(eventId, event, now);
      if (event.sources.size === 0 && now - event.changedAt > KEPT_MS) events.delete(eventId);
    }
    looking = null;
    lookLater();
  };
  let looking: Timer | null = null;
  const lookLater = (): void => {
    if (events.size > 0) looking ??= scheduler.after(LOOK_EVERY_MS, look);
  };

  const take = ({ eventId, source, cars }: RacePresence): void => {
    const now = clock.now();
    const event = events.get(eventId) ?? { sources: new Map(), cars: new Map(), changedAt: now };
    events.set(eventId, event);
    event.sources.set(source, { heardAt: now, cars: new Map(cars) });
    settle(eventId, event, now);
    lookLater();
  };

  const begin = () =>
    topics.follow({
      topic: TOPICS.presence,
      from: 'now',
      onBatch: async (batch) => {
        await deadLetters.eachReadable(TOPICS.presence, batch, decode, take);
      },
    });
  const running = superviseDelivery('reach', begin, part);

  const knowing = scheduler.after(2 * ORDERS_DOOR.presenceEveryMs, () => {
    isKnown = true;
    for (const listener of knownListeners) listener();
  });

  return {
    ...running,
    of: (eventId) =>
      isKnown
        ? [...(events.get(eventId)?.cars ?? [])].map(([invitationId, car]) => rowOf(invitationId, car))
        : null,
    isReachable: (eventId, invitationId) => events.get(eventId)?.cars.get(invitationId)?.isReachable === true,
    onChange: (listener) => void changeListeners.push(listener),
    onKnown: (listener) => void knownListeners.push(listener),
    async stop() {
      knowing.cancel();
      looking?.cancel();
      await running.stop();
    },
  };
};
