import { TEXTS as COMMON } from './common.js';
import { english } from './en/check.js';
import { inLanguage } from './in-language.js';

const own = await inLanguage(english, {
  es: async () => (await import('./es/check.js')).spanish,
  it: async () => (await import('./it/check.js')).italian,
});

/** Texts of the check before the start. */
export const TEXTS = { ...COMMON, ...own };
