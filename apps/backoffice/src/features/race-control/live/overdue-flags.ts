import type { RaceStore } from '../state/race-store.js';
import { selectKnownOverdue } from '../state/cautions.js';
import { overdueAt, selectAwaitedFlags } from '../state/confirmations.js';
import { selectLink } from '../state/link.js';
import { flagsOverdue } from '../state/messages.js';

/**
 * Dispatches red and black flags whose confirmations are overdue. It is called for every message instead of by a timer, which hidden
 * tabs throttle; the server's heartbeat comes every 5 s. After a lost link it waits for the snapshot, as confirmations may
 * have arrived meanwhile.
 *
 * @param serverNowMs server's clock, epoch ms; null while unknown
 */
export const reportOverdueFlags = (
  { getState, dispatch }: Pick<RaceStore, 'getState' | 'dispatch'>,
  serverNowMs: number | null,
): void => {
  const state = getState();
  const awaited = selectAwaitedFlags(state);
  if (awaited.length === 0 || serverNowMs === null || selectLink(state).phase !== 'live') return;
  const known = selectKnownOverdue(state);
  const flags = overdueAt(awaited, serverNowMs)
    .map(({ flag }) => ({ flagId: flag.FlagId, code: flag.StateId }))
    .filter(({ flagId }) => !known.some((one) => one.flagId === flagId));
  if (flags.length > 0) dispatch(flagsOverdue({ at: serverNowMs, flags }));
};
