import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { FLAGS, type CarReportRow, type RouteChangeRow } from '@flagpost/contracts';
import {
  hazardCardId,
  initialState,
  raise,
  routeCardId,
  standingCardId,
  unansweredCardId,
  type CardId,
  type CautionsState,
  type Notice,
} from './caution-state.js';
import { linkLost, linkRefused } from './link.js';
import {
  fieldChanged,
  raceControlled,
  raceLeft,
  raceOpened,
  redLifted,
  flagsOverdue,
  hazardReported,
  snapshotArrived,
  type OverdueFlag,
} from './messages.js';
import { fallSilent, hear } from './silence-cautions.js';
import { stand, takeOk, takeStop } from './stop-cautions.js';
import { byWhoTookOff, takeOff } from './taken-off-cautions.js';

const KEPT_NOTICES = 200;

/** A hazard that was reported while the link was lost. What the first snapshot contains is no news. */
const takeMissedHazard = (state: CautionsState, { Report, InvitationId, ReportedAt }: CarReportRow): void => {
  const at = Date.parse(ReportedAt);
  if (Report !== 'hazard' || at <= (state.hazardAt[InvitationId] ?? -Infinity)) return;
  state.hazardAt[InvitationId] = at;
  if (!state.isJoined) return;
  state.hazards = state.hazards.filter(({ invitationId }) => invitationId !== InvitationId);
  state.hazards.push({ invitationId: InvitationId, at, place: null });
  raise(state, 'hazard', at);
};

/** Adds a saving of the map unless it is known; `isNews`: with its card and tone. */
const noteRouteChange = (state: CautionsState, row: RouteChangeRow, isNews: boolean): void => {
  if (state.routeChanges.some(({ revision }) => revision === row.revision)) return;
  state.routeChanges.push(row);
  if (!isNews) return;
  state.shownRouteChanges.push(row.revision);
  raise(state, 'route', Date.parse(row.at));
};

export const cautionsSlice = createSlice({
  name: 'cautions',
  initialState,
  reducers: {
    cautionDismissed: (state, { payload }: PayloadAction<CardId>) => {
      const code = payload === 'red' || payload === 'black' ? FLAGS[payload] : null;
      const dismissed = state.overdue.filter((flag) => flag.code === code);
      state.dismissedOverdue.push(...dismissed.map(({ flagId }) => flagId));
      if (payload === 'silence' && state.silence !== null) state.silence.isDismissed = true;
      state.takenOff = state.takenOff.filter(({ id }) => id !== payload);
      state.liftedReds = state.liftedReds.filter(({ id }) => id !== payload);
      state.shownRouteChanges = state.shownRouteChanges.filter(
        (revision) => routeCardId(revision) !== payload,
      );
      state.hazards =
        payload === 'hazard' ? [] : state.hazards.filter((one) => hazardCardId(one) !== payload);
      for (const car of state.unanswered)
        if (payload === 'unanswered' || unansweredCardId(car) === payload) car.isDismissed = true;
      for (const car of state.standing) if (standingCardId(car) === payload) car.isDismissed = true;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(raceOpened, initialState);
    builder.addCase(raceLeft, initialState);
    builder.addCase(fieldChanged, (state, { payload }) => {
      stand(state, payload);
      hear(state, payload.heard);
      payload.silent.forEach((car, index) => {
        fallSilent(state, car, payload.heardCount + payload.silent.length - 1 - index);
      });
      state.notices = state.notices.slice(-KEPT_NOTICES);
    });
    builder.addCase(hazardReported, (state, { payload }) => {
      state.hazards = state.hazards.filter(({ invitationId }) => invitationId !== payload.invitationId);
      state.hazards.push(payload);
      state.hazardAt[payload.invitationId] = payload.at;
      raise(state, 'hazard', payload.at);
    });
    builder.addCase(raceControlled, (state, { payload }) => {
      if (payload.action === 'carReported' && payload.report.Report === 'ok')
        takeOk(state, payload.report, true);
      if (payload.action === 'stopChanged') takeStop(state, payload.stop, true);
      if (payload.action === 'routeChanged') {
        const { revision, changes, at, by } = payload;
        noteRouteChange(state, { revision, changes, at, by }, true);
      }
      // Red again: what lifted it is over.
      if (payload.action === 'flagSent' && payload.flag.StateId === FLAGS.red) state.liftedReds = [];
      if (payload.action === 'carsTakenOff') {
        const at = Date.parse(payload.at);
        takeOff(state, { cars: payload.cars.map((car) => ({ ...car, at })), by: payload.by.Name }, true);
      }
    });
    builder.addCase(redLifted, (state, { payload: { at, how, by } }) => {
      state.liftedReds.push({ id: `lifted-${at}`, at, how, by: by.Name });
      raise(state, 'lifted', at);
    });
    builder.addCase(flagsOverdue, (state, { payload: { at, flags } }) => {
      state.overdue.push(...flags);
      for (const kind of ['red', 'black'] as const) {
        const count = flags.filter(({ code }) => code === FLAGS[kind]).length;
        if (count > 0) raise(state, kind, at, count);
      }
    });
    builder.addCase(linkLost, (state, { payload: { at } }) => {
      if (!state.isLinkLost) raise(state, 'link', at);
      state.isLinkLost = true;
    });
    builder.addCase(linkRefused, (state) => {
      state.isLinkLost = true;
    });
    builder.addCase(snapshotArrived, (state, { payload }) => {
      const { flags, routeChanges, reports, stops, takenOff } = payload;
      state.isLinkLost = false;
      // Red again while the link was lost: what had lifted it is over.
      const reds = flags.flatMap(({ StateId, SentAt }) =>
        StateId === FLAGS.red ? [Date.parse(SentAt)] : [],
      );
      state.liftedReds = state.liftedReds.filter(({ at }) => reds.every((sentAt) => sentAt <= at));
      for (const report of reports) if (report.Report === 'ok') takeOk(state, report, false);
      state.stoppedAt = {};
      // It contains all open stops: one that it does not contain ended.
      const named = new Set(
        stops.map(({ InvitationId, StoppedAt }) => `${InvitationId} ${Date.parse(StoppedAt)}`),
      );
      state.unanswered = state.unanswered.filter(({ invitationId, stoppedAt }) =>
        named.has(`${invitationId} ${stoppedAt}`),
      );
      for (const stop of stops.toReversed()) takeStop(state, stop, state.isJoined);
      for (const report of reports.toReversed()) takeMissedHazard(state, report);
      for (const row of routeChanges) noteRouteChange(state, row, state.isJoined);
      for (const one of byWhoTookOff(takenOff)) takeOff(state, one, state.isJoined);
      state.isJoined = true;
    });
  },
});

export const { cautionDismissed } = cautionsSlice.actions;

export interface WithCautions {
  cautions: CautionsState;
}
export const selectTones = (state: WithCautions): number => state.cautions.tones;
export const selectNotices = (state: WithCautions): readonly Notice[] => state.cautions.notices;
export const selectRouteChanges = (state: WithCautions): readonly RouteChangeRow[] =>
  state.cautions.routeChanges;
export const selectKnownOverdue = (state: WithCautions): readonly OverdueFlag[] => state.cautions.overdue;
