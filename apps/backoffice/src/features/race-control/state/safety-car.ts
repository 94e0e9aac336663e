import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { FLAGS, type FlagRow } from '@flagpost/contracts';
import type { LiveCars } from '../live-cars.js';
import { selectFlagRows, sendingBegan } from './flags.js';
import { linkLost, selectLink } from './link.js';
import { raceControlled, raceLeft, raceOpened, snapshotArrived } from './messages.js';
import type { RaceThunk } from './race-store.js';
import type { Receivers } from './receivers.js';

/** The safety car's countdown of this page: nobody else knows of it, and it ends with the page. */
interface CountDown {
  readonly to: Receivers;
  /** Server's time, epoch ms. */
  readonly beganAt: number;
  /** From this device's clock to the server's, ms. */
  readonly aheadMs: number;
  /** Red flags and safety cars that were sent before it began, by flag id. */
  readonly known: readonly number[];
}

/** A countdown that ended unsent. `at` is the server's time, epoch ms. */
export interface UnsentSafetyCar {
  readonly at: number;
  /** `link`: while it is lost nobody here knows what others send. */
  readonly reason: 'red' | 'safetyCar' | 'link';
  /** The sender of that flag; null if it was sent from this page, or for a lost link. */
  readonly by: string | null;
}

interface SafetyCarState {
  counting: CountDown | null;
  /** Oldest first. */
  unsent: UnsentSafetyCar[];
}

const KEPT_UNSENT = 20;
/** A flag sent this long before the countdown is old, even if this page does not list it any more. */
const OLD_AFTER_MS = 60_000;

const initialState = (): SafetyCarState => ({ counting: null, unsent: [] });

const ENDING: ReadonlyMap<number, 'red' | 'safetyCar'> = new Map([
  [FLAGS.red, 'red'],
  [FLAGS.safetyCar, 'safetyCar'],
]);

const end = (state: SafetyCarState, unsent: UnsentSafetyCar): void => {
  if (state.counting === null) return;
  state.counting = null;
  state.unsent = [...state.unsent, unsent].slice(-KEPT_UNSENT);
};

const endBy = (state: SafetyCarState, { StateId, SentAt, SentBy, FlagId }: FlagRow): void => {
  const reason = ENDING.get(StateId);
  if (reason === undefined || state.counting === null) return;
  const { known, beganAt } = state.counting;
  const at = Date.parse(SentAt);
  if (!known.includes(FlagId) && at > beganAt - OLD_AFTER_MS) end(state, { at, reason, by: SentBy.Name });
};

/** @param deviceAt Epoch ms by this device's clock. */
const endHere = (state: SafetyCarState, reason: UnsentSafetyCar['reason'], deviceAt: number): void => {
  if (state.counting === null) return;
  const { beganAt, aheadMs } = state.counting;
  end(state, { at: Math.max(beganAt, deviceAt + aheadMs), reason, by: null });
};

export const safetyCarSlice = createSlice({
  name: 'safetyCar',
  initialState,
  reducers: {
    countDownBegan: ({ unsent }, { payload }: PayloadAction<CountDown>) => ({ counting: payload, unsent }),
    /** It began without a link. */
    linkMissed: (state, { payload }: PayloadAction<{ at: number }>) => endHere(state, 'link', payload.at),
    /** It was sent, or its sender cancelled it. */
    countDownEnded: (state) => {
      state.counting = null;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(raceOpened, initialState);
    builder.addCase(raceLeft, initialState);
    builder.addCase(raceControlled, (state, { payload }) => {
      if (payload.action === 'flagSent') endBy(state, payload.flag);
    });
    builder.addCase(snapshotArrived, (state, { payload }) => {
      for (const flag of payload.flags) endBy(state, flag);
    });
    // Sent from this page: not only when the server has announced it.
    builder.addCase(sendingBegan, (state, { payload: { request, at } }) => {
      const reason = ENDING.get(request.StateId);
      if (reason !== undefined) endHere(state, reason, at);
    });
    builder.addCase(linkLost, (state, { payload }) => endHere(state, 'link', payload.at));
  },
});

const { countDownBegan, linkMissed } = safetyCarSlice.actions;
export const { countDownEnded } = safetyCarSlice.actions;

interface WithSafetyCar {
  safetyCar: SafetyCarState;
}

export const selectCountDown = (state: WithSafetyCar): CountDown | null => state.safetyCar.counting;
export const selectUnsentSafetyCars = (state: WithSafetyCar): readonly UnsentSafetyCar[] =>
  state.safetyCar.unsent;

/**
 * Begins the countdown of this page unless one runs. Without a link it ends unsent at once.
 */
export const beginCountDown =
  (to: Receivers, cars: Pick<LiveCars, 'serverNowMs'>): RaceThunk<void> =>
  (dispatch, getState) => {
    const state = getState();
    if (selectCountDown(state) !== null) return;
    const now = Date.now();
    const beganAt = cars.serverNowMs(performance.now()) ?? now;
    const known = selectFlagRows(state).flatMap(({ StateId, FlagId }) =>
      ENDING.has(StateId) ? [FlagId] : [],
    );
    dispatch(countDownBegan({ to, beganAt, aheadMs: beganAt - now, known }));
    if (selectLink(state).phase !== 'live') dispatch(linkMissed({ at: now }));
  };

/** Ends the countdown when it is over; null if something ended it unsent before. */
export const finishCountDown = (): RaceThunk<CountDown | null> => (dispatch, getState) => {
  const counting = selectCountDown(getState());
  if (counting !== null) dispatch(countDownEnded());
  return counting;
};
