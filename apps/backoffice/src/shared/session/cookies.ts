import Cookies from 'js-cookie';
import { DAY_MS, SESSION, type AccessClaims } from '@flagpost/contracts';
import { SESSION_COOKIES as NAMES, STORAGE_KEYS } from '../stored-names.js';
import type { Session } from './slice.js';

export interface Tokens {
  accessToken: string;
  refreshToken: string;
}

const options = (): Cookies.CookieAttributes => ({
  path: '/',
  sameSite: 'strict',
  secure: window.location.protocol === 'https:',
  expires: SESSION.refreshTokenMs / DAY_MS,
});

/** The longest-lived part of a session: without it there is no session. */
export const readRefreshToken = (): string | null => Cookies.get(NAMES.refreshToken) ?? null;

export const readTokens = (): Tokens | null => {
  const accessToken = Cookies.get(NAMES.token);
  const refreshToken = readRefreshToken();
  return accessToken !== undefined && refreshToken !== null ? { accessToken, refreshToken } : null;
};

export const writeTokens = (tokens: Tokens): void => {
  Cookies.set(NAMES.token, tokens.accessToken, options());
  Cookies.set(NAMES.refreshToken, tokens.refreshToken, options());
};

export const writeSession = ({ user, club }: Session): void => {
  Cookies.set(NAMES.user, JSON.stringify(user), options());
  if (club === null) Cookies.remove(NAMES.club, { path: '/' });
  else Cookies.set(NAMES.club, JSON.stringify(club), options());
  window.localStorage.setItem(STORAGE_KEYS.session, String(user.id));
};

const parsed = (name: string): unknown => {
  try {
    return JSON.parse(Cookies.get(name) ?? 'null');
  } catch {
    return null;
  }
};

const isUser = (value: unknown): value is Session['user'] => {
  const user = value as Partial<Session['user']> | null;
  return typeof user?.id === 'number' && typeof user.name === 'string' && Array.isArray(user.roles);
};

const isClub = (value: unknown): value is NonNullable<Session['club']> => {
  const club = value as Partial<NonNullable<Session['club']>> | null;
  return typeof club?.cluId === 'number' && typeof club.cluName === 'string';
};

const readUser = (): Session['user'] | null => {
  const user = parsed(NAMES.user);
  return isUser(user) ? user : null;
};

/** The claims of an access token, unverified; null if it is not a token. */
export const claimsOf = (accessToken: string): Partial<AccessClaims> | null => {
  try {
    const payload = accessToken.split('.')[1] ?? '';
    return JSON.parse(
      window.atob(payload.replaceAll('-', '+').replaceAll('_', '/')),
    ) as Partial<AccessClaims>;
  } catch {
    return null;
  }
};

/** The user id of an access token; null if it is not a token. */
export const personOf = (accessToken: string | undefined): number | null => {
  const id = claimsOf(accessToken ?? '')?.Id;
  return typeof id === 'number' ? id : null;
};

/** User id of the session in the cookies: from the token, which the server uses, if it can be read. */
export const readPerson = (): number | null =>
  readRefreshToken() === null ? null : (personOf(Cookies.get(NAMES.token)) ?? readUser()?.id ?? null);

/**
 * Null if nobody is logged in; a user without a role counts as not logged in. A missing or malformed access token does
 * not end the session: the refresh token obtains a new one.
 */
export const readSession = (): Session | null => {
  const user = readUser();
  if (user === null || user.id !== readPerson() || user.roles.length === 0) return null;
  const club = parsed(NAMES.club);
  return { user, club: isClub(club) ? club : null };
};

export const clearCookies = (): void => {
  for (const name of Object.values(NAMES)) Cookies.remove(name, { path: '/' });
  window.localStorage.removeItem(STORAGE_KEYS.session);
};
