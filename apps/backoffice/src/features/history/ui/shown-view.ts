import type { MapView } from '@flagpost/map-layers';

/** What the map shows, for what is drawn over it: it moves with every frame of a drag, and the screen is not drawn anew for that. */
export interface ShownView {
  /** Null before the map is drawn. */
  readonly current: MapView | null;
  show(view: MapView): void;
  subscribe(listener: () => void): () => void;
}

export const createShownView = (): ShownView => {
  let current: MapView | null = null;
  const listeners = new Set<() => void>();
  return {
    get current() {
      return current;
    },
    show(view) {
      current = view;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
