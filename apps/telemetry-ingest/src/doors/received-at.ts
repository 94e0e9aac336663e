import type { Clock } from '@flagpost/platform';

/**
 * Assigns `receivedAt`, epoch ms. If the clock is set back, the value stays the same until the clock has caught up, so
 * that the inputs of one process carry it in the order in which they are stored. Other processes, and this one after a
 * restart, assign their own: the engine therefore applies a car's inputs in the order of the topic, and never drops a
 * signal because of its `receivedAt`.
 */
export const createReceivedAt = (clock: Clock): (() => number) => {
  let last = -Infinity;
  return () => (last = Math.max(last, clock.now()));
};
