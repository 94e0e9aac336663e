import type { Clock } from '@flagpost/platform';

/**
 * The `receivedAt` of what is taken now, epoch ms: where the clock was put back it stands still until the clock has
 * caught up, so that inputs of one process carry it in the order in which they are stored. Other processes, and this
 * one after a restart, have their own: the engine therefore takes a car's inputs in the order of the topic, and never
 * drops a signal for its `receivedAt`.
 */
export const createReceivedAt = (clock: Clock): (() => number) => {
  let last = -Infinity;
  return () => (last = Math.max(last, clock.now()));
};
