import { lazy, type ReactElement } from 'react';
import { BrowserRouter, Navigate, Route, Routes, useParams } from 'react-router-dom';
import { GALLERY_PATHS, PATHS } from '../shared/paths.js';
import { SessionGate } from './session-gate.js';

/** Loaded when they are shown: who logs in waits for the login screen alone. */
const Shell = lazy(async () => ({ default: (await import('./shell/shell.js')).Shell }));
const Guard = lazy(async () => ({ default: (await import('./guard.js')).Guard }));
const NotFound = lazy(async () => ({ default: (await import('./shell/nowhere.js')).NotFound }));
const GalleryPage = lazy(async () => ({ default: (await import('./gallery/gallery-page.js')).GalleryPage }));
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
    <NotFound />
  );
};

export const Screens = (): ReactElement => (
  <Routes>
    <Route element={<SessionGate />}>
      <Route path={PATHS.login} element={<Navigate to={PATHS.home} replace />} />
      <Route element={<Shell />}>
        <Route element={<Guard action="events.read" />}>
          <Route path={PATHS.home} element={<EventsPage />} />
          <Route path={PATHS.events} element={<EventsPage />} />
          <Route path={`${PATHS.events}/:message`} element={<Navigate to={PATHS.events} replace />} />
        </Route>
        <Route element={<Guard action="race.watch" />}>
          <Route path={PATHS.liveMap(':id')} element={<LiveMap />} />
        </Route>
        {GALLERY_PATHS.map((path) => (
          <Route key={path} path={path} element={<GalleryPage />} />
        ))}
        <Route path="*" element={<NotFound />} />
      </Route>
    </Route>
  </Routes>
);

export const Router = (): ReactElement => (
  <BrowserRouter>
    <Screens />
  </BrowserRouter>
);
