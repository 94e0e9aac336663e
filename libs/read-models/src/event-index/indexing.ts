import type { EventStore, Position, RecordedEvent, Upcast } from '@flagpost/event-sourcing';
import {
  createPacing,
  fixedDelay,
  mutex,
  supervise,
  type Clock,
  type Logger,
  type Scheduler,
  type Supervised,
  type Timer,
} from '@flagpost/platform';
import { subscribePaced } from '../paced-subscription.js';
import { createPositionWaiters } from '../position-waiters.js';
import type { EventIndex, IndexHead, NewIndexedEvent } from './port.js';

export interface IndexingOptions {
  readonly store: Pick<EventStore, 'readStream' | 'subscribeAll'>;
  readonly index: EventIndex;
  /** The keys of an event in its current shape. */
  readonly keysOf: (event: RecordedEvent) => readonly string[];
  /** Increment when `keysOf` changes: the index is then made again. */
  readonly version: number;
  readonly upcast: Upcast;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}

export interface Indexing extends Supervised {
  /** Waits until the index has this position, at most `timeoutMs`; returns whether it has. */
  waitFor(position: Position, timeoutMs: number): Promise<boolean>;
}

/** Events added at once while the log is caught up. */
const ADDED_AT_ONCE = 1_000;
/** Age of an event when it is added, at most, while the log is followed, ms. */
const LINGER_MS = 1_000;
const RETRY_MS = 1_000;

/** Whether the newest event of the index is in this log: it may have been replaced, or put back from an older copy. */
const isOfLog = async (store: IndexingOptions['store'], head: IndexHead): Promise<boolean> => {
  const [event] = await store.readStream(head.stream, head.revision, 1);
  return event?.meta.id === head.id && event.position === head.position;
};

/**
 * Keeps an index equal to the log: beside commands and views, which never wait for it. Events are added in groups, each a
 * second after it was recorded at the latest, and at once if somebody waits for them.
 */
export const startIndexing = (options: IndexingOptions): Indexing => {
  const { store, index, keysOf, version, upcast, clock, scheduler, logger } = options;
  const inOrder = mutex();
  const pacing = createPacing({ clock, scheduler });
  let waiting: NewIndexedEvent[] = [];
  let timer: Timer | null = null;
  /** Up to which events were received, and added. */
  let received: Position | null = null;
  let added: Position | null = null;
  /** Up to which somebody waits for them. */
  let wanted: Position | null = null;
  let stopped = false;
  let fail: (error: unknown) => void = () => undefined;
  const reaches = (at: Position | null, position: Position | null): boolean =>
    position !== null && at !== null && at >= position;
  const waiters = createPositionWaiters(
    (position) => (reaches(added, position) ? true : stopped ? false : null),
    scheduler,
  );

  const addWaiting = (): Promise<void> =>
    inOrder(async () => {
      timer?.cancel();
      timer = null;
      const events = waiting;
      const last = events.at(-1);
      if (last === undefined) return;
      // What is received meanwhile waits for the next group.
      waiting = [];
      try {
        await index.add(events, version);
      } catch (error) {
        waiting = [...events, ...waiting];
        throw error;
      }
      added = last.position;
      waiters.answer();
    });

  /** Returns the number of the newest event that is kept. */
  const beginAfterIndex = async (): Promise<number> => {
    let head = await index.head();
    if (head !== null && (head.version !== version || !(await isOfLog(store, head)))) {
      logger.info('the index of the event log is made again');
      await index.clear();
      head = null;
    }
    waiting = [];
    received = added = head?.position ?? null;
    waiters.answer();
    return head?.number ?? 0;
  };

  const follow = async (signal: AbortSignal): Promise<void> => {
    // A group that was being added when the last attempt failed is added, or not, before.
    let number = await inOrder(beginAfterIndex);
    const failure = new Promise<void>((_, reject) => (fail = reject));

    const subscription = subscribePaced(
      { store, pacing, signal },
      {
        after: received,
        async onEvents(events) {
          for (const recorded of events) {
            const event = upcast.toCurrent(recorded);
            const { stream, revision, recordedAt, position, meta } = event;
            number += 1;
            waiting.push({
              number,
              stream,
              revision,
              recordedAt,
              position,
              id: meta.id,
              keys: keysOf(event),
            });
            received = position;
          }
          const isWaitedFor = !reaches(added, wanted) && reaches(received, wanted);
          if (waiting.length >= ADDED_AT_ONCE || isWaitedFor) await addWaiting();
          else timer ??= scheduler.after(LINGER_MS, () => void addWaiting().catch(fail));
        },
      },
    );
    const isAborted = new Promise<void>((resolve) =>
      signal.addEventListener('abort', () => resolve(), { once: true }),
    );
    try {
      await Promise.race([subscription.closed, failure, isAborted]);
    } finally {
      await subscription.stop();
    }
  };

  const running = supervise(
    {
      backoff: { scheduler, ms: fixedDelay(RETRY_MS) },
      onFailure: (error) => logger.error('the event log is not indexed, will be retried', { error }),
    },
    follow,
  );
  return {
    failure: () => running.failure(),
    async waitFor(position, timeoutMs) {
      if (wanted === null || wanted < position) wanted = position;
      if (reaches(received, position)) addWaiting().catch(fail);
      return waiters.wait(position, timeoutMs);
    },
    async stop() {
      stopped = true;
      waiters.answer();
      await running.stop();
      // What cannot be added now is added after the next start.
      await addWaiting().catch((error: unknown) => logger.warn('the last events are not indexed', { error }));
    },
  };
};
