import type { CheckAnswer, CheckedRow, TestRow } from '@flagpost/contracts';
import { api } from '../../shared/api.js';
import { command } from '../../shared/idempotency-key.js';

export const checkApi = api.injectEndpoints({
  endpoints: (build) => ({
    check: build.query<CheckAnswer, number>({
      query: (eventId) => `/check/${eventId}`,
      providesTags: ['Check'],
    }),
    sendTest: build.mutation<TestRow, number>({
      query: (eventId) => command('POST', `/check/${eventId}/test`),
      invalidatesTags: ['Check'],
    }),
    recordCheck: build.mutation<CheckedRow, number>({
      query: (eventId) => command('POST', `/check/${eventId}/checked`),
      invalidatesTags: ['Check'],
    }),
  }),
});

export const { useCheckQuery, useRecordCheckMutation, useSendTestMutation } = checkApi;
