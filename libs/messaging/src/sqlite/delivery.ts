import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Consumer } from '../port.js';

export interface Delivery extends Consumer {
  /** Something may have come, or partitions changed hands. */
  wake(): void;
}

/** Messages after which the event loop gets a turn, so that a long backlog starves nobody. */
const TURN_AFTER = 1_000;

/**
 * Runs `step` again and again. It answers how many messages it delivered, null where there was no batch: the loop then
 * sleeps until woken. What the handlers of small batches publish in one turn is stored together. `atEnd` runs after the last
 * step, also after one that failed.
 */
export const deliver = (step: () => Promise<number | null>, atEnd: () => Promise<void>): Delivery => {
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
      for (let sinceTurn = 0; !stopping;) {
        woken = false;
        const delivered = await step();
        if (delivered === null) await sleep();
        else if ((sinceTurn += delivered) >= TURN_AFTER) {
          await nextTurn();
          sinceTurn = 0;
        }
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
