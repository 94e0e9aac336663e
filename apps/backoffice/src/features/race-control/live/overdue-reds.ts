import type { RaceStore } from '../state/race-store.js';
import { selectKnownOverdue } from '../state/cautions.js';
import { overdueAt, selectAwaitedReds } from '../state/confirmations.js';
import { selectLink } from '../state/link.js';
import { redsOverdue } from '../state/messages.js';

/**
 * Dispatches red flags whose confirmations are overdue. It is called for every message instead of by a timer, which hidden
 * tabs throttle; the server's heartbeat comes every 5 s. After a lost link it waits for the snapshot, as confirmations may
 * have arrived meanwhile.
 *
 * @param serverNowMs server's clock, epoch ms; null while unknown
 */
export const reportOverdueReds = (
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
