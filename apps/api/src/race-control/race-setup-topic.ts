import { hash } from 'node:crypto';
import { parseSetupKey, setupKey, TOPICS } from '@flagpost/contracts';
import type { Message } from '@flagpost/messaging';
import { superviseDelivery, type Supervised } from '@flagpost/platform';
import type { ApiDependencies } from '../dependencies.js';

/** The current content of the topic `race.setup`: read from its beginning, then followed. */
export interface RaceSetupTopic extends Supervised {
  /** Whether this is the key's newest value; null for none. */
  holds(key: string, value: string | null): boolean;
  /** Events that have a setup. */
  eventIds(): readonly number[];
  /** Keys of the event's geometry records. */
  geometryKeys(eventId: number): readonly string[];
  publish(messages: readonly Message[]): Promise<void>;
}

/** The fingerprint of a key whose publication failed: the value may be stored all the same. */
const UNKNOWN = 'unknown';

/** A hash of the value; null for a tombstone. */
const fingerprint = (value: string | null): string | null => (value === null ? null : hash('sha256', value));

/** Fingerprints by event and key; a key that has none has no value. */
const createFingerprints = () => {
  const events = new Map<number, Map<string, string>>();
  const ofEvent = (key: string): Map<string, string> | undefined => {
    const eventId = parseSetupKey(key)?.eventId;
    return eventId === undefined ? undefined : events.get(eventId);
  };
  return {
    get: (key: string): string | null => ofEvent(key)?.get(key) ?? null,
    set(key: string, found: string | null): void {
      const eventId = parseSetupKey(key)?.eventId;
      if (eventId === undefined) return;
      const keys = events.get(eventId) ?? new Map<string, string>();
      events.set(eventId, keys);
      if (found === null) keys.delete(key);
      else keys.set(key, found);
    },
    /** Also those that have no value any more. */
    eventIds: (): number[] => [...events.keys()],
    keys: (eventId: number): string[] => [...(events.get(eventId)?.keys() ?? [])],
  };
};

/**
 * Calls `onForeign` with all events of the topic once it has been read to its end, and then with each event of which another
 * process replaced a value: a process that was suspended may publish stale values. If following is interrupted, the topic is
 * read again from its beginning.
 */
export const followRaceSetupTopic = (
  dependencies: Pick<ApiDependencies, 'topics' | 'scheduler' | 'logger'>,
  onForeign: (eventIds: readonly number[]) => void,
): RaceSetupTopic => {
  const newest = createFingerprints();
  /** By key, the values published by this process and not yet read back, oldest first. */
  const underWay = new Map<string, (string | null)[]>();
  let reading = true;

  /** The event, if another process wrote the value and it differs. Skips own values that compaction has removed. */
  const foreignEvent = ({ key, value }: Message): number | null => {
    const eventId = parseSetupKey(key)?.eventId;
    // Not a key of an event: telemetry-ingest handles it as a dead letter.
    if (eventId === undefined) return null;
    const found = fingerprint(value);
    const ours = underWay.get(key) ?? [];
    const index = ours.indexOf(found);
    if (index >= 0) {
      ours.splice(0, index + 1);
      if (ours.length === 0) underWay.delete(key);
      return null;
    }
    const known = newest.get(key);
    newest.set(key, found);
    return known === found ? null : eventId;
  };

  const begin = () => {
    reading = true;
    underWay.clear();
    return dependencies.topics.follow({
      topic: TOPICS.setup,
      from: 'beginning',
      async onBatch({ messages }) {
        const foreign = messages.map(foreignEvent).filter((eventId) => eventId !== null);
        if (!reading && foreign.length > 0) onForeign(foreign);
      },
      onCaughtUp() {
        reading = false;
        onForeign(newest.eventIds());
      },
    });
  };

  return {
    ...superviseDelivery('race setup topic', begin, dependencies),
    holds: (key, value) => newest.get(key) === fingerprint(value),
    eventIds: () => newest.eventIds().filter((eventId) => newest.get(setupKey(eventId)) !== null),
    geometryKeys: (eventId) => newest.keys(eventId).filter((key) => key !== setupKey(eventId)),
    async publish(messages) {
      for (const { key, value } of messages) {
        const ours = fingerprint(value);
        newest.set(key, ours);
        underWay.set(key, [...(underWay.get(key) ?? []), ours]);
      }
      try {
        await dependencies.topics.publish(TOPICS.setup, messages);
      } catch (error) {
        for (const { key } of messages) {
          newest.set(key, UNKNOWN);
          underWay.delete(key);
        }
        throw error;
      }
    },
  };
};
