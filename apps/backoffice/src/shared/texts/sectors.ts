import { TEXTS as COMMON } from './common.js';
import { english } from './en/sectors.js';
import { inLanguage } from './in-language.js';

const own = await inLanguage(english, {
  es: async () => (await import('./es/sectors.js')).spanish,
  it: async () => (await import('./it/sectors.js')).italian,
});

/** Texts of the screen of sectors. */
export const TEXTS = { ...COMMON, ...own };
