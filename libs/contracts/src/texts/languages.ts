/** Languages that people are spoken to in. */
export const LANGUAGES = ['en', 'es', 'it'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'en';

/** The request header that selects the language of the answer. */
export const LANGUAGE_HEADER = 'backofficelanguage';

/** The language of a tag as browsers write it, such as es-AR; null if it is not supported. */
export const spokenLanguage = (tag: unknown): Language | null => {
  if (typeof tag !== 'string') return null;
  const [language] = tag
    .trim()
    .toLowerCase()
    .split(/[-_,;]/, 1);
  return LANGUAGES.find((spoken) => spoken === language) ?? null;
};

/** The texts that a language needs for `English`: the compiler reports a missing one. */
export type Words<English> = English extends string
  ? string
  : English extends (...values: infer Values) => infer Said
    ? (...values: Values) => Words<Said>
    : { readonly [Name in keyof English]: Words<English[Name]> };
