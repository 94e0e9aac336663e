import { raceSetup, TOPICS, type RaceSetup } from '@flagpost/contracts';
import type { Consumer, StoredMessage, Topics } from '@flagpost/messaging';
import type { Logger } from '@flagpost/platform';

/** What is known of each event; null where it was deleted. */
export type Setups = ReadonlyMap<number, RaceSetup | null>;
export type OnSetup = (eventId: number, setup: RaceSetup | null) => void;

export interface SetupFollower {
  readonly setups: Setups;
  readonly consumer: Consumer;
  /** Resolves when everything that the topic held at the start is in `setups`. */
  readonly caughtUp: Promise<void>;
}

/** Follows `race.setup` from its beginning. A value that cannot be read leaves the event as it was. */
export const followSetups = (topics: Topics, logger: Logger, onSetup: OnSetup): SetupFollower => {
  const setups = new Map<number, RaceSetup | null>();

  const take = ({ key, value }: StoredMessage): void => {
    const eventId = Number(key);
    const parsed = value === null ? null : raceSetup.safeParse(parseOrNull(value));
    if (!Number.isSafeInteger(eventId) || parsed?.success === false) {
      logger.error('a race setup cannot be read', { eventId: key });
      return;
    }
    const setup = parsed?.data ?? null;
    setups.set(eventId, setup);
    onSetup(eventId, setup);
  };

  let reached: () => void;
  const caughtUp = new Promise<void>((resolve) => (reached = resolve));
  const consumer = topics.follow({
    topic: TOPICS.setup,
    from: 'beginning',
    onBatch: async ({ messages }) => messages.forEach(take),
    onCaughtUp: () => reached(),
  });
  return { setups, consumer, caughtUp };
};

const parseOrNull = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
};
