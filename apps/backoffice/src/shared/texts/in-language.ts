import { LANGUAGE, type Language } from '../language.js';

/** What a language has to say for `English`: the compiler finds a text that it lacks. */
export type Words<English> = English extends string
  ? string
  : English extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Name in keyof English]: Words<English[Name]> };

/** The texts of this page's language; others are not loaded. They import nothing at run time: a screen waits for them. */
export const inLanguage = async <English>(
  english: English & Words<English>,
  others: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Words<English>>>>,
): Promise<Words<English>> => (LANGUAGE === 'en' ? english : others[LANGUAGE]());
