/** Lets one thing happen at a time, in the order in which they were asked for. A failure is the asker's alone. */
export const createTurns = (): (<T>(step: () => Promise<T>) => Promise<T>) => {
  let last: Promise<unknown> = Promise.resolve();
  return (step) => {
    const turn = last.then(step);
    last = turn.catch(() => undefined);
    return turn;
  };
};
