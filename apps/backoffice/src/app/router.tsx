import { lazy, type ReactElement } from 'react';
import { BrowserRouter, Navigate, Route, Routes, useParams } from 'react-router-dom';
import { PATHS } from '../shared/paths.js';
import { SessionGate } from './session-gate.js';

/** Loaded when they are shown: who logs in waits for the login screen alone. */
const Shell = lazy(async () => ({ default: (await import('./shell/shell.js')).Shell }));
const EventsPage = lazy(async () => ({
  default: (await import('../features/events/events-page.js')).EventsPage,
}));
const LiveMapPage = lazy(async () => ({
  default: (await import('../features/race-control/live-map-page.js')).LiveMapPage,
}));

const LiveMap = (): ReactElement => {
  const eventId = Number(useParams()['id']);
  return Number.isInteger(eventId) && eventId > 0 ? (
    <LiveMapPage key={eventId} eventId={eventId} />
  ) : (
    <Navigate to={PATHS.events} replace />
  );
};

export const Router = (): ReactElement => (
  <BrowserRouter>
    <Routes>
      <Route element={<SessionGate />}>
        <Route element={<Shell />}>
          <Route path={PATHS.home} element={<EventsPage />} />
          <Route path={PATHS.events} element={<EventsPage />} />
          <Route path={PATHS.liveMap(':id')} element={<LiveMap />} />
        </Route>
        <Route path="*" element={<Navigate to={PATHS.home} replace />} />
      </Route>
    </Routes>
  </BrowserRouter>
);
