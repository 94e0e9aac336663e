/** What is called back when something changes. */
export interface Listeners<Args extends readonly unknown[]> {
  /** A listener that is added twice is called once. Returns what removes it. */
  readonly subscribe: (listener: (...args: Args) => void) => () => void;
  readonly call: (...args: Args) => void;
  /** Removes all. */
  readonly clear: () => void;
}

export const createListeners = <Args extends readonly unknown[] = []>(): Listeners<Args> => {
  const listeners = new Set<(...args: Args) => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    call(...args) {
      for (const listener of listeners) listener(...args);
    },
    clear: () => listeners.clear(),
  };
};
