import { TEXTS as COMMON } from './common.js';
import { english } from './en/race-change.js';
import { inLanguage } from './in-language.js';

const own = await inLanguage(english, {
  es: async () => (await import('./es/race-change.js')).spanish,
  it: async () => (await import('./it/race-change.js')).italian,
});

/** Texts of changes of a map while its race runs. */
export const TEXTS = { ...COMMON, ...own };
