/** Calls with many at once: what comes while a call is under way goes, in order, into the next one and shares its answer. */
export const gathered = <T, A>(call: (items: readonly T[]) => Promise<A>): ((item: T) => Promise<A>) => {
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
