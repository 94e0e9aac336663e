import type { HistoryAnswer, LapRow } from '@flagpost/contracts';
import { api } from '../../../shared/api.js';
import type { Span } from './drives.js';

const driveApi = api.injectEndpoints({
  endpoints: (build) => ({
    laps: build.query<LapRow[], number>({
      query: (eventId) => `/events/laps/${eventId}`,
      // Of a race that runs they become more: each dialog reads them anew.
      keepUnusedDataFor: 0,
    }),
    history: build.query<HistoryAnswer, { readonly eventId: number } & Span>({
      query: ({ eventId, from, to }) => ({
        url: `/history/${eventId}`,
        params: { from: new Date(from).toISOString(), to: new Date(to).toISOString() },
      }),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useLapsQuery, useLazyHistoryQuery } = driveApi;
