import { createListeners } from './listeners.js';

/** The renderer in use: `whole` is WebGL 2, `lost` is a 2D canvas until WebGL 2 is restored, `missing` is a 2D canvas. */
export type Graphics = 'whole' | 'lost' | 'missing';

export interface GraphicsState {
  readonly graphics: Graphics;
  /** Whether the WebGL map is mounted, which may be before its first frame while `graphics` is still `lost`. */
  readonly isMounted: boolean;
  /** Incremented for every new WebGL map, which gets canvases and contexts of its own. */
  readonly generation: number;
}

export interface GraphicsEnvironment {
  readonly nowMs: () => number;
  /** Browsers drop contexts of hidden pages: none is created there. */
  readonly isHidden: () => boolean;
  /** Calls back after so many milliseconds. Returns a function that cancels it. */
  readonly after: (ms: number, callback: () => void) => () => void;
}

export interface GraphicsControl {
  readonly state: GraphicsState;
  readonly subscribe: (listener: () => void) => () => void;
  /** The WebGL map has drawn a frame. */
  readonly drawn: () => void;
  /** A context was lost, or the WebGL map has failed. */
  readonly lose: () => void;
  /** No context could be created. */
  readonly refuse: () => void;
  /** The user requests WebGL again. */
  readonly retry: () => void;
  /** The page is visible again. */
  readonly show: () => void;
  readonly stop: () => void;
}

/** Delays before a new WebGL map, by the number of maps since the last stable one. Milliseconds. */
export const REMAKE_AFTER_MS = [400, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const;
/** A map that has drawn for this long counts as stable. */
const STEADY_MS = 60_000;

/**
 * Decides when the WebGL map is mounted and when it is replaced. A lost context is not awaited: a new map with new
 * contexts replaces it, with growing delays if contexts keep failing. A browser that never had WebGL 2 is retried only
 * at the user's request.
 */
export const createGraphics = ({ nowMs, isHidden, after }: GraphicsEnvironment): GraphicsControl => {
  let state: GraphicsState = { graphics: 'whole', isMounted: true, generation: 0 };
  let tries = 0;
  let drawnSinceMs: number | null = null;
  let hasEverDrawn = false;
  let isDue = false;
  let cancel = (): void => undefined;
  const listeners = createListeners();

  const become = (changes: Partial<GraphicsState>): void => {
    state = { ...state, ...changes };
    listeners.call();
  };

  const remake = (): void => {
    cancel();
    isDue = isHidden();
    if (isDue) return;
    tries += 1;
    become({ isMounted: true, generation: state.generation + 1 });
  };

  const end = (graphics: Graphics): void => {
    if (!state.isMounted) return;
    if (drawnSinceMs !== null && nowMs() - drawnSinceMs >= STEADY_MS) tries = 0;
    drawnSinceMs = null;
    become({ graphics, isMounted: false });
    if (graphics === 'missing' && !hasEverDrawn) return;
    const waitMs = REMAKE_AFTER_MS[Math.min(tries, REMAKE_AFTER_MS.length - 1)] ?? STEADY_MS;
    cancel = after(waitMs, remake);
  };

  return {
    get state() {
      return state;
    },
    subscribe: listeners.subscribe,
    drawn() {
      if (!state.isMounted || drawnSinceMs !== null) return;
      hasEverDrawn = true;
      drawnSinceMs = nowMs();
      if (state.graphics !== 'whole') become({ graphics: 'whole' });
    },
    lose: () => end('lost'),
    refuse: () => end('missing'),
    retry() {
      if (state.isMounted) return;
      tries = 0;
      remake();
    },
    show() {
      if (isDue) remake();
    },
    stop() {
      cancel();
      isDue = false;
    },
  };
};
