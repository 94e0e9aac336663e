import { raceSetup, TOPICS, type RaceSetup } from '@flagpost/contracts';
import type { Consumer, DeadLetters, StoredMessage, Topics } from '@flagpost/messaging';

/** What is known of each event; null where it was deleted. */
export type Setups = ReadonlyMap<number, RaceSetup | null>;
export type OnSetup = (eventId: number, setup: RaceSetup | null) => void;

export interface SetupFollower {
  readonly setups: Setups;
  readonly consumer: Consumer;
  /** Resolves when everything that the topic held at the start is in `setups`. */
  readonly caughtUp: Promise<void>;
}

const decode = ({ key, value }: StoredMessage): { eventId: number; setup: RaceSetup | null } => {
  const eventId = Number(key);
  if (!Number.isSafeInteger(eventId)) throw new Error('Its key is no event.');
  if (value === null) return { eventId, setup: null };
  const parsed = raceSetup.safeParse(JSON.parse(value));
  if (parsed.success) return { eventId, setup: parsed.data };
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(faults.join('; '));
};

/** Follows `race.setup` from its beginning. A value that cannot be read leaves the event as it was. */
export const followSetups = (topics: Topics, deadLetters: DeadLetters, onSetup: OnSetup): SetupFollower => {
  const setups = new Map<number, RaceSetup | null>();

  let reached: () => void;
  const caughtUp = new Promise<void>((resolve) => (reached = resolve));
  const consumer = topics.follow({
    topic: TOPICS.setup,
    from: 'beginning',
    onBatch: async (batch) => {
      for (const { value } of await deadLetters.readable(TOPICS.setup, batch, decode)) {
        setups.set(value.eventId, value.setup);
        onSetup(value.eventId, value.setup);
      }
    },
    onCaughtUp: () => reached(),
  });
  return { setups, consumer, caughtUp };
};
