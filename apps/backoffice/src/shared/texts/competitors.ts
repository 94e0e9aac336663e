import { TEXTS as COMMON } from './common.js';
import { english } from './en/competitors.js';
import { inLanguage } from './in-language.js';

const own = await inLanguage(english, {
  es: async () => (await import('./es/competitors.js')).spanish,
  it: async () => (await import('./it/competitors.js')).italian,
});

/** Texts of the screen of an event's competitors. */
export const TEXTS = { ...COMMON, ...own };
