/** Languages that people are spoken to in. */
export const LANGUAGES = ['en', 'es', 'it'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'en';

/** The header of a request that says in which language its answer speaks. */
export const LANGUAGE_HEADER = 'backofficelanguage';

/** The language of a tag as browsers write it, such as es-AR; null where we do not speak it. */
export const spokenLanguage = (tag: unknown): Language | null => {
  if (typeof tag !== 'string') return null;
  const [language] = tag
    .trim()
    .toLowerCase()
    .split(/[-_,;]/, 1);
  return LANGUAGES.find((spoken) => spoken === language) ?? null;
};

/** What a language has to say for `English`: the compiler finds a text that it lacks. */
export type Words<English> = English extends string
  ? string
  : English extends (...values: infer Values) => infer Said
    ? (...values: Values) => Words<Said>
    : { readonly [Name in keyof English]: Words<English[Name]> };
