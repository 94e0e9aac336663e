import type {
  CircuitRouteAnswer,
  EventMapAnswer,
  EventMapRequest,
  PoisAnswer,
  StageRow,
  TrackAnswer,
  TrackCenterRequest,
} from '@flagpost/contracts';
import { api } from '../../shared/api.js';
import { isRefusedAs } from '../../shared/failures.js';
import { command } from '../../shared/idempotency-key.js';

/** The whole map of an event. What other screens show of it is read anew after a change. */
const CHANGED = ['Route', 'Pois', 'Event'] as const;

export const editorApi = api.injectEndpoints({
  endpoints: (build) => ({
    editedRoute: build.query<CircuitRouteAnswer, number>({ query: (eventId) => `/circuitRoutes/${eventId}` }),
    editedPois: build.query<PoisAnswer, number>({ query: (eventId) => `/interestpoints/${eventId}` }),
    editedStages: build.query<StageRow[], number>({
      query: (eventId) => `/events/specialstages/${eventId}`,
    }),
    saveMap: build.mutation<EventMapAnswer, EventMapRequest>({
      query: (body) => command('POST', '/events/map', body),
      invalidatesTags: CHANGED,
    }),
    centreMap: build.mutation<TrackAnswer, { id: number; body: TrackCenterRequest }>({
      query: ({ id, body }) => command('PUT', `/tracks/setCenter/${id}`, body),
      invalidatesTags: CHANGED,
    }),
  }),
});

/** Whether somebody else has saved the map since it was read. */
export const isConflict = (error: unknown): boolean => isRefusedAs(error, 'route.changed');
