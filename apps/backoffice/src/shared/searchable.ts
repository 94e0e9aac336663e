import { LANGUAGE } from './language.js';

/** A text as it is searched: in small letters and without accents. */
export const searchable = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLocaleLowerCase(LANGUAGE);
