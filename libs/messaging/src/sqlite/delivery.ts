import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Consumer } from '../port.js';

export interface Delivery extends Consumer {
  /** Wakes the loop: new messages may be there, or partitions were reassigned. */
  wake(): void;
}

/**
 * Runs `step` repeatedly. It returns whether it delivered something; if not, the loop sleeps until woken. Between
 * deliveries other work runs, so that a long backlog does not block the process. `atEnd` runs after the last step, even
 * if that failed.
 */
export const deliver = (step: () => Promise<boolean>, atEnd: () => Promise<void>): Delivery => {
  let stopping = false;
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
      while (!stopping) {
        woken = false;
        if (await step()) await nextTurn();
        else await sleep();
      }
    } finally {
      await atEnd();
    }
  };

  const closed = run();
  return {
    wake,
    closed,
    async stop() {
      stopping = true;
      wake();
      await closed.catch(() => undefined);
    },
  };
};
