import { TEXTS as COMMON } from './common.js';
import { english } from './en/tables.js';
import { inLanguage } from './in-language.js';

const own = await inLanguage(english, {
  es: async () => (await import('./es/tables.js')).spanish,
  it: async () => (await import('./it/tables.js')).italian,
});

/** Texts of the tables of categories, circuits and tracks. */
export const TEXTS = { ...COMMON, ...own };
