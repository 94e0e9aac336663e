import { RACE } from '@flagpost/contracts';
import type { StoredMessage } from '@flagpost/messaging';

/** A value of `race.live`. */
export interface UnreadFrame {
  readonly partition: number;
  readonly message: StoredMessage;
}

/**
 * Frames as they came, of the last `KEEP_MS` of each event: in that time each car comes with its whole state at least once.
 * They wait in one queue and are sorted by event only if somebody asks for one, so that a frame that nobody asks for costs
 * little more than its place in the queue.
 */
export interface UnreadFrames {
  keep(eventId: number, partition: number, message: StoredMessage): void;
  /** Removes the frames of the event and returns them, in order. */
  takeOf(eventId: number): readonly UnreadFrame[];
  /** The newest frames of all events, at most so many. */
  newest(count: number): readonly StoredMessage[];
}

/** By the time at which frames were stored. */
const KEEP_MS = RACE.wholeStateEveryMs + 2_000;
/** The frames of this time are dropped together. */
const GROUP_MS = 1_000;

/** Frames of one partition that were stored within `GROUP_MS`. */
interface Group {
  readonly partition: number;
  readonly from: number;
  readonly eventIds: number[];
  readonly messages: StoredMessage[];
}

/** @param onStale Called for an event without a newer frame for `KEEP_MS`, while its frames can still be taken. */
export const createUnreadFrames = (onStale: (eventId: number) => void): UnreadFrames => {
  /** Of twice `KEEP_MS`: those of an event that has become stale are all in it. */
  let queue: Group[] = [];
  /** Sorted frames, all older than those in the queue. */
  const byEvent = new Map<number, UnreadFrame[]>();
  /** By event, the group of its newest frame. */
  const newestIn = new Map<number, Group>();
  let current: Group | undefined;

  const sort = (): void => {
    for (const { partition, eventIds, messages } of queue)
      for (const [index, message] of messages.entries()) {
        const eventId = eventIds[index] ?? NaN;
        const frames = byEvent.get(eventId);
        if (frames === undefined) byEvent.set(eventId, [{ partition, message }]);
        else frames.push({ partition, message });
      }
    queue = [];
    current = undefined;
  };

  const tidy = (now: number): void => {
    for (const [eventId, { from }] of newestIn) {
      if (from >= now - KEEP_MS) continue;
      newestIn.delete(eventId);
      onStale(eventId);
    }
    queue = queue.filter(({ from }) => from >= now - 2 * KEEP_MS);
    for (const [eventId, frames] of byEvent) {
      const due = frames.filter(({ message }) => message.storedAt >= now - 2 * KEEP_MS);
      if (due.length === 0) byEvent.delete(eventId);
      else byEvent.set(eventId, due);
    }
  };

  const begin = (partition: number, from: number): Group => {
    tidy(from);
    const group = { partition, from, eventIds: [], messages: [] };
    queue.push(group);
    return group;
  };

  return {
    keep(eventId, partition, message) {
      const now = message.storedAt;
      if (current === undefined || current.partition !== partition || now - current.from > GROUP_MS)
        current = begin(partition, now);
      current.eventIds.push(eventId);
      current.messages.push(message);
      newestIn.set(eventId, current);
    },
    takeOf(eventId) {
      sort();
      const frames = byEvent.get(eventId) ?? [];
      byEvent.delete(eventId);
      return frames;
    },
    newest: (count) => current?.messages.slice(-count) ?? [],
  };
};
