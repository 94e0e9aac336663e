import { setImmediate as nextTurn } from 'node:timers/promises';

/** So many streams are appended to in one turn: flags and positions that arrive meanwhile wait for no more than these. */
const AT_ONCE = 50;

/** Does it for each. If one fails all have been tried before it throws. */
export const inBatches = async <Item, Done>(
  items: readonly Item[],
  work: (item: Item) => Promise<Done>,
): Promise<readonly Done[]> => {
  const outcomes: PromiseSettledResult<Done>[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE) {
    outcomes.push(...(await Promise.allSettled(items.slice(from, from + AT_ONCE).map(work))));
    await nextTurn();
  }
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
};
