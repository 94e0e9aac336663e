import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { mayEver } from '@flagpost/contracts';
import { isLiveMap } from '../shared/paths.js';
import { selectActor } from '../shared/session/slice.js';
import { useAppSelector } from '../shared/store.js';
import { fetchLiveMapCode } from './live-map-code.js';

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

/** For who may open a live map, some seconds after signing in on another screen, so that a race opens from the cache. */
export const useLiveMapAhead = (): void => {
  const mayWatch = mayEver(useAppSelector(selectActor), 'events.read');
  const isThere = isLiveMap(useLocation().pathname);
  useEffect(() => {
    if (!mayWatch || isThere || savesData()) return undefined;
    const timer = window.setTimeout(() => whenIdle(fetchLiveMapCode), AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [mayWatch, isThere]);
};
