import { zoneGmtHours } from '@flagpost/contracts';
import { timeZoneOf } from '../countries/time-zones.js';
import type { RouteDocument } from './routes.projection.js';
import type { EventDocument } from './events.projection.js';

/** The IANA zone of an event's track. One that was written before events had zones has that of its country. */
export const trackZone = ({ timeZone, countryId }: Pick<EventDocument, 'timeZone' | 'countryId'>): string =>
  timeZone ?? timeZoneOf(countryId);

/**
 * How far the clocks at the track are from UTC, in hours: now while the event runs, otherwise when it starts or finishes.
 * For an event without a zone, that of its route.
 */
export const trackGmtHours = (
  { timeZone, startsAt, finishesAt }: Pick<EventDocument, 'timeZone' | 'startsAt' | 'finishesAt'>,
  { gmtHours }: Pick<RouteDocument, 'gmtHours'>,
  now: number,
): number =>
  timeZone === null ? gmtHours : zoneGmtHours(Math.min(Math.max(now, startsAt), finishesAt), timeZone);
