import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Consumer } from '../port.js';

export interface Delivery extends Consumer {
  /** Wakes the loop: new messages may be there, or partitions were reassigned. */
  wake(): void;
}

/** Messages that are delivered in one turn of the event loop, about: a pause for each batch would cost more than a small one. */
const MESSAGES_PER_TURN = 200;

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
  let rouse: () => void = () => undefined;

  const wake = (): void => {
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
      let delivered = 0;
      while (!signal.aborted) {
        woken = false;
        const messages = await step(signal);
        delivered += messages;
        if (messages === 0) await sleep();
        if (delivered < MESSAGES_PER_TURN) continue;
        delivered = 0;
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
