import { TEXTS as COMMON } from './common.js';
import { english } from './en/race.js';
import { inLanguage } from './in-language.js';

const own = await inLanguage(english, {
  es: async () => (await import('./es/race.js')).spanish,
  it: async () => (await import('./it/race.js')).italian,
});

/** What the live race says. */
export const TEXTS = { ...COMMON, ...own };
