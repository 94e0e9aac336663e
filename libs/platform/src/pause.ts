import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * A request takes several turns of the event loop: its bytes, its rights, the log, the views, its answer. With one turn
 * between two slices of long work it would wait for as many slices.
 */
const TURNS = 8;

/** To be awaited between slices of long work, each of a millisecond or two, so that requests are answered meanwhile. */
export const pause = async (): Promise<void> => {
  for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
};
