import { createSelector, createSlice } from '@reduxjs/toolkit';
import type { LapRow } from '@flagpost/contracts';
import { lapCounted, raceControlled, raceLeft, raceOpened, snapshotArrived } from './messages.js';

interface LapsState {
  epoch: number;
  /** Of the epoch in force, in order of arrival. */
  rows: LapRow[];
  /** The newest lap of each car in them: laps of a car come in order, and a snapshot may know one before its message. */
  newestOf: Record<number, number>;
  /** The first cars: with most laps, and of these the ones that completed them first. */
  leaders: Leader[];
  resets: { epoch: number; beganAt: string }[];
}

interface Leader {
  invitationId: number;
  lap: number;
  /** Epoch ms. */
  at: number;
}

const LEADERS = 3;

const withLap = (leaders: readonly Leader[], { InvitationId, Lap, crossedAt }: LapRow): Leader[] =>
  [
    ...leaders.filter(({ invitationId }) => invitationId !== InvitationId),
    { invitationId: InvitationId, lap: Lap, at: Date.parse(crossedAt) },
  ]
    .sort((a, b) => b.lap - a.lap || a.at - b.at)
    .slice(0, LEADERS);

const NONE: LapsState = { epoch: 0, rows: [], newestOf: {}, leaders: [], resets: [] };

export const lapsSlice = createSlice({
  name: 'laps',
  initialState: NONE,
  reducers: {},
  extraReducers: (builder) => {
    builder.addCase(raceOpened, () => NONE);
    builder.addCase(raceLeft, () => NONE);
    builder.addCase(snapshotArrived, (state, { payload }) => {
      state.epoch = payload.lapEpoch;
      state.rows = payload.laps;
      state.newestOf = {};
      for (const { InvitationId, Lap } of payload.laps) {
        state.newestOf[InvitationId] = Math.max(state.newestOf[InvitationId] ?? 0, Lap);
      }
      state.leaders = payload.laps
        .filter(({ InvitationId, Lap }) => state.newestOf[InvitationId] === Lap)
        .reduce<Leader[]>(withLap, []);
    });
    builder.addCase(lapCounted, (state, { payload }) => {
      const { InvitationId, CarNumber, LapEpoch, Lap, lapTimeMs, crossedAt } = payload;
      if (LapEpoch !== state.epoch || Lap <= (state.newestOf[InvitationId] ?? 0)) return;
      state.newestOf[InvitationId] = Lap;
      state.leaders = withLap(state.leaders, payload);
      state.rows.push({ InvitationId, CarNumber, LapEpoch, Lap, lapTimeMs, crossedAt });
    });
    builder.addCase(raceControlled, (state, { payload }) => {
      if (payload.action !== 'lapsReset' || payload.lapEpoch <= state.epoch) return;
      state.epoch = payload.lapEpoch;
      state.rows = [];
      state.newestOf = {};
      state.leaders = [];
      state.resets.push({ epoch: payload.lapEpoch, beganAt: payload.beganAt });
    });
  },
});

interface WithLaps {
  laps: LapsState;
}
export const selectLaps = (state: WithLaps): LapsState => state.laps;

/** Invitation ids of the first three cars of the lap epoch. */
export const selectLeaders = createSelector(
  [(state: WithLaps) => state.laps.leaders],
  (leaders): ReadonlySet<number> => new Set(leaders.map(({ invitationId }) => invitationId)),
);

/** Laps of one car, the newest first. */
export const selectLapsOf = createSelector(
  [(state: WithLaps) => state.laps.rows, (_: WithLaps, invitationId: number) => invitationId],
  (rows, invitationId) => rows.filter((row) => row.InvitationId === invitationId).reverse(),
);
