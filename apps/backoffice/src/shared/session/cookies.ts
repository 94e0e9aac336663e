import Cookies from 'js-cookie';
import { SESSION } from '@flagpost/contracts';
import type { Session } from './slice.js';

/** The session as it outlives the page: four cookies, named as the specification names them. */
const NAMES = { token: 'token', refreshToken: 'refreshToken', user: 'user', club: 'club' } as const;

export interface Tokens {
  accessToken: string;
  refreshToken: string;
}

const options = (): Cookies.CookieAttributes => ({
  path: '/',
  sameSite: 'strict',
  secure: window.location.protocol === 'https:',
  expires: SESSION.refreshTokenMs / 86_400_000,
});

export const readTokens = (): Tokens | null => {
  const accessToken = Cookies.get(NAMES.token);
  const refreshToken = Cookies.get(NAMES.refreshToken);
  return accessToken !== undefined && refreshToken !== undefined ? { accessToken, refreshToken } : null;
};

export const writeTokens = (tokens: Tokens): void => {
  Cookies.set(NAMES.token, tokens.accessToken, options());
  Cookies.set(NAMES.refreshToken, tokens.refreshToken, options());
};

export const writeSession = ({ user, club }: Session): void => {
  Cookies.set(NAMES.user, JSON.stringify(user), options());
  if (club === null) Cookies.remove(NAMES.club, { path: '/' });
  else Cookies.set(NAMES.club, JSON.stringify(club), options());
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

/** Null when nobody is logged in; a user without a role counts as nobody. */
export const readSession = (): Session | null => {
  const user = parsed(NAMES.user);
  if (readTokens() === null || !isUser(user) || user.roles.length === 0) return null;
  const club = parsed(NAMES.club);
  return { user, club: isClub(club) ? club : null };
};

export const clearCookies = (): void => {
  for (const name of Object.values(NAMES)) Cookies.remove(name, { path: '/' });
};
