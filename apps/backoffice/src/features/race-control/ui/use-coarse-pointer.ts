import { useSyncExternalStore } from 'react';

const coarse = window.matchMedia('(pointer: coarse)');

const subscribe = (listener: () => void): (() => void) => {
  coarse.addEventListener('change', listener);
  return () => coarse.removeEventListener('change', listener);
};

/** Whether fingers press here: their targets are larger. */
export const useCoarsePointer = (): boolean => useSyncExternalStore(subscribe, () => coarse.matches);
