import { FLAGS, type CarLook } from '@flagpost/contracts';
import { TEXTS as COMMON } from './common.js';
import { english } from './en/race.js';
import { inLanguage } from './in-language.js';

/** State is never told by colour alone: the letter of a look, where it has one. */
const letters: Partial<Record<CarLook, string>> = {
  sos: '!',
  [FLAGS.red]: 'R',
  [FLAGS.safetyCar]: 'SC',
  [FLAGS.yellow]: 'Y',
  [FLAGS.doubleYellow]: 'YY',
  [FLAGS.green]: 'G',
  [FLAGS.white]: 'W',
  [FLAGS.surface]: 'S',
  [FLAGS.penalty]: 'P',
  [FLAGS.black]: 'B',
  [FLAGS.warning]: '!',
};

const own = await inLanguage(english, {
  es: async () => (await import('./es/race.js')).spanish,
  it: async () => (await import('./it/race.js')).italian,
});

/** What the live race says. */
export const TEXTS = { ...COMMON, ...own, letters };
