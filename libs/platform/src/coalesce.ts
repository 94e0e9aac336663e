/**
 * Batches calls: items that arrive while a call is under way go, in order, into the next call, and share its result or its
 * error.
 */
export const coalesce = <T, A>(call: (items: readonly T[]) => Promise<A>): ((item: T) => Promise<A>) => {
  let waiting: T[] = [];
  let next: Promise<A> | null = null;
  let underWay: Promise<unknown> = Promise.resolve();

  const callNext = (): Promise<A> => {
    const items = waiting;
    waiting = [];
    next = null;
    return call(items);
  };

  return (item) => {
    waiting.push(item);
    if (next === null) {
      next = underWay.then(callNext);
      underWay = next.catch(() => undefined);
    }
    return next;
  };
};
