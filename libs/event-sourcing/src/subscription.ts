import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventStore, SubscribeOptions, Subscription } from './store.js';

const DEFAULT_BATCH = 500;

export interface Subscriptions {
  subscribe(options: SubscribeOptions): Subscription;
  /** Call after every commit. */
  wake: () => void;
  stopAll(): Promise<void>;
}

/**
 * Catch-up subscriptions over a log in this process. Each one reads on from its position and sleeps only if nothing was
 * committed since its last read, so there is no switch from old to new events at which one could be lost or duplicated.
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
  /** Does not sleep after a stop: nothing would wake it. */
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
            await nextTurn(); // lets other work run during a long catch-up
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
