/** Runs one task at a time, in the order of the calls. Resolves and rejects as the task does; a failure ends no other task. */
export type Mutex = <T>(task: () => Promise<T>) => Promise<T>;

export const mutex = (): Mutex => {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  };
};

/** As `Mutex`, for each key: tasks of different keys run concurrently. */
export type KeyedMutex = <T>(key: string, task: () => Promise<T>) => Promise<T>;

export const keyedMutex = (): KeyedMutex => {
  const last = new Map<string, Promise<unknown>>();
  return (key, task) => {
    const result = (last.get(key) ?? Promise.resolve()).then(task);
    const settled: Promise<void> = result
      .catch(() => undefined)
      .then(() => {
        if (last.get(key) === settled) last.delete(key);
      });
    last.set(key, settled);
    return result;
  };
};
