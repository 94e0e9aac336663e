/** A map that drops its least recently used entry when it would hold more than its maximum. */
export interface BoundedMap<Key, Value> {
  /** Counts as a use. */
  get(key: Key): Value | undefined;
  /** Does not count as a use. */
  peek(key: Key): Value | undefined;
  /** Counts as a use. */
  set(key: Key, value: Value): void;
  delete(key: Key): void;
}

/** @param max entries, at least 1 */
export const boundedMap = <Key, Value extends object>(max: number): BoundedMap<Key, Value> => {
  /** In the order of use: a `Map` keeps the order in which its keys were added. */
  const entries = new Map<Key, Value>();
  const use = (key: Key, value: Value): void => {
    entries.delete(key);
    entries.set(key, value);
  };
  return {
    get(key) {
      const value = entries.get(key);
      if (value !== undefined) use(key, value);
      return value;
    },
    peek: (key) => entries.get(key),
    set(key, value) {
      use(key, value);
      if (entries.size <= max) return;
      for (const leastUsed of entries.keys()) {
        entries.delete(leastUsed);
        return;
      }
    },
    delete: (key) => void entries.delete(key),
  };
};
