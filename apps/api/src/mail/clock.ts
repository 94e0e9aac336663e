import type { Language } from '@flagpost/contracts';

/** Times in the format of mails, such as Friday, June 12, 2026 at 14:00 GMT+2. */
export const clockOf = (language: Language, timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
    timeZoneName: 'short',
  });
