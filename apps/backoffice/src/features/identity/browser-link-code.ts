import { useSyncExternalStore } from 'react';
import { browserLinkCode } from '@flagpost/contracts';

const watchAddress = (changed: () => void): (() => void) => {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
};

/** The code of a mailed link in this page's address; null if it has none. */
export const useBrowserLinkCode = (): string | null =>
  browserLinkCode(useSyncExternalStore(watchAddress, () => window.location.hash));
