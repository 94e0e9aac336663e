import { english } from './en/common.js';
import { inLanguage } from './in-language.js';

/** Texts of several screens. The login screen waits for these, so texts of a single screen are in separate files. */
export const TEXTS = await inLanguage(english, {
  es: async () => (await import('./es/common.js')).spanish,
  it: async () => (await import('./it/common.js')).italian,
});
