import { useSyncExternalStore } from 'react';

/** A hook that tells whether a media query matches. */
export const mediaHook = (query: string): (() => boolean) => {
  const media = window.matchMedia(query);
  const subscribe = (listener: () => void): (() => void) => {
    media.addEventListener('change', listener);
    return () => media.removeEventListener('change', listener);
  };
  return () => useSyncExternalStore(subscribe, () => media.matches);
};
