import type { CarCode, CheckAnswer, CheckedRow, ScanAnswer, TestRow } from '@flagpost/contracts';
import { api } from '../../shared/api.js';
import { command } from '../../shared/idempotency-key.js';

const checkApi = api.injectEndpoints({
  endpoints: (build) => ({
    check: build.query<CheckAnswer, number>({
      query: (eventId) => `/check/${eventId}`,
      providesTags: ['Check'],
    }),
    sendTest: build.mutation<TestRow, number>({
      query: (eventId) => command('POST', `/check/${eventId}/test`),
      invalidatesTags: ['Check'],
    }),
    makeCodes: build.mutation<CarCode[], number>({
      query: (eventId) => ({ url: `/check/${eventId}/codes`, method: 'POST' }),
    }),
    scanCode: build.mutation<ScanAnswer, { eventId: number; code: string }>({
      query: ({ eventId, code }) => ({
        url: `/check/${eventId}/scan`,
        method: 'POST',
        body: { Code: code },
      }),
    }),
    recordCheck: build.mutation<CheckedRow, number>({
      query: (eventId) => command('POST', `/check/${eventId}/checked`),
      invalidatesTags: ['Check'],
    }),
  }),
});

export const {
  useCheckQuery,
  useMakeCodesMutation,
  useRecordCheckMutation,
  useScanCodeMutation,
  useSendTestMutation,
} = checkApi;
