import { createListeners } from '@flagpost/map-layers/listeners';

/** The speeds at which a race is played, in its seconds for each second. */
export const SPEEDS = [0.25, 0.5, 1, 2, 5, 10, 30, 60] as const;
export type Speed = (typeof SPEEDS)[number];

export interface PlayerState {
  /** Epoch ms of the race, when `sinceMs` was now. */
  readonly instant: number;
  /** `performance.now()` since when it plays; null while it is paused. */
  readonly sinceMs: number | null;
  readonly speed: Speed;
  /** Backwards. */
  readonly isReverse: boolean;
}

/** The instant that is shown now. `nowMs` is `performance.now()` everywhere here. */
export interface Player {
  readonly state: PlayerState;
  instantAt(nowMs: number): number;
  /** At the end of the race it begins again. */
  play(nowMs: number, isReverse?: boolean): void;
  pause(nowMs: number): void;
  seek(instant: number, nowMs: number): void;
  setSpeed(speed: Speed, nowMs: number): void;
  /** The race could not be shown: time stands still since this frame. */
  hold(frameMs: number, nowMs: number): void;
  /** Pauses it once it has come to where it plays to. */
  pauseAtLimit(nowMs: number): void;
  /** Calls back when any of these was called. */
  subscribe(listener: () => void): () => void;
}

export const createPlayer = (
  first: number,
  limits: { readonly from: number; readonly to: number },
): Player => {
  const within = (instant: number): number => Math.min(limits.to, Math.max(limits.from, instant));
  let state: PlayerState = { instant: within(first), sinceMs: null, speed: 1, isReverse: false };
  const listeners = createListeners();
  const instantAt = (nowMs: number): number => {
    const { instant, sinceMs, speed, isReverse } = state;
    if (sinceMs === null) return instant;
    return within(instant + (nowMs - sinceMs) * speed * (isReverse ? -1 : 1));
  };
  const become = (changes: Partial<PlayerState>): void => {
    state = { ...state, ...changes };
    listeners.call();
  };
  return {
    get state() {
      return state;
    },
    instantAt,
    play(nowMs, isReverse = false) {
      const now = instantAt(nowMs);
      become({ instant: now === limits.to && !isReverse ? limits.from : now, sinceMs: nowMs, isReverse });
    },
    pause: (nowMs) => become({ instant: instantAt(nowMs), sinceMs: null }),
    seek: (instant, nowMs) =>
      become({ instant: within(instant), sinceMs: state.sinceMs === null ? null : nowMs }),
    hold(frameMs, nowMs) {
      const { sinceMs } = state;
      if (sinceMs !== null)
        state = { ...state, instant: instantAt(Math.max(frameMs, sinceMs)), sinceMs: nowMs };
    },
    pauseAtLimit(nowMs) {
      const limit = state.isReverse ? limits.from : limits.to;
      if (state.sinceMs !== null && instantAt(nowMs) === limit) become({ instant: limit, sinceMs: null });
    },
    setSpeed: (speed, nowMs) =>
      become({ instant: instantAt(nowMs), sinceMs: state.sinceMs === null ? null : nowMs, speed }),
    subscribe: listeners.subscribe,
  };
};
