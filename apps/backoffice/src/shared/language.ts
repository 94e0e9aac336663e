import { DEFAULT_LANGUAGE, spokenLanguage, type Language } from '@flagpost/contracts';
import { IS_STORAGE_DENIED } from './storage.js';
import { STORAGE_KEYS } from './stored-names.js';

export type { Language };

/** The language of this page: what a person chose on this device, else the browser's, else English. */

export const languageOf = (chosen: string | null, ofBrowser: readonly string[]): Language =>
  spokenLanguage(chosen) ??
  ofBrowser.map(spokenLanguage).find((spoken) => spoken !== null) ??
  DEFAULT_LANGUAGE;

/** Browser tests read the texts outside a browser. */
const isPage = typeof window !== 'undefined';

/** Fixed while a page is loaded: it sets texts, the order of dates and what the server is asked to speak. */
export const LANGUAGE: Language = isPage
  ? languageOf(
      IS_STORAGE_DENIED ? null : window.localStorage.getItem(STORAGE_KEYS.language),
      navigator.languages,
    )
  : DEFAULT_LANGUAGE;

if (isPage) document.documentElement.lang = LANGUAGE;

/** Loads the page anew in this language. */
export const chooseLanguage = (language: Language): void => {
  window.localStorage.setItem(STORAGE_KEYS.language, language);
  window.location.reload();
};
