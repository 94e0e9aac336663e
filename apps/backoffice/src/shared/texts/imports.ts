import { TEXTS as COMMON } from './common.js';
import { english } from './en/imports.js';
import { inLanguage } from './in-language.js';

const own = await inLanguage(english, {
  es: async () => (await import('./es/imports.js')).spanish,
  it: async () => (await import('./it/imports.js')).italian,
});

/** Texts of the import and the export of competitors. */
export const TEXTS = { ...COMMON, ...own };
