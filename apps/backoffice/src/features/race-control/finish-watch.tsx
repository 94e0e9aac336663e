import { useEffect } from 'react';
import type { EventDetail } from '@flagpost/contracts';
import { useEventQuery } from '../events/api.js';
import { useRaceClock } from './race-context.js';

const ASKED_EVERY_MS = 5_000;

/** Number of queries due since the finish, which ask whether the event is past; null if none is due. */
export const asksSinceFinish = (
  { eveFinish, past }: Pick<EventDetail, 'eveFinish' | 'past'>,
  nowMs: number,
): number | null => {
  const overdueMs = nowMs - Date.parse(eveFinish);
  return past || overdueMs < 0 ? null : Math.floor(overdueMs / ASKED_EVERY_MS) + 1;
};

/** A past event is read-only, also on a page opened earlier: the server decides whether it is past. */
export const FinishWatch = ({ event }: { event: EventDetail }): null => {
  const asks = asksSinceFinish(event, useRaceClock());
  const { refetch } = useEventQuery(event.eveId);
  useEffect(() => {
    if (asks !== null) void refetch();
  }, [asks, refetch]);
  return null;
};
