import { setImmediate as nextTurn } from 'node:timers/promises';
import { ServiceUnavailableError } from './service-unavailable.js';

/** Gathers items and hands them on in batches, one batch at a time, in the order in which they were added. */
export interface Batcher<T, A> {
  /**
   * The items of one batch share one promise: it settles as the call with this batch does.
   *
   * @param size what the item counts for the limit (default 1)
   * @throws {ServiceUnavailableError} if too much waits: the promise rejects, and the item is in no call.
   */
  add(item: T, size?: number): Promise<A>;
}

export interface BatcherOptions<T, A> {
  readonly call: (items: readonly T[]) => Promise<A>;
  /**
   * When the first item finds no call under way: `at once` calls with it alone, `next turn` calls with everything that
   * arrives in this turn of the event loop.
   */
  readonly start: 'at once' | 'next turn';
  /**
   * Sizes of items that may wait together; one larger item may wait alone. After an item was refused all are, until the
   * waiting ones are in a call: nothing overtakes what was refused.
   */
  readonly limit?: number;
}

/** Items that arrive during a call form the next batch, so that load makes batches larger, not more frequent. */
export const createBatcher = <T, A>(options: BatcherOptions<T, A>): Batcher<T, A> => {
  const { call, start, limit = Infinity } = options;
  let waiting: T[] = [];
  let size = 0;
  let isFull = false;
  /** Settles with the call that takes what waits; null if nothing does. */
  let next: Promise<A> | null = null;
  let underWay: Promise<unknown> = Promise.resolve();

  const callNext = (): Promise<A> => {
    const items = waiting;
    waiting = [];
    size = 0;
    isFull = false;
    next = null;
    return call(items);
  };
  const begin = (): Promise<A> => {
    const ready = start === 'at once' ? underWay : underWay.then(() => nextTurn());
    const calling = ready.then(callNext);
    underWay = calling.catch(() => undefined);
    return calling;
  };

  return {
    add(item, itsSize = 1) {
      isFull ||= waiting.length > 0 && size + itsSize > limit;
      if (isFull)
        return Promise.reject(new ServiceUnavailableError(`${size} are waiting; no more are taken.`));
      waiting.push(item);
      size += itsSize;
      return (next ??= begin());
    },
  };
};
