import {
  createApi,
  fetchBaseQuery,
  type BaseQueryApi,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
} from '@reduxjs/toolkit/query/react';
import { isLiveMap } from './paths.js';
import { personOf, readTokens } from './session/cookies.js';
import { isTokenExpired, renewTokens } from './session/renewal.js';
import { sessionEnded } from './session/slice.js';
import { ownsSession } from './session/tab.js';
import { TEXTS } from './texts.js';

/** Every call to the api: its headers, the silent renewal of the session, and the session's end. */

export interface CallOptions {
  /** A call that needs no session and whose failure ends none. */
  anonymous?: true;
}

const call = fetchBaseQuery({
  baseUrl: `${window.location.origin}/api`,
  prepareHeaders: (headers) => {
    const tokens = readTokens();
    if (tokens !== null) headers.set('authorization', `Bearer ${tokens.accessToken}`);
    headers.set('backofficelanguage', navigator.language);
    return headers;
  },
});

const bodyMessage = (data: unknown): string | null => {
  const message = (data as { message?: unknown } | null | undefined)?.message;
  return typeof message === 'string' && message !== '' ? message : null;
};

/** The server's own words, else one of ours. */
export const failureText = (error: unknown): string => {
  const failure = error as Partial<FetchBaseQueryError> | undefined;
  if (failure?.status === 'FETCH_ERROR' || failure?.status === 'TIMEOUT_ERROR') return TEXTS.noAnswer;
  return bodyMessage(failure?.data) ?? TEXTS.unexpected;
};

let leaving = false;
window.addEventListener('pagehide', () => {
  leaving = true;
});
window.addEventListener('pageshow', () => {
  leaving = false;
});

/**
 * A refused session ends it, and so does a call that nobody answers; the live map keeps its screen through a lost
 * network. Calls that the page itself broke off say nothing about the session.
 */
const endsSession = (error: FetchBaseQueryError | undefined, { signal }: BaseQueryApi): boolean => {
  if (error === undefined) return false;
  if (error.status === 401) return true;
  return (
    error.status === 'FETCH_ERROR' && !signal.aborted && !leaving && !isLiveMap(window.location.pathname)
  );
};

/** A session is ended by the tab that owns it; one that does not leaves the cookies to whoever does. */
const conclude = (error: FetchBaseQueryError | undefined, store: BaseQueryApi): void => {
  if (endsSession(error, store) && ownsSession(store)) store.dispatch(sessionEnded());
};

/** The access token is too old, missing or broken: the refresh token may bring another. */
const needsToken = (error: FetchBaseQueryError | undefined, sentWith: string | undefined): boolean =>
  isTokenExpired(error?.status, bodyMessage(error?.data)) ||
  (error?.status === 401 && personOf(sentWith) === null);

/** In place of an answer to a call that was not sent. */
const NOT_SENT = { error: { status: 'CUSTOM_ERROR', error: TEXTS.unexpected } } as const;

export const baseQuery: BaseQueryFn<
  string | FetchArgs,
  unknown,
  FetchBaseQueryError,
  CallOptions | undefined
> = async (args, store, options) => {
  if (options?.anonymous === true) return call(args, store, options);
  if (!ownsSession(store)) return NOT_SENT;
  const sentWith = readTokens()?.accessToken;
  const result = await call(args, store, options ?? {});
  if (needsToken(result.error, sentWith)) {
    const renewedElsewhere = readTokens()?.accessToken !== sentWith;
    const renewal = renewedElsewhere ? 'renewed' : await renewTokens();
    if (renewal === 'renewed') {
      if (!ownsSession(store)) return NOT_SENT;
      const replayed = await call(args, store, options ?? {});
      conclude(replayed.error, store);
      return replayed;
    }
    if (renewal === 'unanswered' && isLiveMap(window.location.pathname)) return result;
  }
  conclude(result.error, store);
  return result;
};

export const api = createApi({
  baseQuery,
  tagTypes: ['LiveNow', 'Event', 'Route', 'Pois', 'Categories', 'Drivers'],
  endpoints: () => ({}),
});
