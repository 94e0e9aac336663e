import { TEXTS as COMMON } from './common.js';
import { english } from './en/track-import.js';
import { inLanguage } from './in-language.js';

const own = await inLanguage(english, {
  es: async () => (await import('./es/track-import.js')).spanish,
  it: async () => (await import('./it/track-import.js')).italian,
});

/** Texts of the import of a track. */
export const TEXTS = { ...COMMON, ...own };
