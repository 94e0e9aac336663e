import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { chooseTheme, shownTheme, showTheme, themeOf, type Place, type Theme } from './theme.js';

/** The theme of this place, applied while the caller is mounted; the choice is stored on this device. */
export const useTheme = (place: Place): { theme: Theme; choose: (theme: Theme) => void } => {
  const [theme, setTheme] = useState(() => themeOf(place));

  useEffect(() => {
    const follow = (): void => setTheme(themeOf(place));
    const system = window.matchMedia('(prefers-color-scheme: dark)');
    follow();
    system.addEventListener('change', follow);
    return () => system.removeEventListener('change', follow);
  }, [place]);

  useEffect(() => showTheme(theme), [theme]);

  const choose = useCallback(
    (next: Theme) => {
      chooseTheme(place, next);
      setTheme(next);
    },
    [place],
  );

  return { theme, choose };
};

const onThemeShown = (listener: () => void): (() => void) => {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
};

/** The theme that is on screen, wherever it was chosen. */
export const useShownTheme = (): Theme => useSyncExternalStore(onThemeShown, shownTheme);
