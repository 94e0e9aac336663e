import {
  createApi,
  fetchBaseQuery,
  type BaseQueryApi,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
  type FetchBaseQueryMeta,
} from '@reduxjs/toolkit/query/react';
import { LANGUAGE_HEADER } from '@flagpost/contracts';
import { failureText, errorKindOf } from './failures.js';
import { LANGUAGE } from './language.js';
import { staysWithoutNetwork } from './paths.js';
import { personOf, readTokens } from './session/cookies.js';
import { renewTokens } from './session/renewal.js';
import { sessionEnded } from './session/slice.js';
import { ownsSession } from './session/tab.js';
import { TEXTS } from './texts/common.js';
import { RULES } from './texts/rules.js';

/** Calls to the api: their headers, the silent renewal of the session, and its end. */

export interface CallOptions {
  /** A call that needs no session and whose failure ends none. */
  anonymous?: true;
  /** A call that goes on after its screen was left: no answer to it ends no session. */
  background?: true;
}

const call = fetchBaseQuery({
  baseUrl: `${window.location.origin}/api`,
  prepareHeaders: (headers) => {
    const tokens = readTokens();
    // A call may set its own bearer token: those of first access and recovery belong to no session.
    if (tokens !== null && !headers.has('authorization'))
      headers.set('authorization', `Bearer ${tokens.accessToken}`);
    headers.set(LANGUAGE_HEADER, LANGUAGE);
    return headers;
  },
});

/**
 * How often the browser has begun to leave the page. Chromium aborts a page's calls at `pagehide`, Firefox earlier, as
 * soon as another page is requested: after `beforeunload`. The page may stay nevertheless, as for a download: calls
 * sent later count.
 */
let departures = 0;
const depart = (): void => {
  departures += 1;
};
window.addEventListener('beforeunload', depart);
window.addEventListener('pagehide', depart);

/**
 * Whether a failed call ends the session: the server refused the token, or there was no answer, except on the
 * screens of the track side, which stay open if the network is lost. Calls aborted by the page or the browser do not end the session.
 */
const endsSession = (
  error: FetchBaseQueryError,
  { signal }: BaseQueryApi,
  sentAfterDepartures: number,
  isInBackground: boolean,
): boolean => {
  const meaning = errorKindOf(error);
  if (meaning !== 'unanswered') return meaning === 'tokenExpired' || meaning === 'unauthorized';
  const isLeaving = departures !== sentAfterDepartures;
  return !signal.aborted && !isLeaving && !isInBackground && !staysWithoutNetwork(window.location.pathname);
};

/** Only the tab that owns the session ends it; any other tab leaves the cookies alone. */
const conclude = (
  error: FetchBaseQueryError,
  store: BaseQueryApi,
  sentAfterDepartures: number,
  isInBackground: boolean,
  why = failureText(error),
): void => {
  if (endsSession(error, store, sentAfterDepartures, isInBackground) && ownsSession(store))
    store.dispatch(sessionEnded(why));
};

/** The access token is expired, missing or malformed: the refresh token may obtain another. */
const needsToken = (error: FetchBaseQueryError, sentWith: string | undefined): boolean => {
  const meaning = errorKindOf(error);
  return meaning === 'tokenExpired' || (meaning === 'unauthorized' && personOf(sentWith) === null);
};

/** On a slow link the new token of another tab may have expired too. */
const MOST_RENEWALS = 2;

/** In place of an answer to a call that was not sent. */
const NOT_SENT = { error: { status: 'CUSTOM_ERROR', error: TEXTS.unexpected } } as const;

const baseQuery: BaseQueryFn<
  string | FetchArgs,
  unknown,
  FetchBaseQueryError,
  CallOptions | undefined,
  FetchBaseQueryMeta
> = async (args, store, options) => {
  if (options?.anonymous === true) return call(args, store, options);
  const isInBackground = options?.background === true;
  for (let renewals = 0; ; renewals++) {
    if (!ownsSession(store)) return NOT_SENT;
    const sentWith = readTokens()?.accessToken;
    const sentAfterDepartures = departures;
    const result = await call(args, store, options ?? {});
    if (result.error === undefined) return result;
    if (renewals === MOST_RENEWALS || !needsToken(result.error, sentWith)) {
      conclude(result.error, store, sentAfterDepartures, isInBackground);
      return result;
    }
    const renewedElsewhere = readTokens()?.accessToken !== sentWith;
    const renewal = renewedElsewhere ? 'renewed' : await renewTokens();
    if (renewal === 'unanswered' && (isInBackground || staysWithoutNetwork(window.location.pathname)))
      return result;
    if (renewal !== 'renewed') {
      const why = renewal === 'ended' ? RULES.answers.refreshTokenExpired : TEXTS.noAnswer;
      conclude(result.error, store, sentAfterDepartures, isInBackground, why);
      return result;
    }
  }
};

export const api = createApi({
  baseQuery,
  tagTypes: [
    'LiveNow',
    'Event',
    'Route',
    'Pois',
    'Categories',
    'Circuits',
    'Drivers',
    'Competitors',
    'User',
    'Push',
    'Club',
    'Keeping',
    'Licence',
    'Check',
  ],
  endpoints: () => ({}),
});
