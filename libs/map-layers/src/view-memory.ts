import type { Camera, Padding } from './canvas-view.js';
import type { RaceMapProps, RaceRoute } from './types.js';

/** What is kept of the view while one drawing of the map takes the place of another. */
export interface ViewMemory {
  /** Null before the first view. */
  readonly camera: Camera | null;
  readonly look: (camera: Camera) => void;
  /**
   * Whether the view has to be fitted to this route or home: once for each, as the view is the person's from then on.
   * A second question for the same answers false.
   */
  readonly takesFit: (route: RaceRoute | null, home: RaceMapProps['home']) => boolean;
  readonly subscribe: (listener: () => void) => () => void;
}

export const createViewMemory = (): ViewMemory => {
  let camera: Camera | null = null;
  let fittedTo: { readonly route: RaceRoute | null; readonly home: RaceMapProps['home'] } | null = null;
  const listeners = new Set<() => void>();
  return {
    get camera() {
      return camera;
    },
    look(next) {
      camera = next;
      for (const listener of listeners) listener();
    },
    takesFit(route, home) {
      if (fittedTo?.route === route && fittedTo.home === home) return false;
      fittedTo = { route, home };
      return true;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};

/** Above the track there is room for a note that lies over the map; a small map is spared most of it. */
export const fitPadding = (widthPx: number, heightPx: number): Padding => {
  const aside = Math.min(56, widthPx * 0.12, heightPx * 0.12);
  return { top: Math.min(96, heightPx * 0.16), right: aside, bottom: aside, left: aside };
};
