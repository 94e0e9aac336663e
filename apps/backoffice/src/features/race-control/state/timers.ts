import { createAction, createSlice } from '@reduxjs/toolkit';
import type { TimerRow, TimersAnswer } from '@flagpost/contracts';
import { raceLeft, raceOpened } from './messages.js';

/** `arrivedMs` is `performance.now()` at arrival: from there the timer continues by this page's clock. */
export type HeardTimers = TimersAnswer & { arrivedMs: number };

export const timersArrived = createAction<HeardTimers>('race/timersArrived');

const initialState = (): HeardTimers => ({ timersAt: new Date(0).toISOString(), timers: [], arrivedMs: 0 });

export const timersSlice = createSlice({
  name: 'timers',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder.addCase(raceOpened, initialState);
    builder.addCase(raceLeft, initialState);
    builder.addCase(timersArrived, (_, { payload }) => payload);
  },
});

interface WithTimers {
  timers: HeardTimers;
}
export const selectTimers = (state: WithTimers): HeardTimers => state.timers;

/** The displayed time of a timer, in ms. Compares only the server's instants: this device's time does not matter. */
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
