import { TEXTS as COMMON } from './race.js';
import { english } from './en/history.js';
import { inLanguage } from './in-language.js';

const own = await inLanguage(english, {
  es: async () => (await import('./es/history.js')).spanish,
  it: async () => (await import('./it/history.js')).italian,
});

/** Texts of the replay of a race, with those of the live race whose parts it shows. */
export const TEXTS = { ...COMMON, ...own };
