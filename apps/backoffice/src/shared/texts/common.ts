import { english } from './en/common.js';
import { inLanguage } from './in-language.js';

/** What any screen may say. Who signs in waits for these, so what one screen alone says stands beside them. */
export const TEXTS = await inLanguage(english, {
  es: async () => (await import('./es/common.js')).spanish,
  it: async () => (await import('./it/common.js')).italian,
});
