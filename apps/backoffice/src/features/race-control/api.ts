import {
  CORRELATION_HEADER,
  type CircuitRouteAnswer,
  type ClearFlagsQuery,
  type DriverInfo,
  type FlagAnswer,
  type FlagRow,
  type FlagWithdrawal,
  type FlagWithdrawalAnswer,
  type LapsResetAnswer,
  type MapSettings,
  type NoteAnswer,
  type NoteRequest,
  type PoisAnswer,
  type SectorRow,
  type SosPhoneAnswer,
  type TakePictureAnswer,
  type TimerRemovedAnswer,
  type TimerRequest,
  type TimerRow,
  type WithdrawFlagRequest,
} from '@flagpost/contracts';
import { api } from '../../shared/api.js';
import { failureText, errorKindOf } from '../../shared/failures.js';
import { keyed } from '../../shared/idempotency-key.js';
import { report } from '../../shared/report.js';
import type { FlagOrder } from './state/flags.js';

/** For the log, which is English. */
const DRIVER_FAILED = 'An error has occurred trying to get the driver position.';

/** A call that may be repeated without being executed twice. */
interface Keyed {
  key: string;
}

/** After this time its button may be pressed again: a connection that died may hold a call for minutes. */
const ANSWERED_WITHIN_MS = 8_000;
const pressed = (key: string) => ({ ...keyed(key), timeout: ANSWERED_WITHIN_MS });

export type TimerVerb = 'start' | 'pause' | 'resume' | 'stop';

const noReport = (): void => undefined;
/** Without a network nothing can be reported, and the call itself is not at fault. */
const reportDriver = ({ error }: { error: unknown }): void => {
  if (errorKindOf(error) !== 'unanswered') report(new Error(`${DRIVER_FAILED} ${failureText(error)}`));
};

export const raceApi = api.injectEndpoints({
  endpoints: (build) => ({
    mapSettings: build.query<MapSettings, null>({ query: () => '/mapSettings' }),
    route: build.query<CircuitRouteAnswer, number>({
      query: (eventId) => `/circuitRoutes/${eventId}`,
      providesTags: ['Route'],
    }),
    pois: build.query<PoisAnswer, number>({
      query: (eventId) => `/interestpoints/${eventId}`,
      providesTags: ['Pois'],
    }),
    sectors: build.query<SectorRow[], number>({
      query: (trackId) => `/sectors/byTrack/${trackId}`,
      providesTags: ['Route'],
    }),
    driver: build.query<DriverInfo[], { eventId: number; userId: number; categoryId: number }>({
      query: ({ eventId, userId, categoryId }) => `/drivers/format/${eventId}/${userId}/${categoryId}`,
      // No screen shows this failure: the rest of the car is known without it.
      onQueryStarted: (_, { queryFulfilled }) => queryFulfilled.then(noReport, reportDriver),
      providesTags: ['Drivers'],
    }),
    /** Forgotten as soon as no card shows it. */
    sosPhone: build.query<SosPhoneAnswer, number>({
      query: (alertId) => `/alerts/${alertId}/phone`,
      keepUnusedDataFor: 0,
    }),
    sendFlag: build.mutation<FlagAnswer, FlagOrder>({
      query: ({ key, correlationId, request }) => ({
        url: '/flagRecords',
        method: 'POST',
        body: request,
        headers: { ...keyed(key).headers, [CORRELATION_HEADER]: correlationId },
      }),
      extraOptions: { background: true },
    }),
    withdrawRequest: build.mutation<FlagWithdrawalAnswer, FlagWithdrawal>({
      query: (body) => ({ url: '/flagRecords/withdrawals', method: 'POST', body }),
      extraOptions: { background: true },
    }),
    withdrawFlag: build.mutation<FlagRow, Keyed & { flagId: number; request: WithdrawFlagRequest }>({
      query: ({ key, flagId, request }) => ({
        url: `/flagRecords/${flagId}/withdraw`,
        method: 'POST',
        body: request,
        ...pressed(key),
      }),
    }),
    cleanFlags: build.mutation<unknown, Keyed & ClearFlagsQuery & { eventId: number }>({
      query: ({ key, eventId, alerts }) => ({
        url: `/flagRecords/event/${eventId}?alerts=${alerts}`,
        method: 'DELETE',
        ...pressed(key),
      }),
    }),
    writeNote: build.mutation<NoteAnswer, Keyed & { request: NoteRequest }>({
      query: ({ key, request }) => ({ url: '/notes', method: 'POST', body: request, ...pressed(key) }),
    }),
    acknowledge: build.mutation<unknown, Keyed & { alertId: number }>({
      query: ({ key, alertId }) => ({
        url: `/alerts/${alertId}/acknowledge`,
        method: 'POST',
        ...pressed(key),
      }),
    }),
    clearSos: build.mutation<unknown, Keyed & { alertId: number }>({
      query: ({ key, alertId }) => ({ url: `/alerts/${alertId}/clear`, method: 'POST', ...pressed(key) }),
    }),
    resetLaps: build.mutation<LapsResetAnswer, Keyed & { eventId: number }>({
      query: ({ key, eventId }) => ({ url: `/events/resetLaps/${eventId}`, method: 'PUT', ...pressed(key) }),
    }),
    takePicture: build.mutation<TakePictureAnswer, { eventId: number; file: Blob }>({
      query: ({ eventId, file }) => {
        const body = new FormData();
        body.append('file', file);
        return { url: '/events/takePicture', params: { eventId }, method: 'POST', body };
      },
    }),
    createTimer: build.mutation<TimerRow, Keyed & { request: TimerRequest }>({
      query: ({ key, request }) => ({ url: '/timers', method: 'POST', body: request, ...pressed(key) }),
    }),
    changeTimer: build.mutation<TimerRow, Keyed & { timerId: number; verb: TimerVerb }>({
      query: ({ key, timerId, verb }) => ({
        url: `/timers/${timerId}/${verb}`,
        method: 'PUT',
        ...pressed(key),
      }),
    }),
    removeTimer: build.mutation<TimerRemovedAnswer, Keyed & { timerId: number }>({
      query: ({ key, timerId }) => ({ url: `/timers/${timerId}`, method: 'DELETE', ...pressed(key) }),
    }),
  }),
});

/** What the socket only tells to have changed: it is read anew if a screen shows it. */
export const readEventAnew = () =>
  api.util.invalidateTags(['Event', 'Route', 'Pois', 'Categories', 'Drivers']);

export const {
  useMapSettingsQuery,
  useRouteQuery,
  usePoisQuery,
  useSectorsQuery,
  useDriverQuery,
  useSosPhoneQuery,
  useCleanFlagsMutation,
  useWithdrawFlagMutation,
  useWriteNoteMutation,
  useAcknowledgeMutation,
  useClearSosMutation,
  useResetLapsMutation,
  useCreateTimerMutation,
  useChangeTimerMutation,
  useRemoveTimerMutation,
} = raceApi;
