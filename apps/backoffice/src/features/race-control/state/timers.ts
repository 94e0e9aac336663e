import { createAction, createSlice } from '@reduxjs/toolkit';
import type { TimerRow, TimersAnswer } from '@flagpost/contracts';
import { raceOpened } from './messages.js';

/** `arrivedMs` is `performance.now()` when the server said this: a timer goes on from there by this page's own clock. */
export type HeardTimers = TimersAnswer & { arrivedMs: number };

export const timersArrived = createAction<HeardTimers>('race/timersArrived');

const initialState = (): HeardTimers => ({ timersAt: new Date(0).toISOString(), timers: [], arrivedMs: 0 });

export const timersSlice = createSlice({
  name: 'timers',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder.addCase(raceOpened, initialState);
    builder.addCase(timersArrived, (_, { payload }) => payload);
  },
});

interface WithTimers {
  timers: HeardTimers;
}
export const selectTimers = (state: WithTimers): HeardTimers => state.timers;

/** What a timer shows, in ms. This device's time of day has no part in it: the server's instants are compared with each other. */
export const shownMs = (
  { RunningSince, ElapsedMs }: TimerRow,
  { timersAt, arrivedMs }: HeardTimers,
  nowMs: number,
): number =>
  RunningSince === null
    ? ElapsedMs
    : Math.max(0, ElapsedMs + Date.parse(timersAt) - Date.parse(RunningSince) + nowMs - arrivedMs);

export type TimerPhase = 'idle' | 'running' | 'paused';
export const phaseOf = ({ RunningSince, ElapsedMs }: TimerRow): TimerPhase => {
  if (RunningSince !== null) return 'running';
  return ElapsedMs > 0 ? 'paused' : 'idle';
};
