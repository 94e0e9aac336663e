import { dayOf, deviceGmtHours } from '../../shared/format.js';
import { LANGUAGE } from '../../shared/language.js';
import { TEXTS } from '../../shared/texts/institutions.js';

/** Times come as UTC and are shown as days of this device. */
export const dayText = (iso: string): string => {
  const at = Date.parse(iso);
  return dayOf(at, deviceGmtHours(at), LANGUAGE);
};

export const periodText = (from: string | null, to: string | null): string =>
  from === null || to === null ? TEXTS.unknown : TEXTS.licences.periodOf(dayText(from), dayText(to));

/** yyyy-mm-dd, as a date field has it. */
export const dayField = (iso: string): string => {
  const at = Date.parse(iso);
  return new Date(at + deviceGmtHours(at) * 3_600_000).toISOString().slice(0, 10);
};

/** The first or last moment of a day of this device; what is no day is left for the rules to refuse. */
export const startOfDay = (day: string): string => isoOf(`${day}T00:00:00`);
export const endOfDay = (day: string): string => isoOf(`${day}T23:59:59.999`);

const isoOf = (local: string): string => {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
};
