import { useEffect, useState } from 'react';
import { MAP_FONT } from './ground-images.js';

/** Numbers and names are drawn on canvases, which do not wait for fonts to load. */
export const useFont = (): boolean => {
  const [isThere, setIsThere] = useState(false);
  useEffect(() => {
    let gone = false;
    const go = (): void => {
      if (!gone) setIsThere(true);
    };
    Promise.all([
      document.fonts.load(`600 12px ${MAP_FONT}`),
      document.fonts.load(`700 12px ${MAP_FONT}`),
    ]).then(go, go);
    return () => {
      gone = true;
    };
  }, []);
  return isThere;
};
