import type {
  AvatarAnswer,
  ChangeEmailRequest,
  LoginAnswer,
  PasswordWithValidationRequest,
  PendingEmailAnswer,
  PushAnswer,
  PushSubscriptionRequest,
  SessionRow,
  UpdateNameRequest,
  UserRow,
} from '@flagpost/contracts';
import { api } from '../../shared/api.js';

/** The calls of an account that is signed in. */
export const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    sessions: build.query<SessionRow[], null>({ query: () => '/auth/sessions', keepUnusedDataFor: 0 }),
    signOutEverywhere: build.mutation<null, null>({
      query: () => ({ url: '/auth/sessions', method: 'DELETE' }),
    }),

    push: build.query<PushAnswer, null>({
      query: () => '/subscriptions/eventviewer',
      providesTags: ['Push'],
      keepUnusedDataFor: 0,
    }),
    subscribePush: build.mutation<null, PushSubscriptionRequest>({
      query: (body) => ({ url: '/subscriptions/eventviewer', method: 'POST', body }),
      invalidatesTags: ['Push'],
    }),
    unsubscribePush: build.mutation<null, null>({
      query: () => ({ url: '/subscriptions/eventviewer', method: 'DELETE' }),
      invalidatesTags: ['Push'],
    }),

    user: build.query<UserRow, number>({ query: (userId) => `/users/${userId}`, providesTags: ['User'] }),
    updateName: build.mutation<unknown, UpdateNameRequest>({
      query: (body) => ({ url: '/users/updateName/', method: 'PUT', body }),
      invalidatesTags: ['User'],
    }),
    changeEmail: build.mutation<null, ChangeEmailRequest>({
      query: (body) => ({ url: '/users/updateEmailValidatedByPassword/', method: 'PUT', body }),
      invalidatesTags: ['User'],
    }),
    pendingEmail: build.query<PendingEmailAnswer, null>({
      query: () => '/users/pendingEmail',
      providesTags: ['User'],
      keepUnusedDataFor: 0,
    }),
    cancelPendingEmail: build.mutation<null, null>({
      query: () => ({ url: '/users/pendingEmail', method: 'DELETE' }),
      invalidatesTags: ['User'],
    }),
    changePassword: build.mutation<LoginAnswer, PasswordWithValidationRequest>({
      query: (body) => ({ url: '/users/updatePasswordWithValidation/', method: 'PUT', body }),
      // A new address that waited waits no more.
      invalidatesTags: ['User'],
    }),
    uploadAvatar: build.mutation<AvatarAnswer, { userId: number; file: File }>({
      query: ({ userId, file }) => {
        const body = new FormData();
        body.append('file', file);
        return { url: `/commonServices/uploadAvatar/${userId}`, method: 'POST', body };
      },
      invalidatesTags: ['User'],
    }),
  }),
});

export const { useUserQuery, usePendingEmailQuery, usePushQuery, useSessionsQuery } = accountApi;
