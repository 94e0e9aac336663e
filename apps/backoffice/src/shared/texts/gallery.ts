import { TEXTS as COMMON } from './common.js';
import { english } from './en/gallery.js';
import { inLanguage } from './in-language.js';

const own = await inLanguage(english, {
  es: async () => (await import('./es/gallery.js')).spanish,
  it: async () => (await import('./it/gallery.js')).italian,
});

/** Texts of the gallery of components. */
export const TEXTS = { ...COMMON, ...own };
