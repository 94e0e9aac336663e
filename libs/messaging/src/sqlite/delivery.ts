import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Consumer } from '../port.js';

export interface Delivery extends Consumer {
  /** Something may have come, or partitions changed hands. */
  wake(): void;
}

/**
 * Runs `step` again and again. It answers whether it delivered something; where it did not, the loop sleeps until woken.
 * Between deliveries the event loop gets a turn, so that a long backlog starves nobody. `atEnd` runs after the last
 * step, also after one that failed.
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
