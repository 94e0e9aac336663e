import type {
  AcceptBrowserLinkRequest,
  AvatarAnswer,
  BrowserLinkRequest,
  ChangeEmailRequest,
  ConfirmEmailAnswer,
  FirstAccessAnswer,
  FirstPasswordRequest,
  LoginAnswer,
  LoginRequest,
  MailedLinkRequest,
  MyClubAnswer,
  PassCodeAnswer,
  PassCodeRequest,
  PasswordWithEmailRequest,
  PasswordWithValidationRequest,
  PendingEmailAnswer,
  PushAnswer,
  PushSubscriptionRequest,
  RecoveryAnswer,
  RecoveryLinkAnswer,
  TakeBackAnswer,
  SessionRow,
  UpdateNameRequest,
  UserRow,
  ValidatePassCodeRequest,
} from '@flagpost/contracts';
import { api } from '../../shared/api.js';

/** What a token that is no session's opens. */
interface Borne<Body> {
  accessToken: string;
  body: Body;
}
const bearing = ({ accessToken }: Borne<unknown>) => ({ authorization: `Bearer ${accessToken}` });

export const identityApi = api.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation<LoginAnswer | FirstAccessAnswer, LoginRequest>({
      query: (body) => ({ url: '/auth/login', method: 'POST', body }),
      extraOptions: { anonymous: true },
    }),
    myClub: build.query<MyClubAnswer, null>({
      query: () => '/users/myClub/',
      extraOptions: { anonymous: true },
      keepUnusedDataFor: 0,
    }),

    sendBrowserLink: build.mutation<null, BrowserLinkRequest>({
      query: (body) => ({ url: '/auth/sendBrowserLink', method: 'POST', body }),
      extraOptions: { anonymous: true },
    }),
    acceptBrowserLink: build.mutation<null, AcceptBrowserLinkRequest>({
      query: (body) => ({ url: '/auth/acceptBrowserLink', method: 'POST', body }),
      extraOptions: { anonymous: true },
    }),
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

    sendPassCode: build.mutation<PassCodeAnswer, PassCodeRequest>({
      query: (body) => ({ url: '/auth/sendPassCodeToEmail', method: 'PUT', body }),
      extraOptions: { anonymous: true },
    }),
    validatePassCode: build.mutation<RecoveryAnswer, ValidatePassCodeRequest>({
      query: (body) => ({ url: '/auth/validatePassCode', method: 'PUT', body }),
      extraOptions: { anonymous: true },
    }),
    openRecoveryLink: build.mutation<RecoveryLinkAnswer, MailedLinkRequest>({
      query: (body) => ({ url: '/auth/recoveryLink', method: 'POST', body }),
      extraOptions: { anonymous: true },
    }),
    takeBack: build.mutation<TakeBackAnswer, MailedLinkRequest>({
      query: (body) => ({ url: '/auth/takeBack', method: 'POST', body }),
      extraOptions: { anonymous: true },
    }),
    confirmEmail: build.mutation<ConfirmEmailAnswer, MailedLinkRequest>({
      query: (body) => ({ url: '/auth/confirmEmail', method: 'POST', body }),
      extraOptions: { anonymous: true },
    }),
    choosePassword: build.mutation<null, Borne<PasswordWithEmailRequest>>({
      query: (borne) => ({
        url: '/users/updatePasswordWithEmail/',
        method: 'PUT',
        body: borne.body,
        headers: bearing(borne),
      }),
      extraOptions: { anonymous: true },
    }),
    chooseFirstPassword: build.mutation<LoginAnswer, Borne<FirstPasswordRequest>>({
      query: (borne) => ({
        url: '/users/updatePassword/',
        method: 'PATCH',
        body: borne.body,
        headers: bearing(borne),
      }),
      extraOptions: { anonymous: true },
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

export const { useUserQuery, usePendingEmailQuery, usePushQuery, useSessionsQuery } = identityApi;
