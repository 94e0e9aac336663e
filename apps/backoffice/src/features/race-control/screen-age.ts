import { createListeners } from '@flagpost/map-layers/listeners';

/** The time of the positions on the screen, which the map reports with every frame it has drawn. */
export interface ScreenAge {
  /** When the newest position on the screen was received, by the server's clock, epoch ms; null while there is none. */
  readonly drawnReceivedAt: number | null;
  readonly drawn: (newestReceivedAt: number | null) => void;
  /** Calls back when a newer or an older moment is on the screen. Returns the unsubscription. */
  readonly subscribe: (listener: () => void) => () => void;
}

export const createScreenAge = (): ScreenAge => {
  let drawnReceivedAt: number | null = null;
  const listeners = createListeners();
  return {
    get drawnReceivedAt() {
      return drawnReceivedAt;
    },
    drawn(newestReceivedAt) {
      if (newestReceivedAt === drawnReceivedAt) return;
      drawnReceivedAt = newestReceivedAt;
      listeners.call();
    },
    subscribe: listeners.subscribe,
  };
};
