import type {
  ChangedStaffAnswer,
  ClubAnswer,
  ClubRequest,
  ClubRow,
  CountryRow,
  EventRow,
  IdDescription,
  KeepingAnswer,
  KeepingRequest,
  LicenceAnswer,
  LicenceRequest,
  LicenceRow,
  NewClubAnswer,
  NewClubRequest,
  StaffAnswer,
  StaffRequest,
  UserRow,
} from '@flagpost/contracts';
import { api } from '../../shared/api.js';
import { command } from '../../shared/idempotency-key.js';

export const institutionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    countries: build.query<CountryRow[], null>({ query: () => '/countries/' }),

    clubs: build.query<ClubRow[], null>({
      query: () => '/clubs/',
      providesTags: ['Club', 'Licence', 'User'],
    }),
    clubNames: build.query<IdDescription[], null>({
      query: () => '/clubs/IdDescription/',
      providesTags: ['Club'],
    }),
    club: build.query<ClubAnswer, number>({ query: (id) => `/clubs/${id}`, providesTags: ['Club'] }),
    registerClub: build.mutation<NewClubAnswer, NewClubRequest>({
      query: (body) => command('POST', '/clubs/', body),
      invalidatesTags: ['Club'],
    }),
    editClub: build.mutation<unknown, { id: number; body: ClubRequest }>({
      query: ({ id, body }) => command('PUT', `/clubs/${id}`, body),
      invalidatesTags: ['Club'],
    }),
    deleteClub: build.mutation<unknown, number>({
      query: (id) => command('DELETE', `/clubs/${id}`),
    }),
    keeping: build.query<KeepingAnswer, number>({
      query: (id) => `/keeping/${id}`,
      providesTags: ['Keeping'],
    }),
    /** What a rule would delete if it were set now. */
    keepingIfSet: build.query<KeepingAnswer, { clubId: number; days: string }>({
      query: ({ clubId, days }) => `/keeping/${clubId}?days=${days}`,
      keepUnusedDataFor: 0,
    }),
    setKeeping: build.mutation<KeepingAnswer, { id: number; body: KeepingRequest }>({
      query: ({ id, body }) => command('PUT', `/keeping/${id}`, body),
      invalidatesTags: ['Keeping'],
    }),
    clubEvents: build.query<EventRow[], number>({ query: (id) => `/events/byClub/${id}` }),

    clubUsers: build.query<UserRow[], number>({
      query: (id) => `/users/byClub/${id}`,
      providesTags: ['User'],
    }),
    user: build.query<UserRow, number>({ query: (id) => `/users/${id}` }),
    addUser: build.mutation<StaffAnswer, StaffRequest>({
      query: (body) => command('POST', '/users/roles/', body),
      invalidatesTags: ['User'],
    }),
    editUser: build.mutation<ChangedStaffAnswer, { id: number; body: StaffRequest }>({
      query: ({ id, body }) => command('PUT', `/users/roles/${id}`, body),
      invalidatesTags: ['User'],
    }),
    inviteAgain: build.mutation<unknown, number>({
      query: (id) => command('POST', `/users/roles/${id}/firstAccess`),
      invalidatesTags: ['User'],
    }),
    removeUser: build.mutation<unknown, number>({
      query: (id) => command('DELETE', `/users/roluser/${id}`),
      invalidatesTags: ['User'],
    }),

    licences: build.query<LicenceRow[], null>({ query: () => '/licenses/', providesTags: ['Licence'] }),
    clubLicences: build.query<LicenceRow[], number>({
      query: (id) => `/licenses/byClub/${id}`,
      providesTags: ['Licence'],
    }),
    currentLicence: build.query<LicenceRow, number>({
      query: (id) => `/licenses/Current/${id}`,
      providesTags: ['Licence'],
    }),
    licence: build.query<LicenceRow, number>({ query: (id) => `/licenses/${id}` }),
    grantLicence: build.mutation<LicenceAnswer, LicenceRequest>({
      query: (body) => command('POST', '/licenses/', body),
      invalidatesTags: ['Licence'],
    }),
    editLicence: build.mutation<LicenceAnswer, { id: number; body: LicenceRequest }>({
      query: ({ id, body }) => command('PUT', `/licenses/${id}`, body),
      invalidatesTags: ['Licence'],
    }),
  }),
});

export const {
  useCountriesQuery,
  useClubsQuery,
  useClubNamesQuery,
  useClubQuery,
  useKeepingQuery,
  useKeepingIfSetQuery,
  useClubEventsQuery,
  useClubUsersQuery,
  useLicencesQuery,
  useClubLicencesQuery,
  useCurrentLicenceQuery,
} = institutionsApi;
