/** Lets one thing happen at a time, in the order in which they were asked for. A failure is the asker's alone. */
export const createTurns = (): (<T>(step: () => Promise<T>) => Promise<T>) => {
  let last: Promise<unknown> = Promise.resolve();
  return (step) => {
    const turn = last.then(step);
    last = turn.catch(() => undefined);
    return turn;
  };
};

/** Runs tasks of the same key one after another, of different keys side by side. */
export const inSequence = () => {
  const last = new Map<string, Promise<unknown>>();
  return <T>(key: string, task: () => Promise<T>): Promise<T> => {
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
