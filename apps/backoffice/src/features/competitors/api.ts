import type { CompetitorRow } from '@flagpost/contracts';
import { api } from '../../shared/api.js';

export const competitorsApi = api.injectEndpoints({
  endpoints: (build) => ({
    competitors: build.query<CompetitorRow[], number>({
      query: (eventId) => `/events/drivers/${eventId}`,
      providesTags: ['Competitors'],
    }),
  }),
});

export const { useCompetitorsQuery } = competitorsApi;
