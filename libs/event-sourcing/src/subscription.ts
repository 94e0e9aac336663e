import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventStore, SubscribeOptions, Subscription } from './store.js';

const DEFAULT_BATCH = 500;

export interface Subscriptions {
  subscribe(options: SubscribeOptions): Subscription;
  /** To be called after every commit. */
  wake: () => void;
  stopAll(): Promise<void>;
}

/**
 * Catch-up subscriptions over a log in this process. Each one reads on from where it is and sleeps only when nothing
 * was there since it last looked: so there is no cut-over from old to new in which an event could fall or come twice.
 */
export const createSubscriptions = (read: EventStore['readAll']): Subscriptions => {
  const active = new Set<Subscription>();
  let commits = 0;
  let sleepers: (() => void)[] = [];
  const wakeAll = (): void => {
    const woken = sleepers;
    sleepers = [];
    for (const wakeUp of woken) wakeUp();
  };
  /** Nobody sleeps who was told to stop: it would not be woken again. */
  const changedSince = async (seen: number, stopped: () => boolean): Promise<void> => {
    if (seen === commits && !stopped()) await new Promise<void>((resolve) => sleepers.push(resolve));
  };

  return {
    subscribe({ after, batchSize = DEFAULT_BATCH, onEvents }) {
      let stopped = false;
      const run = async (): Promise<void> => {
        let last = after;
        for (;;) {
          const seen = commits;
          const events = await read(last, batchSize);
          if (stopped) return;
          const newest = events.at(-1);
          if (newest !== undefined) {
            await onEvents(events);
            last = newest.position;
            await nextTurn(); // a long catch-up leaves room for other work
          }
          if (events.length < batchSize) await changedSince(seen, () => stopped);
        }
      };
      const closed = run().finally(() => active.delete(subscription));
      const subscription: Subscription = {
        closed,
        async stop() {
          stopped = true;
          wakeAll();
          await closed.catch(() => undefined);
        },
      };
      active.add(subscription);
      return subscription;
    },
    wake() {
      commits += 1;
      wakeAll();
    },
    async stopAll() {
      await Promise.all([...active].map((subscription) => subscription.stop()));
    },
  };
};
