import type { EventStore, SubscribeOptions, Subscription } from '@flagpost/event-sourcing';
import type { Pacing } from '@flagpost/platform';

/** Events handled between turns of the event loop, some 2 ms. */
const BATCH = 200;

/** Follows the log as others can wait for: while it is behind, it leaves the event loop to them. `signal`: the stop. */
export const subscribePaced = (
  { store, pacing, signal }: { store: Pick<EventStore, 'subscribeAll'>; pacing: Pacing; signal: AbortSignal },
  { after, onEvents }: Pick<SubscribeOptions, 'after' | 'onEvents'>,
): Subscription => {
  const rest = pacing.follower(signal);
  return store.subscribeAll({
    after,
    batchSize: BATCH,
    async onEvents(events) {
      await onEvents(events);
      await rest(events.length === BATCH);
    },
  });
};
