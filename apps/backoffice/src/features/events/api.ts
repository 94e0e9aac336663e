import {
  TOTAL_COUNT_HEADER,
  type AlertRow,
  type CategoryOption,
  type CopyAnswer,
  type CopyRequest,
  type DeletedEventAnswer,
  type EventAnswer,
  type EventDetail,
  type EventRequest,
  type EventRow,
  type EventsQuery,
  type FlagReportRow,
  type NoteRow,
  type LiveNowItem,
  type PictureRow,
  type PostponeRequest,
  type ReadyAnswer,
  type StageRow,
  type StagesRequest,
} from '@flagpost/contracts';
import { api } from '../../shared/api.js';
import { command } from '../../shared/idempotency-key.js';

/** One page of events, and how many there are on all of them. */
export interface EventsPageAnswer {
  readonly rows: EventRow[];
  readonly total: number;
}

/** Tags that are invalidated when an event changes. */
const CHANGED = ['Event', 'LiveNow'] as const;

export const eventsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Club id 0: every club, for administrators. */
    liveNow: build.query<LiveNowItem[], number>({
      query: (clubId) => `/events/liveNow/${clubId}`,
      providesTags: ['LiveNow'],
    }),
    events: build.query<EventsPageAnswer, EventsQuery>({
      query: (params) => ({ url: '/events/', params }),
      transformResponse: (rows: EventRow[], meta) => ({
        rows,
        total: Number(meta?.response?.headers.get(TOTAL_COUNT_HEADER) ?? rows.length),
      }),
      providesTags: ['Event', 'Competitors'],
    }),
    event: build.query<EventDetail, number>({
      query: (eventId) => `/events/${eventId}`,
      providesTags: ['Event'],
    }),
    eventCategories: build.query<CategoryOption[], number>({
      query: (eventId) => `/events/categories/${eventId}`,
      providesTags: ['Categories', 'Event'],
    }),
    ready: build.query<ReadyAnswer, number>({
      query: (eventId) => `/events/ready/${eventId}`,
      providesTags: ['Event', 'Route', 'Pois', 'Competitors', 'Licence'],
    }),
    stages: build.query<StageRow[], number>({
      query: (eventId) => `/events/specialstages/${eventId}`,
      providesTags: ['Route'],
    }),
    saveStages: build.mutation<StageRow[], StagesRequest>({
      query: (body) => command('POST', '/events/specialstages', body),
      invalidatesTags: ['Route', 'Event'],
    }),
    flags: build.query<FlagReportRow[], number>({ query: (eventId) => `/events/flags/${eventId}` }),
    notes: build.query<NoteRow[], number>({ query: (eventId) => `/events/notes/${eventId}` }),
    pictures: build.query<PictureRow[], number>({ query: (eventId) => `/events/pictures/${eventId}` }),
    /** An object URL, which the caller revokes. */
    picture: build.mutation<string, { eventId: number; pictureId: number }>({
      query: ({ eventId, pictureId }) => ({
        url: `/events/pictures/${eventId}/${pictureId}`,
        responseHandler: async (answer) =>
          answer.ok ? URL.createObjectURL(await answer.blob()) : ((await answer.json()) as unknown),
      }),
    }),
    alerts: build.query<AlertRow[], number>({ query: (eventId) => `/events/alerts/${eventId}` }),

    createEvent: build.mutation<EventAnswer, EventRequest>({
      query: (body) => command('POST', '/events/', body),
      invalidatesTags: CHANGED,
    }),
    editEvent: build.mutation<EventAnswer, { id: number; body: EventRequest }>({
      query: ({ id, body }) => command('PUT', `/events/${id}`, body),
      invalidatesTags: CHANGED,
    }),
    publishEvent: build.mutation<EventAnswer, number>({
      query: (id) => command('PUT', `/events/publish/${id}`),
      invalidatesTags: [...CHANGED, 'Competitors'],
    }),
    postponeEvent: build.mutation<EventAnswer, { id: number; body: PostponeRequest }>({
      query: ({ id, body }) => command('PUT', `/events/postpone/${id}`, body),
      invalidatesTags: CHANGED,
    }),
    copyEvent: build.mutation<CopyAnswer, { id: number; body: CopyRequest }>({
      query: ({ id, body }) => command('POST', `/events/copy/${id}`, body),
      invalidatesTags: CHANGED,
    }),
    /** The screens of the event are left first: they would read it again, and find nothing. */
    deleteEvent: build.mutation<DeletedEventAnswer, number>({
      query: (id) => command('DELETE', `/events/${id}`),
    }),
  }),
});

export const {
  useLiveNowQuery,
  useEventsQuery,
  useEventQuery,
  useEventCategoriesQuery,
  useReadyQuery,
  useStagesQuery,
  useFlagsQuery,
  useNotesQuery,
  usePicturesQuery,
  useAlertsQuery,
} = eventsApi;
