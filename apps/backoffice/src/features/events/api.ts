import type { CategoryOption, EventDetail, LiveNowItem } from '@flagpost/contracts';
import { api } from '../../shared/api.js';

export const eventsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Club id 0: every club, for administrators. */
    liveNow: build.query<LiveNowItem[], number>({
      query: (clubId) => `/events/liveNow/${clubId}`,
      providesTags: ['LiveNow'],
    }),
    event: build.query<EventDetail, number>({
      query: (eventId) => `/events/${eventId}`,
      providesTags: ['Event'],
    }),
    eventCategories: build.query<CategoryOption[], number>({
      query: (eventId) => `/events/categories/${eventId}`,
      providesTags: ['Categories'],
    }),
  }),
});

export const { useLiveNowQuery, useEventQuery, useEventCategoriesQuery } = eventsApi;
