import type { CheckAnswer, CheckedRow } from '@flagpost/contracts';
import { api } from '../../shared/api.js';
import { command } from '../../shared/idempotency-key.js';

export const checkApi = api.injectEndpoints({
  endpoints: (build) => ({
    check: build.query<CheckAnswer, number>({
      query: (eventId) => `/check/${eventId}`,
      providesTags: ['Check'],
    }),
    recordCheck: build.mutation<CheckedRow, number>({
      query: (eventId) => command('POST', `/check/${eventId}/checked`),
      invalidatesTags: ['Check'],
    }),
  }),
});

export const { useCheckQuery, useRecordCheckMutation } = checkApi;
