import { alertsSlice } from './alerts.js';
import { carReportsSlice } from './car-reports.js';
import { cautionsSlice } from './cautions.js';
import { flagsSlice } from './flags.js';
import { graphicsSlice } from './graphics.js';
import { lapsSlice } from './laps.js';
import { linkSlice } from './link.js';
import { notesSlice } from './notes.js';
import { reachSlice } from './reach.js';
import { receiversSlice } from './receivers.js';
import { rosterSlice } from './roster.js';
import { safetyCarSlice } from './safety-car.js';
import { stopsSlice } from './stops.js';
import { timersSlice } from './timers.js';
import { viewSlice } from './view.js';

/** The live race's control state: one slice per concern. */
export const raceReducers = {
  roster: rosterSlice.reducer,
  flags: flagsSlice.reducer,
  alerts: alertsSlice.reducer,
  cautions: cautionsSlice.reducer,
  laps: lapsSlice.reducer,
  timers: timersSlice.reducer,
  notes: notesSlice.reducer,
  carReports: carReportsSlice.reducer,
  stops: stopsSlice.reducer,
  reach: reachSlice.reducer,
  link: linkSlice.reducer,
  view: viewSlice.reducer,
  receivers: receiversSlice.reducer,
  safetyCar: safetyCarSlice.reducer,
  graphics: graphicsSlice.reducer,
};
