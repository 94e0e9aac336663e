import { createSlice } from '@reduxjs/toolkit';
import type { CarReportRow } from '@flagpost/contracts';
import { raceControlled, raceLeft, raceOpened, snapshotArrived } from './messages.js';

interface CarReportsState {
  /** Newest first. */
  rows: CarReportRow[];
}

const KEPT_ROWS = 200;

const initialState = (): CarReportsState => ({ rows: [] });

export const carReportId = ({ Report, InvitationId, ReportedAt }: CarReportRow): string =>
  `${Report}-${InvitationId}-${ReportedAt}`;

/** What drivers told race control besides an SOS: 'OK' and 'Hazard here'. */
export const carReportsSlice = createSlice({
  name: 'carReports',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder.addCase(raceOpened, initialState);
    builder.addCase(raceLeft, initialState);
    builder.addCase(snapshotArrived, (state, { payload: { reports } }) => {
      state.rows = reports;
    });
    builder.addCase(raceControlled, (state, { payload }) => {
      if (payload.action !== 'carReported') return;
      const { report } = payload;
      // A snapshot may contain it before its message.
      if (state.rows.some((row) => carReportId(row) === carReportId(report))) return;
      state.rows = [report, ...state.rows].slice(0, KEPT_ROWS);
    });
  },
});

interface WithCarReports {
  carReports: CarReportsState;
}
export const selectCarReports = (state: WithCarReports): readonly CarReportRow[] => state.carReports.rows;
