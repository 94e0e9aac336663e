import { FLAGS, type CarLook } from '@flagpost/contracts';
import { LANGUAGE, type Language } from './language.js';
import { english } from './texts/en.js';

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

type Words<T> = T extends string
  ? string
  : T extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Name in keyof T]: Words<T[Name]> };

/** What a catalogue has to hold: the compiler finds a text that a language lacks. */
export type Catalogue = Words<typeof english>;

/** A catalogue imports nothing at run time: the whole page waits for it. */
const loaders: Record<Exclude<Language, 'en'>, () => Promise<Catalogue>> = {
  es: async () => (await import('./texts/es.js')).spanish,
  it: async () => (await import('./texts/it.js')).italian,
};

/** Every word on the screens, in the language of this page. */
export const TEXTS: Catalogue & { readonly letters: typeof letters } = {
  letters,
  ...(LANGUAGE === 'en' ? english : await loaders[LANGUAGE]()),
};
