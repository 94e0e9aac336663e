import { LANGUAGE } from '../../../shared/language.js';

const TIME = new Intl.DateTimeFormat(LANGUAGE, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** The phone's own time of day. */
export const clockTime = (at: number): string => TIME.format(at);

const SECOND_MS = 1_000;
const MINUTE_S = 60;

/** 1:05 */
export const duration = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / SECOND_MS));
  return `${Math.floor(seconds / MINUTE_S)}:${String(seconds % MINUTE_S).padStart(2, '0')}`;
};
