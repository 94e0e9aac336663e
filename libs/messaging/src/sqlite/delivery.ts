import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Consumer } from '../port.js';

export interface Delivery extends Consumer {
  /**
   * Wakes the loop: new messages may be there, or partitions were reassigned.
   *
   * @param came How many messages are new.
   */
  wake(came?: number): void;
}

/** Messages of a backlog that are delivered in one turn of the event loop, about: a pause for each batch would cost more than a small one. */
const MESSAGES_PER_TURN = 200;
/** New ones are delivered beside them, as others may make a turn long; with the backlog at most so many without a pause. */
const MESSAGES_AT_ONCE = 2_000;

/**
 * Runs `step` repeatedly. It returns how many messages it delivered; if none, the loop sleeps until woken. Between
 * deliveries other work runs, so that a long backlog does not block the process. `atEnd` runs after the last step, even
 * if that failed.
 *
 * @param step its signal aborts when the delivery is stopped; it may then reject with the signal's reason.
 */
export const deliver = (
  step: (signal: AbortSignal) => Promise<number>,
  atEnd: () => Promise<void>,
): Delivery => {
  const stopping = new AbortController();
  const { signal } = stopping;
  let woken = false;
  /** What may be delivered before the next pause. */
  let left = MESSAGES_PER_TURN;
  let rouse: () => void = () => undefined;

  const wake = (messages = 0): void => {
    left = Math.min(MESSAGES_AT_ONCE, left + messages);
    woken = true;
    rouse();
  };
  const sleep = (): Promise<void> =>
    new Promise((resolve) => {
      if (woken) resolve();
      else rouse = resolve;
    });
  const run = async (): Promise<void> => {
    try {
      await nextTurn();
      while (!signal.aborted) {
        woken = false;
        const messages = await step(signal);
        left -= messages;
        if (messages === 0) await sleep();
        if (left > 0) continue;
        left = MESSAGES_PER_TURN;
        await nextTurn();
      }
    } catch (error) {
      if (!signal.aborted || error !== signal.reason) throw error;
    } finally {
      await atEnd();
    }
  };

  const closed = run();
  return {
    wake,
    closed,
    async stop() {
      stopping.abort();
      wake();
      await closed.catch(() => undefined);
    },
  };
};
