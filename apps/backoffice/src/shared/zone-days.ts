import { DAY_MS, HOUR_MS, zoneGmtHours } from '@flagpost/contracts';
import { dayOf } from './format.js';
import { LANGUAGE } from './language.js';

/** Days in a time zone other than this device's. Instants in epoch ms, days yyyy-mm-dd. */

/** The day in a zone at an instant, in the order of the page's language. */
export const zoneDayText = (iso: string, zone: string): string => {
  const at = Date.parse(iso);
  return dayOf(at, zoneGmtHours(at, zone), LANGUAGE);
};

/** The day in a zone at an instant. */
export const zoneDay = (epochMs: number, zone: string): string =>
  new Date(epochMs + zoneGmtHours(epochMs, zone) * HOUR_MS).toISOString().slice(0, 10);

/**
 * The first instant of a day in a zone; NaN if it is not a day. That is not always midnight: some zones change their
 * clocks at midnight, and the day then begins at one o'clock, or midnight comes twice.
 */
export const startOfDay = (day: string, zone: string): number => {
  const midnightUtc = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnightUtc)) return NaN;
  const starts = [midnightUtc - DAY_MS, midnightUtc + DAY_MS].map(
    (near) => midnightUtc - zoneGmtHours(near, zone) * HOUR_MS,
  );
  const ofDay = starts.filter((at) => zoneDay(at, zone) === day);
  return Math.min(...(ofDay.length > 0 ? ofDay : starts));
};

/** The last millisecond of a day in a zone; NaN if it is not a day. */
export const endOfDay = (day: string, zone: string): number => {
  const noonUtc = Date.parse(`${day}T12:00:00Z`);
  return Number.isNaN(noonUtc)
    ? NaN
    : startOfDay(new Date(noonUtc + DAY_MS).toISOString().slice(0, 10), zone) - 1;
};
