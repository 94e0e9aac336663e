import { useSyncExternalStore } from 'react';

/** A hook that tells whether a media query matches. */
const mediaHook = (query: string): (() => boolean) => {
  const media = window.matchMedia(query);
  const subscribe = (listener: () => void): (() => void) => {
    media.addEventListener('change', listener);
    return () => media.removeEventListener('change', listener);
  };
  return () => useSyncExternalStore(subscribe, () => media.matches);
};

/** Whether fingers press here: their targets are larger. */
export const useCoarsePointer = mediaHook('(pointer: coarse)');
/** Whether the window is as narrow as a phone's: one column, with sheets. The style sheets ask the same. */
export const useIsPhone = mediaHook('(width < 768px)');
