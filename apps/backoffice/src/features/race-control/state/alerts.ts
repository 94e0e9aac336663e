import { createSelector, createSlice } from '@reduxjs/toolkit';
import { ALERT_TYPES, type AlertRow } from '@flagpost/contracts';
import { alertArrived, raceControlled, raceOpened, snapshotArrived } from './messages.js';

interface AlertsState {
  /** Newest first. */
  rows: AlertRow[];
}

/** A snapshot may be newer than the messages that follow it: an answered alert is not raised again. */
const upsert = (state: AlertsState, alert: AlertRow): void => {
  const at = state.rows.findIndex((row) => row.AlertId === alert.AlertId);
  const known = state.rows[at];
  if (known === undefined) state.rows.unshift(alert);
  else {
    state.rows[at] = {
      ...alert,
      AcknowledgedAt: alert.AcknowledgedAt ?? known.AcknowledgedAt,
      AcknowledgedBy: alert.AcknowledgedBy ?? known.AcknowledgedBy,
      ClearedAt: alert.ClearedAt ?? known.ClearedAt,
    };
  }
};

export const alertsSlice = createSlice({
  name: 'alerts',
  initialState: (): AlertsState => ({ rows: [] }),
  reducers: {},
  extraReducers: (builder) => {
    builder.addCase(raceOpened, () => ({ rows: [] }));
    builder.addCase(snapshotArrived, (state, { payload }) => {
      state.rows = payload.alerts;
    });
    builder.addCase(alertArrived, (state, { payload }) => upsert(state, payload.alert));
    builder.addCase(raceControlled, (state, { payload }) => {
      if (payload.action === 'alertAcknowledged' || payload.action === 'alertCleared') {
        upsert(state, payload.alert);
      }
      if (payload.action === 'flagsCleared') {
        for (const row of state.rows) {
          if (payload.alertIds.includes(row.AlertId)) row.ClearedAt ??= payload.clearedAt;
        }
      }
    });
  },
});

interface WithAlerts {
  alerts: AlertsState;
}

/** SOS alone: the specification gives other types no voice on this screen. */
export const selectAlerts = createSelector([(state: WithAlerts) => state.alerts.rows], (rows) =>
  rows.filter((row) => row.AlertType === ALERT_TYPES.sos),
);
export const selectOpenAlerts = createSelector([selectAlerts], (rows) =>
  rows.filter((row) => row.ClearedAt === null),
);
/** Those that still sound. */
export const selectUnacknowledged = createSelector([selectOpenAlerts], (rows) =>
  rows.filter((row) => row.AcknowledgedAt === null),
);
/** Those that wait for an answer first. */
export const selectAlertsToAnswer = createSelector(
  [selectUnacknowledged, selectOpenAlerts],
  (unacknowledged, open) => [...unacknowledged, ...open.filter((row) => row.AcknowledgedAt !== null)],
);
/** Cars whose ring pulses on the map. */
export const selectPulsing = createSelector(
  [selectUnacknowledged],
  (rows): ReadonlySet<number> => new Set(rows.map(({ InvitationId }) => InvitationId)),
);
