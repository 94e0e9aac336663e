import { ORDERS_DOOR, racePresence, TOPICS, type RacePresence } from '@flagpost/contracts';
import type { DeadLetters, StoredMessage, Topics } from '@flagpost/messaging';
import {
  superviseDelivery,
  type Clock,
  type Logger,
  type Scheduler,
  type Supervised,
} from '@flagpost/platform';

/** Which cars have a device at the door of orders of any telemetry-ingest, by `race.presence`. */
export interface LinkedCars extends Supervised {
  has(eventId: number, invitationId: number): boolean;
}

const decode = ({ value }: StoredMessage): RacePresence => racePresence.parse(JSON.parse(value ?? 'null'));

interface Source {
  readonly heardAt: number;
  readonly cars: ReadonlySet<number>;
}

export const followLinkedCars = (parts: {
  readonly topics: Topics;
  readonly deadLetters: DeadLetters;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}): LinkedCars => {
  const { topics, deadLetters, clock } = parts;
  const events = new Map<number, Map<string, Source>>();
  const isOver = ({ heardAt }: Source): boolean => clock.now() - heardAt >= ORDERS_DOOR.presenceEndsMs;
  const begin = () =>
    topics.follow({
      topic: TOPICS.presence,
      from: 'now',
      async onBatch(batch) {
        await deadLetters.eachReadable(TOPICS.presence, batch, decode, ({ eventId, source, cars }) => {
          const sources = events.get(eventId) ?? new Map<string, Source>();
          events.set(eventId, sources);
          sources.set(source, { heardAt: clock.now(), cars: new Set(cars.map(([id]) => id)) });
          for (const [name, each] of sources) if (isOver(each)) sources.delete(name);
        });
      },
    });
  return {
    ...superviseDelivery(TOPICS.presence, begin, parts),
    has: (eventId, invitationId) =>
      [...(events.get(eventId)?.values() ?? [])].some((each) => !isOver(each) && each.cars.has(invitationId)),
  };
};
