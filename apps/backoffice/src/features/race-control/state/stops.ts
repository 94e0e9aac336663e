import { createSlice } from '@reduxjs/toolkit';
import type { StopRow } from '@flagpost/contracts';
import { raceControlled, raceLeft, raceOpened, snapshotArrived } from './messages.js';

interface StopsState {
  /** Newest first. */
  rows: StopRow[];
}

const KEPT_ROWS = 200;

const initialState = (): StopsState => ({ rows: [] });

export const stopId = ({ InvitationId, StoppedAt }: StopRow): string => `${InvitationId}-${StoppedAt}`;

const wasAsked = ({ AskedAt }: StopRow): boolean => AskedAt !== null;

/** Stops of cars outside the boxes whose drivers were asked whether all is well. */
export const stopsSlice = createSlice({
  name: 'stops',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder.addCase(raceOpened, initialState);
    builder.addCase(raceLeft, initialState);
    builder.addCase(snapshotArrived, (state, { payload: { stops } }) => {
      state.rows = stops.filter(wasAsked);
    });
    builder.addCase(raceControlled, (state, { payload }) => {
      if (payload.action === 'carReported') {
        const { InvitationId, StoppedAt, ReportedAt } = payload.report;
        const answered = state.rows.find(
          (row) => row.InvitationId === InvitationId && row.StoppedAt === StoppedAt,
        );
        if (answered !== undefined) answered.AnsweredAt = ReportedAt;
      }
      if (payload.action !== 'stopChanged') return;
      const { stop } = payload;
      if (!wasAsked(stop)) return;
      const others = state.rows.filter((row) => stopId(row) !== stopId(stop));
      state.rows = [stop, ...others].slice(0, KEPT_ROWS);
    });
  },
});

export interface WithStops {
  stops: StopsState;
}
export const selectStops = (state: WithStops): readonly StopRow[] => state.stops.rows;
