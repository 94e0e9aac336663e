import { DEFAULT_LANGUAGE, spokenLanguage, type Language } from '@flagpost/contracts';
import { IS_STORAGE_DENIED } from './storage.js';
import { STORAGE_KEYS } from './stored-names.js';

export type { Language };

/** The language of this page: the one chosen on this device, else the browser's, else English. */

export const languageOf = (chosen: string | null, ofBrowser: readonly string[]): Language =>
  spokenLanguage(chosen) ??
  ofBrowser.map(spokenLanguage).find((spoken) => spoken !== null) ??
  DEFAULT_LANGUAGE;

/** Browser tests read the texts outside a browser. */
const isPage = typeof window !== 'undefined';

/** Constant until the page reloads. Determines texts, the order of dates and the language of the server's answers. */
export const LANGUAGE: Language = isPage
  ? languageOf(
      IS_STORAGE_DENIED ? null : window.localStorage.getItem(STORAGE_KEYS.language),
      navigator.languages,
    )
  : DEFAULT_LANGUAGE;

if (isPage) document.documentElement.lang = LANGUAGE;

/** Reloads the page in this language. */
export const chooseLanguage = (language: Language): void => {
  window.localStorage.setItem(STORAGE_KEYS.language, language);
  window.location.reload();
};
