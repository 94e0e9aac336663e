import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import type { ErrorAnswer, ToldCode } from '@flagpost/contracts';
import { TEXTS } from './texts/common.js';

/**
 * Kinds of failed calls; no other file classifies errors. `api.ts` renews or ends the session, and forms, `Failure` and
 * `notices` show the texts.
 */
export type ErrorKind =
  /** The access token has expired: renew it and repeat the call. */
  | 'tokenExpired'
  /** Any other 401: the session is over. */
  | 'unauthorized'
  /** No answer: the session is over, except on the live map. */
  | 'unanswered'
  /** 418: a business rule refuses the call, with a text for the user. */
  | 'refused'
  /** 418 too: no licence is left, which has a dialog of its own. */
  | 'licenceLimit'
  /** 400: fields are invalid. */
  | 'malformed'
  /** 403: the user may not do this. */
  | 'forbidden'
  /** 404: the resource does not exist. */
  | 'missing'
  /** 503: temporarily unavailable. */
  | 'notNow'
  /** 429: too many attempts; retry later. */
  | 'limited'
  /** 429 too: too many sign-ins at this moment; the call may be repeated after a second. */
  | 'busy'
  /** Any other failure. */
  | 'failed';

const TOKEN_EXPIRED: ToldCode = 'tokenExpired';
const LICENCE_LIMIT: ToldCode = 'licence.limit';
const SIGN_IN_BUSY: ToldCode = 'signInBusy';

const answerOf = (error: unknown): Partial<ErrorAnswer> =>
  ((error as Partial<FetchBaseQueryError> | undefined)?.data as Partial<ErrorAnswer> | undefined) ?? {};

const BY_STATUS: Readonly<Record<string, ErrorKind>> = {
  FETCH_ERROR: 'unanswered',
  TIMEOUT_ERROR: 'unanswered',
  400: 'malformed',
  403: 'forbidden',
  404: 'missing',
  503: 'notNow',
};

export const errorKindOf = (error: unknown): ErrorKind => {
  const { status, name } = (error ?? {}) as Partial<FetchBaseQueryError & Error>;
  if (status === 401) return answerOf(error).code === TOKEN_EXPIRED ? 'tokenExpired' : 'unauthorized';
  if (status === 418) return answerOf(error).code === LICENCE_LIMIT ? 'licenceLimit' : 'refused';
  if (status === 429) return answerOf(error).code === SIGN_IN_BUSY ? 'busy' : 'limited';
  // A call that the client aborted.
  if (name === 'AbortError') return 'unanswered';
  return BY_STATUS[status ?? ''] ?? 'failed';
};

/** Whether a business rule refuses the call by this code. */
export const isRefusedAs = (error: unknown, code: ToldCode): boolean =>
  errorKindOf(error) === 'refused' && answerOf(error).code === code;

/** Whether the call certainly changed nothing: the server refused it, or it was never sent. */
export const isRefusal = (error: unknown): boolean => {
  const { status } = (error ?? {}) as Partial<FetchBaseQueryError>;
  return typeof status === 'number' ? status < 500 : status === 'CUSTOM_ERROR';
};

/** The text for the user: the server's message, or a general one. */
export const failureText = (error: unknown): string => {
  if (errorKindOf(error) === 'unanswered') return TEXTS.noAnswer;
  const { message } = answerOf(error);
  return typeof message === 'string' && message !== '' ? message : TEXTS.unexpected;
};

/** The server's messages about single fields, by name. */
export const fieldFaults = (error: unknown): Readonly<Record<string, string>> =>
  errorKindOf(error) === 'malformed' ? (answerOf(error).fields ?? {}) : {};
