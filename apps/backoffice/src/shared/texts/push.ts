import { TEXTS as COMMON } from './common.js';
import { english } from './en/push.js';
import { inLanguage } from './in-language.js';

const own = await inLanguage(english, {
  es: async () => (await import('./es/push.js')).spanish,
  it: async () => (await import('./it/push.js')).italian,
});

/** Texts of notifications. */
export const TEXTS = { ...COMMON, ...own };
