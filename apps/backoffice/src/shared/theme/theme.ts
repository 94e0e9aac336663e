import { STORAGE_KEYS } from '../stored-names.js';

/**
 * Light, dark, or 'Daylight' for a screen in the sun. The default is the system's theme; the live map stores its own
 * choice and defaults to dark.
 */
export const THEMES = ['light', 'dark', 'daylight'] as const;
export type Theme = (typeof THEMES)[number];
export type Place = 'pages' | 'liveMap';

const KEY: Record<Place, string> = { pages: STORAGE_KEYS.theme, liveMap: STORAGE_KEYS.liveMapTheme };

export const systemTheme = (): Theme =>
  window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';

const themeNamed = (name: string | null | undefined): Theme | undefined =>
  THEMES.find((theme) => theme === name);

export const themeOf = (place: Place): Theme =>
  themeNamed(window.localStorage.getItem(KEY[place])) ?? (place === 'liveMap' ? 'dark' : systemTheme());

export const chooseTheme = (place: Place, theme: Theme): void =>
  window.localStorage.setItem(KEY[place], theme);

export const showTheme = (theme: Theme): void => {
  document.documentElement.dataset['theme'] = theme;
};

export const shownTheme = (): Theme => themeNamed(document.documentElement.dataset['theme']) ?? 'light';
