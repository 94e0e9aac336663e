import { isTimeZone, zoneGmtHours } from '@flagpost/contracts';
import { dayTimeText, deviceGmtHours, zoneName } from '../../shared/format.js';
import { TEXTS } from '../../shared/texts/events.js';
import { zoneDayText } from '../../shared/zone-days.js';
import { typedInstants } from './event-form.js';

/** Times of an event as people read them: at the track, and the reader's own if that differs. */

const atTrack = (iso: string, zone: string, to: 'minute' | 'second'): string => {
  const at = Date.parse(iso);
  const gmtHours = zoneGmtHours(at, zone);
  return TEXTS.event.atTrack(dayTimeText(at, gmtHours, to), zoneName(gmtHours));
};

/** 'MM/DD/YYYY hh:mm (UTC+2)' by the clocks at the track. */
export const trackTime = (iso: string, zone: string): string => atTrack(iso, zone, 'minute');

/** 'MM/DD/YYYY hh:mm:ss (UTC+2)' by the clocks at the track. */
export const trackSecond = (iso: string, zone: string): string => atTrack(iso, zone, 'second');

/** The same moment by this device's clock; null if it shows the same as the clocks at the track. */
export const readersTime = (iso: string, zone: string): string | null => {
  const at = Date.parse(iso);
  const gmtHours = deviceGmtHours(at);
  return gmtHours === zoneGmtHours(at, zone) ? null : dayTimeText(at, gmtHours, 'minute');
};

/** The days of an event at the track: one of them if it ends on the day on which it starts. */
export const daysText = (start: string, finish: string, zone: string): string => {
  const [first, last] = [zoneDayText(start, zone), zoneDayText(finish, zone)];
  // In a narrow column the second day begins a line.
  return first === last ? first : `${first}\u00a0- ${last}`;
};

/** Notes on a typed time: its offset from UTC, the reader's own time, and which of two it is. */
export const timeNote = (
  local: string,
  zone: string,
  stored?: { readonly iso: string; readonly zone: string },
): string | null => {
  if (!isTimeZone(zone)) return null;
  const instants = typedInstants({ local, zone, stored: stored?.iso, storedZone: stored?.zone });
  const [first] = instants;
  if (first === undefined) return null;
  const own = readersTime(first, zone);
  return [
    zoneName(zoneGmtHours(Date.parse(first), zone)),
    ...(own === null ? [] : [TEXTS.event.yours(own)]),
    ...(instants.length > 1 ? [TEXTS.event.dialog.repeated] : []),
  ].join(' · ');
};
