import type {
  AuthorizeAnswer,
  CompetitorCounts,
  CompetitorRow,
  DeletedAnswer,
  DeleteSelectedRequest,
  DeviceAnswer,
  DeviceTokenAnswer,
  DriverRecord,
  EditInvitationDriverRequest,
  InvitationDriverAnswer,
  InvitationDriverRequest,
  InvitationRecord,
  RemoveAllRequest,
} from '@flagpost/contracts';
import { api } from '../../shared/api.js';
import { command } from '../../shared/idempotency-key.js';

/** Tags that a change of competitors invalidates. */
const CHANGED = ['Competitors', 'LiveNow', 'Licence'] as const;

interface ToAuthorize {
  readonly Invitations: readonly number[];
  readonly Authorized: 0 | 1;
  readonly Confirmed?: boolean;
}

export const competitorsApi = api.injectEndpoints({
  endpoints: (build) => ({
    competitors: build.query<CompetitorRow[], number>({
      query: (eventId) => `/events/drivers/${eventId}`,
      providesTags: ['Competitors'],
    }),
    competitorCounts: build.query<CompetitorCounts, number>({
      query: (eventId) => `/invitations/counts/${eventId}`,
    }),
    addCompetitor: build.mutation<InvitationDriverAnswer, InvitationDriverRequest>({
      query: (body) => command('POST', '/invitations/createInvitationDriver/', body),
      invalidatesTags: [...CHANGED],
    }),
    editCompetitor: build.mutation<InvitationDriverAnswer, EditInvitationDriverRequest>({
      query: (body) => command('PUT', '/invitations/updateInvitationDriver/', body),
      invalidatesTags: [...CHANGED],
    }),
    authorizeCompetitors: build.mutation<AuthorizeAnswer, ToAuthorize>({
      query: (body) => command('PATCH', '/invitations/authorized/', body),
      invalidatesTags: [...CHANGED],
    }),
    sendInvitations: build.mutation<{ readonly sent: readonly number[] }, readonly number[]>({
      query: (Invitations) => command('PATCH', '/invitations/send/', { Invitations }),
      invalidatesTags: [...CHANGED],
    }),
    deleteSelected: build.mutation<DeletedAnswer, DeleteSelectedRequest>({
      query: (body) => command('PATCH', '/invitations/deleteSelected/', body),
      invalidatesTags: [...CHANGED],
    }),
    removeAll: build.mutation<DeletedAnswer, RemoveAllRequest>({
      query: (body) => command('PATCH', '/invitations/removeAll/', body),
      invalidatesTags: [...CHANGED],
    }),

    driverByEmail: build.query<DriverRecord, { email: string; clubId: number }>({
      query: ({ email, clubId }) => `/drivers/byEmailClub/${encodeURIComponent(email)}/${clubId}`,
    }),
    invitationsOfDriver: build.query<
      InvitationRecord[],
      { driverId: number; eventId: number; categoryId: number }
    >({
      query: ({ driverId, eventId, categoryId }) =>
        `/invitations/byDriverEvent/?DriverId=${driverId}&EventId=${eventId}&CategoryId=${categoryId}`,
    }),

    device: build.query<DeviceAnswer, number>({
      query: (invitationId) => `/invitations/${invitationId}/device`,
    }),
    issueDeviceToken: build.mutation<DeviceTokenAnswer, number>({
      query: (invitationId) => command('POST', `/invitations/${invitationId}/deviceToken`),
    }),
  }),
});

export const { useCompetitorsQuery, useDeviceQuery } = competitorsApi;
