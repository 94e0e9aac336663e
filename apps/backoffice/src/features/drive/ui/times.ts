import { LANGUAGE } from '../../../shared/language.js';

const TIME = new Intl.DateTimeFormat(LANGUAGE, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** The phone's own time of day. */
export const clockTime = (at: number): string => TIME.format(at);
