/**
 * An event store in memory, for tests and for programs that keep nothing. Ordering and conflicts as the port says.
 * Nothing is durable beyond the `MemoryLog` that it writes to.
 */
import type { Clock } from '@flagpost/platform';
import { checkRevision } from '../revision.js';
import { fromPosition, toPosition } from '../position.js';
import type { EventStore, RecordedEvent } from '../store.js';
import { createSubscriptions } from '../subscription.js';

/** The events as text, the first at position 1. Survives closing the store. */
export interface MemoryLog {
  readonly events: string[];
}

export const memoryLog = (): MemoryLog => ({ events: [] });

export interface MemoryEventStoreOptions {
  readonly clock: Clock;
  /** The log to continue; a new one if left out. */
  readonly log?: MemoryLog;
}

export const memoryEventStore = ({ clock, log = memoryLog() }: MemoryEventStoreOptions): EventStore => {
  const read = (text: string): RecordedEvent => JSON.parse(text) as RecordedEvent;
  const streams = new Map<string, string[]>();
  const streamOf = (stream: string): string[] => {
    const events = streams.get(stream) ?? [];
    streams.set(stream, events);
    return events;
  };
  for (const text of log.events) streamOf(read(text).stream).push(text);
  const subscriptions = createSubscriptions((after, limit) => store.readAll(after, limit));
  let open = true;
  const assertOpen = (): void => {
    if (!open) throw new Error('The event store is closed.');
  };

  const store: EventStore = {
    async append(stream, events, expected) {
      assertOpen();
      const next = streams.get(stream)?.length ?? 0;
      checkRevision(stream, expected, next - 1);
      const recordedAt = clock.now();
      const texts = events.map((event, index) =>
        JSON.stringify({
          ...event,
          data: event.data ?? null,
          stream,
          revision: next + index,
          position: toPosition(log.events.length + index + 1),
          recordedAt: event.recordedAt ?? recordedAt,
        }),
      );
      if (texts.length > 0) streamOf(stream).push(...texts);
      log.events.push(...texts);
      subscriptions.wake();
      return texts.map(read);
    },
    async readStream(stream, fromRevision = 0, limit = Infinity) {
      assertOpen();
      return (streams.get(stream) ?? []).slice(fromRevision, fromRevision + limit).map(read);
    },
    async readAll(after, limit) {
      assertOpen();
      const start = fromPosition(after);
      return log.events.slice(start, start + limit).map(read);
    },
    async head() {
      assertOpen();
      return log.events.length === 0 ? null : toPosition(log.events.length);
    },
    health: async () => ({ ok: true, details: { position: await store.head() } }),
    subscribeAll: (options) => subscriptions.subscribe(options),
    async close() {
      await subscriptions.stopAll();
      open = false;
    },
  };
  return store;
};
