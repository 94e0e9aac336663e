import { TEXTS as COMMON } from './common.js';
import { english } from './en/events.js';
import { inLanguage } from './in-language.js';

const own = await inLanguage(english, {
  es: async () => (await import('./es/events.js')).spanish,
  it: async () => (await import('./it/events.js')).italian,
});

/** Texts of the screens of events. */
export const TEXTS = { ...COMMON, ...own };
