import { TEXTS as COMMON } from './common.js';
import { english } from './en/audit.js';
import { inLanguage } from './in-language.js';

const own = await inLanguage(english, {
  es: async () => (await import('./es/audit.js')).spanish,
  it: async () => (await import('./it/audit.js')).italian,
});

/** Texts of the screens of the log. */
export const TEXTS = { ...COMMON, ...own };
