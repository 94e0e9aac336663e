import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import type { ErrorAnswer, ToldCode } from '@flagpost/contracts';
import { TEXTS } from './texts/common.js';

/**
 * What a failed call means, decided here alone. The session's part (renewal, end) is carried out by `api.ts`, what
 * people are told by a form, a `Failure` or `notices`.
 */
export type Meaning =
  /** The access token is too old: renew it and send the call again. */
  | 'tokenExpired'
  /** Any other 401: the session is over. */
  | 'unauthorized'
  /** Nobody answered: the session is over, except on the live map. */
  | 'unanswered'
  /** 418: a business rule says no, in words that are meant to be read. */
  | 'refused'
  /** 418 too: no licence is left, which has a dialog of its own. */
  | 'licenceLimit'
  /** 400: fields are not as they should be. */
  | 'malformed'
  /** 403: not for this person. */
  | 'forbidden'
  /** 404: it is not there. */
  | 'missing'
  /** 503: the server cannot now, and will again. */
  | 'notNow'
  /** 429: too many attempts; another one waits. */
  | 'limited'
  /** 429 too: so many sign in at this moment that the same is to be sent again in a second. */
  | 'busy'
  /** Just failed. */
  | 'failed';

const TOKEN_EXPIRED: ToldCode = 'tokenExpired';
const LICENCE_LIMIT: ToldCode = 'licence.limit';
const SIGN_IN_BUSY: ToldCode = 'signInBusy';

const answerOf = (error: unknown): Partial<ErrorAnswer> =>
  ((error as Partial<FetchBaseQueryError> | undefined)?.data as Partial<ErrorAnswer> | undefined) ?? {};

const BY_STATUS: Readonly<Record<string, Meaning>> = {
  FETCH_ERROR: 'unanswered',
  TIMEOUT_ERROR: 'unanswered',
  400: 'malformed',
  403: 'forbidden',
  404: 'missing',
  503: 'notNow',
};

export const meaningOf = (error: unknown): Meaning => {
  const { status, name } = (error ?? {}) as Partial<FetchBaseQueryError & Error>;
  if (status === 401) return answerOf(error).code === TOKEN_EXPIRED ? 'tokenExpired' : 'unauthorized';
  if (status === 418) return answerOf(error).code === LICENCE_LIMIT ? 'licenceLimit' : 'refused';
  if (status === 429) return answerOf(error).code === SIGN_IN_BUSY ? 'busy' : 'limited';
  // A call that we gave up ourselves.
  if (name === 'AbortError') return 'unanswered';
  return BY_STATUS[status ?? ''] ?? 'failed';
};

/** Whether this says for certain that the call changed nothing: the server's no, or a call that was never sent. */
export const isRefusal = (error: unknown): boolean => {
  const { status } = (error ?? {}) as Partial<FetchBaseQueryError>;
  return typeof status === 'number' ? status < 500 : status === 'CUSTOM_ERROR';
};

/** What to tell people: the server's own words, else ours. */
export const failureText = (error: unknown): string => {
  if (meaningOf(error) === 'unanswered') return TEXTS.noAnswer;
  const { message } = answerOf(error);
  return typeof message === 'string' && message !== '' ? message : TEXTS.unexpected;
};

/** What the server says of single fields, by name. */
export const fieldFaults = (error: unknown): Readonly<Record<string, string>> =>
  meaningOf(error) === 'malformed' ? (answerOf(error).fields ?? {}) : {};
