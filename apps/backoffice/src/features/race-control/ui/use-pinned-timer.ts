import { useSyncExternalStore } from 'react';
import { createListeners } from '@flagpost/map-layers/listeners';
import { STORAGE_KEYS } from '../../../shared/stored-names.js';

const listeners = createListeners();

const subscribe = (listener: () => void): (() => void) => {
  const remove = listeners.subscribe(listener);
  // From another tab of this browser.
  window.addEventListener('storage', listener);
  return () => {
    remove();
    window.removeEventListener('storage', listener);
  };
};

const pinned = (): string | null => window.localStorage.getItem(STORAGE_KEYS.pinnedTimer);

const pin = (timerId: number | null): void => {
  if (timerId === null) window.localStorage.removeItem(STORAGE_KEYS.pinnedTimer);
  else window.localStorage.setItem(STORAGE_KEYS.pinnedTimer, String(timerId));
  listeners.call();
};

/** Id of the timer that this browser shows in the bar, which may be of another race; null: none is pinned. */
export const usePinnedTimer = (): [number | null, (timerId: number | null) => void] => {
  const stored = useSyncExternalStore(subscribe, pinned);
  return [stored === null ? null : Number(stored), pin];
};
