import type { Language, Words } from '@flagpost/contracts';
import { LANGUAGE } from '../language.js';

export type { Words };

/** Loads the texts of this page's language only. They import nothing at run time, as screens wait for them. */
export const inLanguage = async <English>(
  english: English & Words<English>,
  others: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Words<English>>>>,
): Promise<Words<English>> => (LANGUAGE === 'en' ? english : others[LANGUAGE]());
