import { TEXTS as COMMON } from './common.js';
import { english } from './en/editor.js';
import { inLanguage } from './in-language.js';

const own = await inLanguage(english, {
  es: async () => (await import('./es/editor.js')).spanish,
  it: async () => (await import('./it/editor.js')).italian,
});

/** Texts of the track editor. */
export const TEXTS = { ...COMMON, ...own };
