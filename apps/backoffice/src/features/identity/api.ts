import type {
  AcceptBrowserLinkRequest,
  BrowserLinkRequest,
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
  RecoveryAnswer,
  RecoveryLinkAnswer,
  TakeBackAnswer,
  ValidatePassCodeRequest,
} from '@flagpost/contracts';
import { api } from '../../shared/api.js';

/** What a token that is no session's opens. */
interface Borne<Body> {
  accessToken: string;
  body: Body;
}
const bearing = ({ accessToken }: Borne<unknown>) => ({ authorization: `Bearer ${accessToken}` });

/** The calls of who is not signed in. Those of an account that is are in `account-api.ts`, which the sign-in page does not load. */
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
  }),
});
