/** Formats numbers, times and names for display. */
import { HOUR_MS } from '@flagpost/contracts';
import { LANGUAGE } from './language.js';

const two = (value: number): string => String(value).padStart(2, '0');

/** 100,000, with the thousands separator of the language. */
export const counted = (value: number, language: string = LANGUAGE): string => value.toLocaleString(language);

/** First letters of the first and last word, otherwise the first two letters. */
export const initials = (name: string): string => {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? words.at(-1) : undefined;
  const letters = last === undefined ? name.trim().slice(0, 2) : `${name.trim().charAt(0)}${last.charAt(0)}`;
  return letters.toUpperCase();
};

/** m:ss.mmm */
export const lapTime = (lapTimeMs: number): string => {
  const ms = Math.round(lapTimeMs);
  const seconds = Math.floor(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}.${String(ms % 1_000).padStart(3, '0')}`;
};

/** m:ss, with hours in front from one hour on. */
export const duration = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const minutes = Math.floor(seconds / 60);
  const tail = two(seconds % 60);
  return minutes < 60 ? `${minutes}:${tail}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${tail}`;
};

/** hh:mm:ss, as a timer shows it. */
export const clockFace = (ms: number): string => {
  const seconds = Math.floor(ms / 1_000);
  return [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':');
};

/** hh:mm:ss of an instant (epoch ms) at an offset of `gmtHours` from UTC. */
export const timeOfDay = (epochMs: number, gmtHours: number): string =>
  new Date(epochMs + gmtHours * HOUR_MS).toISOString().slice(11, 19);

/** MM/DD/YYYY, or DD/MM/YYYY if the language is Spanish or Italian. */
export const dayOf = (epochMs: number, gmtHours: number, language: string): string => {
  const [year, month, day] = new Date(epochMs + gmtHours * HOUR_MS).toISOString().slice(0, 10).split('-');
  return (/es|^it/.test(language) ? [day, month, year] : [month, day, year]).join('/');
};

const TO = { minute: 'hh:mm'.length, second: 'hh:mm:ss'.length } as const;
/** Day and time in the order of the page's language, to the second or to the minute. */
export const dayTimeText = (epochMs: number, gmtHours: number, to: keyof typeof TO = 'second'): string =>
  `${dayOf(epochMs, gmtHours, LANGUAGE)} ${timeOfDay(epochMs, gmtHours).slice(0, TO[to])}`;

/** This device's offset from UTC, in hours. */
export const deviceGmtHours = (epochMs: number): number => -new Date(epochMs).getTimezoneOffset() / 60;

/** Day and time of an instant by this device's clock. */
export const momentText = (iso: string, to?: keyof typeof TO): string => {
  const at = Date.parse(iso);
  return dayTimeText(at, deviceGmtHours(at), to);
};

/** UTC+2, UTC-3:30 */
export const zoneName = (gmtHours: number): string => {
  const minutes = Math.round(Math.abs(gmtHours) * 60);
  const sign = gmtHours < 0 ? '-' : '+';
  const tail = minutes % 60 === 0 ? '' : `:${two(minutes % 60)}`;
  return `UTC${sign}${Math.floor(minutes / 60)}${tail}`;
};

const FEW = 3;
/** The first few names and the number of the others, as in '12, 31 and 4 more'. */
export const firstFew = (names: readonly string[]): { shown: string; more: number } => ({
  shown: names.slice(0, FEW).join(', '),
  more: Math.max(0, names.length - FEW),
});

const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
/** Car numbers are texts: '7' before '12', '12' before '12B'. */
export const byCarNumber = (a: string, b: string): number => natural.compare(a, b);
