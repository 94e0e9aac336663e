import { createSelector, createSlice } from '@reduxjs/toolkit';
import type { LapRow } from '@flagpost/contracts';
import { lapCounted, raceControlled, raceOpened, snapshotArrived } from './messages.js';

interface LapsState {
  epoch: number;
  /** Of the epoch in force, in order of arrival. */
  rows: LapRow[];
  resets: { epoch: number; beganAt: string }[];
}

const isSameLap = (a: LapRow, b: LapRow): boolean =>
  a.Lap === b.Lap && a.InvitationId === b.InvitationId && a.LapEpoch === b.LapEpoch;

export const lapsSlice = createSlice({
  name: 'laps',
  initialState: (): LapsState => ({ epoch: 0, rows: [], resets: [] }),
  reducers: {},
  extraReducers: (builder) => {
    builder.addCase(raceOpened, () => ({ epoch: 0, rows: [], resets: [] }));
    builder.addCase(snapshotArrived, (state, { payload }) => {
      state.epoch = payload.lapEpoch;
      state.rows = payload.laps;
    });
    builder.addCase(lapCounted, (state, { payload }) => {
      const { InvitationId, CarNumber, LapEpoch, Lap, lapTimeMs, crossedAt } = payload;
      const lap = { InvitationId, CarNumber, LapEpoch, Lap, lapTimeMs, crossedAt };
      if (LapEpoch === state.epoch && !state.rows.some((row) => isSameLap(row, lap))) state.rows.push(lap);
    });
    builder.addCase(raceControlled, (state, { payload }) => {
      if (payload.action !== 'lapsReset' || payload.lapEpoch <= state.epoch) return;
      state.epoch = payload.lapEpoch;
      state.rows = [];
      state.resets.push({ epoch: payload.lapEpoch, beganAt: payload.beganAt });
    });
  },
});

interface WithLaps {
  laps: LapsState;
}
export const selectLaps = (state: WithLaps): LapsState => state.laps;

/** Laps of one car, the newest first. */
export const selectLapsOf = createSelector(
  [(state: WithLaps) => state.laps.rows, (_: WithLaps, invitationId: number) => invitationId],
  (rows, invitationId) => rows.filter((row) => row.InvitationId === invitationId).reverse(),
);
