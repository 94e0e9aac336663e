import countries from 'i18n-iso-countries';
import type { Language } from '@flagpost/contracts';

/** Countries most of whose people speak Spanish or Italian, by ISO 3166-1 alpha-2. */
const SPEAKING: Readonly<Record<Exclude<Language, 'en'>, readonly string[]>> = {
  es: [
    'AR',
    'BO',
    'CL',
    'CO',
    'CR',
    'CU',
    'DO',
    'EC',
    'ES',
    'GQ',
    'GT',
    'HN',
    'MX',
    'NI',
    'PA',
    'PE',
    'PR',
    'PY',
    'SV',
    'UY',
    'VE',
  ],
  it: ['IT', 'SM', 'VA'],
};
const LANGUAGES_OF = new Map(
  Object.entries(SPEAKING).flatMap(([language, spoken]) =>
    spoken.map((alpha2) => [alpha2, language as Language] as const),
  ),
);

/** The language of a country (ISO 3166-1 numeric) if it is one that we speak beside English; null otherwise. */
export const languageOfCountry = (countryId: number): Language | null => {
  const alpha2 = countries.numericToAlpha2(String(countryId).padStart(3, '0'));
  return (alpha2 === undefined ? undefined : LANGUAGES_OF.get(alpha2)) ?? null;
};
