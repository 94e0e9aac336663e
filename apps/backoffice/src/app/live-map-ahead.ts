import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { mayEver } from '@flagpost/contracts';
import { isLiveMap } from '../shared/paths.js';
import { selectActor } from '../shared/session/slice.js';
import { useAppSelector } from '../shared/store.js';

/** After the page and its first answers: a race director who has just signed in should not wait for them. */
const AFTER_MS = 3_000;

interface Connection {
  readonly saveData?: boolean;
}

const savesData = (): boolean =>
  (navigator as Navigator & { readonly connection?: Connection }).connection?.saveData === true;

/** Safari has no `requestIdleCallback`. */
const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work);
  else setTimeout(work, 0);
};

/** Fetches the code of the live map while the browser is idle, so that a race opens from the cache. */
const fetchLiveMap = (): void => {
  whenIdle(() => {
    // If it cannot be fetched now, the live map itself tries again, and says so.
    void import('../features/race-control/live-map-page.js').catch(() => undefined);
    void import('@flagpost/map-layers').catch(() => undefined);
  });
};

/** For who may open a live map, some seconds after signing in on another screen. */
export const useLiveMapAhead = (): void => {
  const mayWatch = mayEver(useAppSelector(selectActor), 'events.read');
  const isThere = isLiveMap(useLocation().pathname);
  useEffect(() => {
    if (!mayWatch || isThere || savesData()) return undefined;
    const timer = window.setTimeout(fetchLiveMap, AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [mayWatch, isThere]);
};
