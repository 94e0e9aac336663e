/** The language of this page: what a person chose on this device, else the browser's, else English. */
export const LANGUAGES = ['en', 'es', 'it'] as const;
export type Language = (typeof LANGUAGES)[number];

const KEY = 'flagpost.language';

const spoken = (tag: string | null): Language | undefined =>
  LANGUAGES.find((language) => tag?.toLowerCase().split('-')[0] === language);

export const languageOf = (chosen: string | null, ofBrowser: readonly string[]): Language =>
  spoken(chosen) ?? ofBrowser.map(spoken).find((language) => language !== undefined) ?? 'en';

/** Browser tests read the texts outside a browser. */
const isPage = typeof window !== 'undefined';

/** Fixed while a page is loaded: it sets texts, the order of dates and what the server is asked to speak. */
export const LANGUAGE: Language = isPage
  ? languageOf(window.localStorage.getItem(KEY), navigator.languages)
  : 'en';

if (isPage) document.documentElement.lang = LANGUAGE;

/** Loads the page anew in this language. */
export const chooseLanguage = (language: Language): void => {
  window.localStorage.setItem(KEY, language);
  window.location.reload();
};
