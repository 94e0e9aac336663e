import { useCallback, useEffect, useRef, useState } from 'react';
import type { MapView } from '@flagpost/map-layers';
import { createShownView, type ShownView } from './shown-view.js';

/** A map that has not moved for so long rests. */
const RESTS_AFTER_MS = 300;

export interface LookedAt {
  readonly view: ShownView;
  /** Called with every move of the map. */
  readonly look: (shown: MapView) => void;
  /** Where the map rested last; null before it did. */
  readonly restsAt: MapView | null;
}

/** What the map shows, with every move for what is drawn over it, and at rest for the address. */
export const useShownView = (): LookedAt => {
  const [view] = useState(createShownView);
  const [restsAt, setRestsAt] = useState<MapView | null>(null);
  const timer = useRef(0);
  const look = useCallback(
    (shown: MapView) => {
      view.show(shown);
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => setRestsAt(shown), RESTS_AFTER_MS);
    },
    [view],
  );
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return { view, look, restsAt };
};
