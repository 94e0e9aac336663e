/** Light or dark: the system's until a person chooses; the live map keeps a choice of its own and opens dark. */
export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
export type Place = 'pages' | 'liveMap';

const KEY: Record<Place, string> = { pages: 'flagpost.theme', liveMap: 'flagpost.theme.liveMap' };

const systemTheme = (): Theme =>
  window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';

const stored = (place: Place): Theme | undefined =>
  THEMES.find((theme) => theme === window.localStorage.getItem(KEY[place]));

export const themeOf = (place: Place): Theme =>
  stored(place) ?? (place === 'liveMap' ? 'dark' : systemTheme());

export const chooseTheme = (place: Place, theme: Theme): void =>
  window.localStorage.setItem(KEY[place], theme);

export const showTheme = (theme: Theme): void => {
  document.documentElement.dataset['theme'] = theme;
};
