import { TEXTS as COMMON } from './common.js';
import { english } from './en/track-drive.js';
import { inLanguage } from './in-language.js';
import { TEXTS as GEOMETRY } from './track-geometry.js';

const own = await inLanguage(english, {
  es: async () => (await import('./es/track-drive.js')).spanish,
  it: async () => (await import('./it/track-drive.js')).italian,
});

/** Texts of the dialog that takes a track from a drive. */
export const TEXTS = { ...COMMON, ...GEOMETRY, ...own };
