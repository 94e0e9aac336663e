import { hash } from 'node:crypto';
import type { Message } from '@flagpost/messaging';
import { superviseDelivery, type Supervised } from '@flagpost/platform';
import type { ApiDependencies } from '../dependencies.js';

/** A compacted topic whose keys each belong to an event. */
export interface EventTopicDefinition {
  readonly topic: string;
  /** Null: not a key of this topic. */
  readonly eventIdOf: (key: string) => number | null;
}

/** The current content of such a topic: read from its beginning, then followed. */
export interface EventTopic extends Supervised {
  /** Whether this is the key's newest value; null for none. */
  holds(key: string, value: string | null): boolean;
  /** Events that have a value. */
  eventIds(): readonly number[];
  /** The event's keys that have a value. */
  keys(eventId: number): readonly string[];
  /** Publishes those whose value is another than the newest of their key. */
  publishChanged(messages: readonly Message[]): Promise<void>;
}

/** The fingerprint of a key whose publication failed: the value may be stored all the same. */
const UNKNOWN = 'unknown';

/** A hash of the value; null for a tombstone. */
const fingerprint = (value: string | null): string | null =>
  value === null ? null : hash('sha256', value, 'base64url');

/** Fingerprints by event and key; a key that has none has no value. */
const createFingerprints = ({ eventIdOf }: EventTopicDefinition) => {
  const events = new Map<number, Map<string, string>>();
  const ofEvent = (key: string): Map<string, string> | undefined => {
    const eventId = eventIdOf(key);
    return eventId === null ? undefined : events.get(eventId);
  };
  return {
    get: (key: string): string | null => ofEvent(key)?.get(key) ?? null,
    set(key: string, found: string | null): void {
      const eventId = eventIdOf(key);
      if (eventId === null) return;
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
export const followEventTopic = (
  dependencies: Pick<ApiDependencies, 'topics' | 'scheduler' | 'logger'>,
  definition: EventTopicDefinition,
  onForeign: (eventIds: readonly number[]) => void,
): EventTopic => {
  const { topic, eventIdOf } = definition;
  const newest = createFingerprints(definition);
  /** By key, the values published by this process and not yet read back, oldest first. Keys stay while they have a value. */
  const underWay = new Map<string, (string | null)[]>();
  let reading = true;

  /** The event, if another process wrote the value and it differs. Skips own values that compaction has removed. */
  const foreignEvent = ({ key, value }: Message): number | null => {
    const eventId = eventIdOf(key);
    // Not a key of an event: telemetry-ingest handles it as a dead letter.
    if (eventId === null) return null;
    const ours = underWay.get(key);
    const index = ours?.indexOf(value) ?? -1;
    if (ours !== undefined && index >= 0) {
      ours.splice(0, index + 1);
      if (ours.length === 0 && value === null) underWay.delete(key);
      return null;
    }
    const found = fingerprint(value);
    const known = newest.get(key);
    newest.set(key, found);
    return known === found ? null : eventId;
  };

  const begin = () => {
    reading = true;
    underWay.clear();
    return dependencies.topics.follow({
      topic,
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
    ...superviseDelivery(topic, begin, dependencies),
    holds: (key, value) => newest.get(key) === fingerprint(value),
    eventIds: () => newest.eventIds().filter((eventId) => newest.keys(eventId).length > 0),
    keys: (eventId) => newest.keys(eventId),
    async publishChanged(messages) {
      // A flag to a whole field gives its cars the same value.
      const fingerprints = new Map<string | null, string | null>();
      const changed = messages.filter(({ key, value }) => {
        const ours = fingerprints.get(value) ?? fingerprint(value);
        fingerprints.set(value, ours);
        if (newest.get(key) === ours) return false;
        newest.set(key, ours);
        const before = underWay.get(key);
        if (before === undefined) underWay.set(key, [value]);
        else before.push(value);
        return true;
      });
      if (changed.length === 0) return;
      try {
        await dependencies.topics.publish(topic, changed);
      } catch (error) {
        for (const { key } of changed) {
          newest.set(key, UNKNOWN);
          underWay.delete(key);
        }
        throw error;
      }
    },
  };
};
