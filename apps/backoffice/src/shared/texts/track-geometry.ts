import { TEXTS as COMMON } from './common.js';
import { english } from './en/track-geometry.js';
import { inLanguage } from './in-language.js';

const own = await inLanguage(english, {
  es: async () => (await import('./es/track-geometry.js')).spanish,
  it: async () => (await import('./it/track-geometry.js')).italian,
});

/** Texts of what is measured on a drawn track. */
export const TEXTS = { ...COMMON, ...own };
