import type { MapView } from '@flagpost/map-layers';
import { createListeners } from '@flagpost/map-layers/listeners';

/** What the map shows, for what is drawn over it: it moves with every frame of a drag, and the screen is not drawn anew for that. */
export interface ShownView {
  /** Null before the map is drawn. */
  readonly current: MapView | null;
  show(view: MapView): void;
  subscribe(listener: () => void): () => void;
}

export const createShownView = (): ShownView => {
  let current: MapView | null = null;
  const listeners = createListeners();
  return {
    get current() {
      return current;
    },
    show(view) {
      current = view;
      listeners.call();
    },
    subscribe: listeners.subscribe,
  };
};
