import { createSelector, createSlice } from '@reduxjs/toolkit';
import { ALERT_TYPES, type AlertRow } from '@flagpost/contracts';
import { alertArrived, raceControlled, raceLeft, raceOpened, snapshotArrived } from './messages.js';

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
      ClearedBy: alert.ClearedBy ?? known.ClearedBy,
    };
  }
};

export const alertsSlice = createSlice({
  name: 'alerts',
  initialState: (): AlertsState => ({ rows: [] }),
  reducers: {},
  extraReducers: (builder) => {
    builder.addCase(raceOpened, () => ({ rows: [] }));
    builder.addCase(raceLeft, () => ({ rows: [] }));
    builder.addCase(snapshotArrived, (state, { payload }) => {
      state.rows = payload.alerts;
    });
    builder.addCase(alertArrived, (state, { payload }) => {
      upsert(state, payload.alert);
    });
    builder.addCase(raceControlled, (state, { payload }) => {
      if (payload.action === 'alertAcknowledged' || payload.action === 'alertCleared') {
        upsert(state, payload.alert);
      }
      if (payload.action === 'flagsCleared') {
        const { alertIds, clearedAt, by } = payload;
        state.rows
          .filter((row) => alertIds.includes(row.AlertId))
          .forEach((row) => {
            row.ClearedAt ??= clearedAt;
            row.ClearedBy ??= by;
            row.AcknowledgedAt ??= clearedAt;
            row.AcknowledgedBy ??= by;
          });
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
/** Those that still sound: until a named person acknowledges it, also when the car has cleared it. */
export const selectUnacknowledged = createSelector([selectAlerts], (rows) =>
  rows.filter((row) => row.AcknowledgedAt === null),
);

/** Of each car the newest of these rows, in the order of the oldest. */
const newestPerCar = (rows: readonly AlertRow[]): AlertRow[] => [
  ...new Map(rows.toReversed().map((row) => [row.InvitationId, row])).values(),
];

export const isUnanswered = (row: AlertRow): boolean => row.AcknowledgedAt === null;

/**
 * One for each car that is open or unacknowledged, its newest. Those that nobody has acknowledged come first, and cars
 * that raised earlier before others, so that a new alert moves none of those before it.
 */
export const selectAlertsToAnswer = createSelector([selectAlerts], (rows) => {
  const cars = newestPerCar(rows.filter((row) => isUnanswered(row) || row.ClearedAt === null));
  return [...cars.filter(isUnanswered), ...cars.filter((row) => !isUnanswered(row))];
});

/** Cars whose alert nobody has acknowledged: their ring pulses on the map, and stands still if the car cleared it. */
export const selectUnacknowledgedCars = createSelector(
  [selectUnacknowledged],
  (rows): ReadonlySet<number> => new Set(rows.map(({ InvitationId }) => InvitationId)),
);

/** Cars with an alert that is open or unacknowledged: no filter hides them. */
export const selectCarsInAlarm = createSelector(
  [selectAlertsToAnswer],
  (rows): ReadonlySet<number> => new Set(rows.map(({ InvitationId }) => InvitationId)),
);
