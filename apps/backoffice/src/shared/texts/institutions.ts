import { TEXTS as COMMON } from './common.js';
import { english } from './en/institutions.js';
import { inLanguage } from './in-language.js';

const own = await inLanguage(english, {
  es: async () => (await import('./es/institutions.js')).spanish,
  it: async () => (await import('./it/institutions.js')).italian,
});

/** Texts of the screens of institutions, their people and licences. */
export const TEXTS = { ...COMMON, ...own };
