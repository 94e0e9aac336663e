import type { ReactElement } from 'react';
import { createBrowserRouter, Navigate, useParams } from 'react-router-dom';
import { EventsPage } from '../features/events/events-page.js';
import { LiveMapPage } from '../features/race-control/live-map-page.js';
import { PATHS } from '../shared/paths.js';
import { SessionGate } from './session-gate.js';
import { Shell } from './shell/shell.js';

const LiveMap = (): ReactElement => {
  const eventId = Number(useParams()['id']);
  return Number.isInteger(eventId) && eventId > 0 ? (
    <LiveMapPage key={eventId} eventId={eventId} />
  ) : (
    <Navigate to={PATHS.events} replace />
  );
};

export const createRouter = () =>
  createBrowserRouter([
    {
      element: <SessionGate />,
      children: [
        {
          element: <Shell />,
          children: [
            { path: PATHS.home, element: <EventsPage /> },
            { path: PATHS.events, element: <EventsPage /> },
            { path: PATHS.liveMap(':id'), element: <LiveMap /> },
          ],
        },
        { path: '*', element: <Navigate to={PATHS.home} replace /> },
      ],
    },
  ]);
