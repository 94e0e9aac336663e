import { useEffect } from 'react';
import type { EventDetail } from '@flagpost/contracts';
import { useEventQuery } from '../events/api.js';
import { useRaceClock } from './race-context.js';

const ASKED_EVERY_MS = 5_000;

/** How often the server was to be asked since the finish whether the event is past; null while there is no reason to. */
export const asksSinceFinish = (
  { eveFinish, past }: Pick<EventDetail, 'eveFinish' | 'past'>,
  nowMs: number,
): number | null => {
  const overdueMs = nowMs - Date.parse(eveFinish);
  return past || overdueMs < 0 ? null : Math.floor(overdueMs / ASKED_EVERY_MS) + 1;
};

/** A past event is read-only, also on a page that was opened before: past is the server's word. */
export const FinishWatch = ({ event }: { event: EventDetail }): null => {
  const asks = asksSinceFinish(event, useRaceClock());
  const { refetch } = useEventQuery(event.eveId);
  useEffect(() => {
    if (asks !== null) void refetch();
  }, [asks, refetch]);
  return null;
};
