import { useCallback, useEffect, useState } from 'react';
import { chooseTheme, showTheme, themeOf, type Place, type Theme } from './theme.js';

/** The theme of this place, shown while the caller is on screen; the toggle's choice is kept on this device. */
export const useTheme = (place: Place): { theme: Theme; toggle: () => void } => {
  const [theme, setTheme] = useState(() => themeOf(place));

  useEffect(() => {
    const follow = (): void => setTheme(themeOf(place));
    const system = window.matchMedia('(prefers-color-scheme: dark)');
    follow();
    system.addEventListener('change', follow);
    return () => system.removeEventListener('change', follow);
  }, [place]);

  useEffect(() => showTheme(theme), [theme]);

  const toggle = useCallback(() => {
    const next = theme === 'dark' ? 'light' : 'dark';
    chooseTheme(place, next);
    setTheme(next);
  }, [place, theme]);

  return { theme, toggle };
};
