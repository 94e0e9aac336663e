import { TEXTS } from '../../shared/texts/institutions.js';
import { endOfDay, startOfDay, zoneDay, zoneDayText } from '../../shared/zone-days.js';

/** The days of a licence are those of its institution's zone: everybody sees the same, wherever they are. */
export const periodText = (from: string | null, to: string | null, zone: string): string =>
  from === null || to === null
    ? TEXTS.unknown
    : TEXTS.licences.periodOf(zoneDayText(from, zone), zoneDayText(to, zone));

/** A time as a field shows it, yyyy-mm-dd. */
export const dayField = (iso: string, zone: string): string => zoneDay(Date.parse(iso), zone);

/** The moment that a day field denotes. An unchanged day keeps the stored moment, at any hour. */
export const firstMomentOf = (day: string, zone: string, stored: string | undefined): string =>
  stored !== undefined && dayField(stored, zone) === day ? stored : isoOf(startOfDay(day, zone));
export const lastMomentOf = (day: string, zone: string, stored: string | undefined): string =>
  stored !== undefined && dayField(stored, zone) === day ? stored : isoOf(endOfDay(day, zone));

/** A text that is no day is left for the rules to refuse. */
const isoOf = (at: number): string => (Number.isNaN(at) ? '' : new Date(at).toISOString());
