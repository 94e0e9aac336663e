import { useEffect } from 'react';
import { PUBLISHED_STATE_ID, type EventDetail } from '@flagpost/contracts';
import { useEventQuery } from '../events/api.js';
import { useRaceClock } from './race-context.js';

const ASKED_EVERY_MS = 5_000;

/** Changes with every query that is due: until the event is published, and from its finish until it is past; else null. */
export const askDue = (
  { eveFinish, past, stsId }: Pick<EventDetail, 'eveFinish' | 'past' | 'stsId'>,
  nowMs: number,
): number | null => {
  const overdueMs = nowMs - Date.parse(eveFinish);
  const mayChange = !past && (overdueMs >= 0 || stsId !== PUBLISHED_STATE_ID);
  return mayChange ? Math.floor(overdueMs / ASKED_EVERY_MS) : null;
};

/** A past event is read-only and a draft takes no orders, also on a page opened earlier: the server decides which it is. */
export const EventWatch = ({ event }: { event: EventDetail }): null => {
  const due = askDue(event, useRaceClock());
  const { refetch } = useEventQuery(event.eveId);
  useEffect(() => {
    if (due !== null) void refetch();
  }, [due, refetch]);
  return null;
};
