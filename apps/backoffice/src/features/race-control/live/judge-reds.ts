import type { RaceStore } from '../state/race-store.js';
import { selectKnownOverdue } from '../state/cautions.js';
import { overdueAt, selectAwaitedReds } from '../state/confirmations.js';
import { selectLink } from '../state/link.js';
import { redsOverdue } from '../state/messages.js';

/**
 * Tells the store of red flags that have waited too long for their confirmations. It is called for whatever arrives,
 * as a hidden tab keeps its messages and no timer: the server's heartbeat alone comes every 5 s. Before the snapshot
 * that follows a lost link nothing is told, as confirmations may have come meanwhile.
 *
 * @param serverNowMs server's clock, epoch ms; null while it is not known
 */
export const judgeReds = (
  { getState, dispatch }: Pick<RaceStore, 'getState' | 'dispatch'>,
  serverNowMs: number | null,
): void => {
  const state = getState();
  const awaited = selectAwaitedReds(state);
  if (awaited.length === 0 || serverNowMs === null || selectLink(state).phase !== 'live') return;
  const known = selectKnownOverdue(state);
  const flagIds = overdueAt(awaited, serverNowMs)
    .map(({ flag }) => flag.FlagId)
    .filter((flagId) => !known.includes(flagId));
  if (flagIds.length > 0) dispatch(redsOverdue({ at: serverNowMs, flagIds }));
};
