import type { AppDispatch } from '../../shared/store.js';
import { competitorsApi } from '../competitors/api.js';
import { eventsApi } from './api.js';
import type { Happened } from './race-report.js';

/** Reads anew, whatever was read before. */
export const ANEW = { forceRefetch: true, subscribe: false } as const;

/** Reads the rows of a race's reports. @throws the failure of a call */
export const readHappened = async (dispatch: AppDispatch, eventId: number): Promise<Happened> => {
  const { flags, alerts, notes } = eventsApi.endpoints;
  const [sent, raised, written, competitors] = await Promise.all([
    dispatch(flags.initiate(eventId, ANEW)).unwrap(),
    dispatch(alerts.initiate(eventId, ANEW)).unwrap(),
    dispatch(notes.initiate(eventId, ANEW)).unwrap(),
    dispatch(competitorsApi.endpoints.competitors.initiate(eventId, ANEW)).unwrap(),
  ]);
  return { flags: sent, alerts: raised, notes: written, competitors };
};
