import {
  parseSetupKey,
  raceGeometry,
  raceSetup,
  setupRecord,
  TOPICS,
  type RaceSetup,
} from '@flagpost/contracts';
import type { Consumer, DeadLetters, StoredMessage, Topics } from '@flagpost/messaging';
import type { Logger } from '@flagpost/platform';
import { parse } from '../parse.js';
import { createSetupJoin, type SetupChange } from './join-setups.js';

/** The setup of each event; null if it was deleted. */
export type Setups = ReadonlyMap<number, RaceSetup | null>;
export type OnSetup = (eventId: number, setup: RaceSetup | null) => void;

export interface SetupFollower {
  readonly setups: Setups;
  readonly consumer: Consumer;
  /** Resolves when everything that the topic held at the start is in `setups`. */
  readonly caughtUp: Promise<void>;
}

const decode = ({ key, value: text }: StoredMessage): SetupChange => {
  const keyed = parseSetupKey(key);
  if (keyed === null) throw new Error('The key does not name an event.');
  const { eventId, geometry } = keyed;
  const value: unknown = text === null ? null : JSON.parse(text);
  if (geometry !== null)
    return { eventId, geometry, value: value === null ? null : parse(raceGeometry, value) };
  if (value === null) return { eventId, setup: null };
  const isWhole = typeof value === 'object' && !('geometry' in value);
  return { eventId, setup: isWhole ? parse(raceSetup, value) : parse(setupRecord, value) };
};

/** Follows `race.setup` from its beginning. An unreadable value leaves the event as it was. */
export const followSetups = (
  { topics, deadLetters, logger }: { topics: Topics; deadLetters: DeadLetters; logger: Logger },
  onSetup: OnSetup,
): SetupFollower => {
  const setups = new Map<number, RaceSetup | null>();
  const join = createSetupJoin();

  let reached: () => void;
  const caughtUp = new Promise<void>((resolve) => (reached = resolve));
  const consumer = topics.follow({
    topic: TOPICS.setup,
    from: 'beginning',
    onBatch: async (batch) => {
      await deadLetters.eachReadable(TOPICS.setup, batch, decode, (change) => {
        const setup = join.take(change);
        if (setup === undefined) return;
        setups.set(change.eventId, setup);
        onSetup(change.eventId, setup);
      });
    },
    onCaughtUp() {
      const eventIds = join.waiting();
      if (eventIds.length > 0) logger.warn('race setups are waiting for their geometry', { eventIds });
      reached();
    },
  });
  return { setups, consumer, caughtUp };
};
