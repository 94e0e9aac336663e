import type { Browser, BrowserContext, Cookie } from '@playwright/test';
import { ROLES, type AccessClaims, type LoginAnswer, type MyClubAnswer } from '@flagpost/contracts';
import type { Session } from '../apps/backoffice/src/shared/session/slice.js';
import { SESSION_COOKIES } from '../apps/backoffice/src/shared/stored-names.js';

const claimsOf = (accessToken: string): AccessClaims =>
  JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()) as AccessClaims;

/**
 * Signs in by the api and gives the context the cookies that the login form would have written: every page that it
 * opens is signed in. The form costs a load of the page and two seconds of CPU; use `logIn` only if a test needs it.
 *
 * @throws if the account may not sign in.
 */
export const startSession = async (
  context: BrowserContext,
  url: string,
  email: string,
  password = 'Flagpost1',
): Promise<void> => {
  const { request } = context;
  // As a browser sends it: the server stores its mark in the cookies of the context.
  const headers = { origin: new URL(url).origin };
  const login = await request.post(`${url}/api/auth/login`, { data: { email, password }, headers });
  if (!login.ok()) throw new Error(`${email} was answered ${login.status()}: ${await login.text()}`);
  const { accessToken, refreshToken, id, name, surname, roles } = (await login.json()) as LoginAnswer;
  const authorization = `Bearer ${accessToken}`;
  const club = roles.some((role) => role.id === ROLES.admin)
    ? null
    : ((await (
        await request.get(`${url}/api/users/myClub/`, { headers: { authorization } })
      ).json()) as MyClubAnswer);
  const user: Session['user'] = {
    id,
    name: `${name} ${surname}`,
    roles,
    avatar: claimsOf(accessToken).Avatar,
  };
  const stored = {
    [SESSION_COOKIES.token]: accessToken,
    [SESSION_COOKIES.refreshToken]: refreshToken,
    [SESSION_COOKIES.user]: JSON.stringify(user),
    ...(club !== null && { [SESSION_COOKIES.club]: JSON.stringify(club) }),
  };
  await context.addCookies(
    Object.entries(stored).map(([key, value]) => ({
      name: key,
      value: encodeURIComponent(value),
      url,
      sameSite: 'Strict' as const,
    })),
  );
};

/** The cookies of a session, for windows that are opened later. */
export const sessionCookies = async (browser: Browser, url: string, email: string): Promise<Cookie[]> => {
  const context = await browser.newContext();
  await startSession(context, url, email);
  const cookies = await context.cookies();
  await context.close();
  return cookies;
};
