import { hash } from 'node:crypto';
import { TOPICS } from '@flagpost/contracts';
import type { Message } from '@flagpost/messaging';
import { superviseDelivery, type Supervised } from '@flagpost/platform';
import type { ApiParts } from '../parts.js';

/** The topic `race.setup` as it stands: read from its beginning, and followed. */
export interface SetupTopic extends Supervised {
  /** Whether this is the event's newest value; null for none. */
  holds(eventId: number, value: string | null): boolean;
  /** Events that have a value. */
  eventIds(): readonly number[];
  publish(messages: readonly Message[]): Promise<void>;
}

/** What the topic has of an event where a publication failed: perhaps it is stored all the same. */
const UNKNOWN = 'unknown';

/** A hash stands for the value. A tombstone is nothing. */
const fingerprint = (value: string | null): string | null => (value === null ? null : hash('sha256', value));

/**
 * `onForeign` is told of all events that the topic has, once it has been read to its end, and then of those whose value
 * somebody else replaced: a process that slept may publish what was true before its sleep. Where following is
 * interrupted, the topic is read anew.
 */
export const followSetupTopic = (
  parts: Pick<ApiParts, 'topics' | 'scheduler' | 'logger'>,
  onForeign: (eventIds: readonly number[]) => void,
): SetupTopic => {
  const newest = new Map<number, string | null>();
  /** Our own values that were not read yet, oldest first. */
  const underWay = new Map<number, (string | null)[]>();
  let reading = true;

  /** Whether it is another's, and not what was there. Values of ours that compaction removed are passed over. */
  const read = ({ key, value }: Message): boolean => {
    const eventId = Number(key);
    // No value of an event: telemetry-ingest sets it aside.
    if (!Number.isSafeInteger(eventId)) return false;
    const read = fingerprint(value);
    const ours = underWay.get(eventId) ?? [];
    const index = ours.indexOf(read);
    if (index >= 0) {
      ours.splice(0, index + 1);
      return false;
    }
    const known = newest.get(eventId) ?? null;
    newest.set(eventId, read);
    return known !== read;
  };

  const begin = () => {
    reading = true;
    underWay.clear();
    return parts.topics.follow({
      topic: TOPICS.setup,
      from: 'beginning',
      async onBatch({ messages }) {
        const foreign = messages.filter(read).map(({ key }) => Number(key));
        if (!reading && foreign.length > 0) onForeign(foreign);
      },
      onCaughtUp() {
        reading = false;
        onForeign([...newest.keys()]);
      },
    });
  };

  return {
    ...superviseDelivery('race setup topic', begin, parts),
    holds: (eventId, value) => (newest.get(eventId) ?? null) === fingerprint(value),
    eventIds: () => [...newest].flatMap(([eventId, value]) => (value === null ? [] : [eventId])),
    async publish(messages) {
      for (const { key, value } of messages) {
        const eventId = Number(key);
        const ours = fingerprint(value);
        newest.set(eventId, ours);
        underWay.set(eventId, [...(underWay.get(eventId) ?? []), ours]);
      }
      try {
        await parts.topics.publish(TOPICS.setup, messages);
      } catch (error) {
        for (const { key } of messages) {
          newest.set(Number(key), UNKNOWN);
          underWay.delete(Number(key));
        }
        throw error;
      }
    },
  };
};
