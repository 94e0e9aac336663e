import { TEXTS as COMMON } from './common.js';
import { english } from './en/race.js';
import { inLanguage } from './in-language.js';

const own = await inLanguage(english, {
  es: async () => (await import('./es/race.js')).spanish,
  it: async () => (await import('./it/race.js')).italian,
});

/** Texts of the live race. */
export const TEXTS = { ...COMMON, ...own };
