import type {
  CircuitAnswer,
  CircuitRequest,
  CircuitRow,
  EventRow,
  TrackAnswer,
  TrackCopyRequest,
  TrackNameRequest,
  TrackRow,
} from '@flagpost/contracts';
import { api } from '../../shared/api.js';
import { command } from '../../shared/idempotency-key.js';

/** A circuit gives events their place. */
const CIRCUITS = ['Circuits', 'Event'] as const;
/** An event knows whether it has a track. */
const TRACKS = ['Route', 'Event'] as const;

export const venuesApi = api.injectEndpoints({
  endpoints: (build) => ({
    circuits: build.query<CircuitRow[], null>({ query: () => '/circuits/', providesTags: ['Circuits'] }),
    circuit: build.query<CircuitRow, number>({ query: (id) => `/circuits/${id}` }),
    createCircuit: build.mutation<CircuitAnswer, CircuitRequest>({
      query: (body) => command('POST', '/circuits/', body),
      invalidatesTags: CIRCUITS,
    }),
    editCircuit: build.mutation<CircuitAnswer, { id: number; body: CircuitRequest }>({
      query: ({ id, body }) => command('PUT', `/circuits/${id}`, body),
      invalidatesTags: CIRCUITS,
    }),
    deleteCircuit: build.mutation<CircuitAnswer, number>({
      query: (id) => command('DELETE', `/circuits/${id}`),
      invalidatesTags: CIRCUITS,
    }),

    tracks: build.query<TrackRow[], null>({
      query: () => '/tracks/',
      providesTags: ['Route', 'Event'],
    }),
    track: build.query<TrackRow, number>({ query: (id) => `/tracks/${id}` }),
    copyTrack: build.mutation<TrackAnswer, TrackCopyRequest>({
      query: (body) => command('POST', '/tracks/copy', body),
      invalidatesTags: TRACKS,
    }),
    renameTrack: build.mutation<TrackAnswer, { id: number; body: TrackNameRequest }>({
      query: ({ id, body }) => command('PUT', `/tracks/${id}`, body),
      invalidatesTags: TRACKS,
    }),
    deleteTrack: build.mutation<TrackAnswer, number>({
      query: (id) => command('DELETE', `/tracks/${id}`),
      invalidatesTags: TRACKS,
    }),
    eventChoices: build.query<EventRow[], null>({ query: () => '/events/', providesTags: ['Event'] }),
  }),
});

export const { useCircuitsQuery, useTracksQuery, useEventChoicesQuery } = venuesApi;
