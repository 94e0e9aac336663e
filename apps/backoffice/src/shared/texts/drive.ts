import { TEXTS as COMMON } from './common.js';
import { english } from './en/drive.js';
import { inLanguage } from './in-language.js';

const own = await inLanguage(english, {
  es: async () => (await import('./es/drive.js')).spanish,
  it: async () => (await import('./it/drive.js')).italian,
});

/** Texts of the page of an invitation. */
export const TEXTS = { ...COMMON, ...own };
