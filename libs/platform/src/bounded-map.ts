import { LRUCache } from 'lru-cache';

/** A map that drops its least recently used entry when it would hold more than its maximum. */
export type BoundedMap<Key extends object | string | number, Value extends object> = LRUCache<Key, Value>;

/**
 * @param max entries, or the sum of their sizes, at least 1. What is larger alone is not kept.
 * @param sizeOf whole, at least 1
 */
export const boundedMap = <Key extends object | string | number, Value extends object>(
  max: number,
  sizeOf: (value: Value) => number = () => 1,
): BoundedMap<Key, Value> =>
  // A maximum of entries would be room for all of them from the start: milliseconds and megabytes for what may stay empty.
  new LRUCache({ maxSize: max, sizeCalculation: sizeOf });
