import type { Action } from '@reduxjs/toolkit';
import { PATHS } from '../paths.js';
import { TEXTS } from '../texts/common.js';
import { STORAGE_KEYS } from '../stored-names.js';
import { claimsOf, readPerson, readTokens } from './cookies.js';
import { personChanged, selectSession, sessionEnded, type Session, type SessionState } from './slice.js';

/** All tabs of a browser share its cookies: a tab must stop if the cookies belong to another user than it shows. */

interface Tab {
  readonly dispatch: (action: Action) => unknown;
  readonly getState: () => unknown;
}

export const page = {
  /** Reloads the app for the user in the cookies, so that no data of the former user stays in memory. */
  startAnew: (): void => window.location.replace(PATHS.home),
};

let followed: Tab | null = null;

/**
 * An administrator may have changed the user's roles, which the newest token contains. A user without a role, or who
 * belongs to another institution now, must sign in again.
 */
const followToken = (tab: Tab, { user, club }: Session): boolean => {
  const { Roles, ClubId } = claimsOf(readTokens()?.accessToken ?? '') ?? {};
  if (Roles === undefined || ClubId === undefined) return true;
  if (Roles.length === 0 || ClubId !== (club?.cluId ?? null)) {
    tab.dispatch(sessionEnded(TEXTS.login.changed));
    return false;
  }
  const roles = Roles.map(({ Id }) => ({ id: Id }));
  const isSame =
    roles.length === user.roles.length && roles.every(({ id }) => user.roles.some((role) => role.id === id));
  if (!isSame) tab.dispatch(personChanged({ roles }));
  return true;
};

/**
 * Whether the cookies still belong to the user that the tab shows, with the roles of their token. If not, the tab logs
 * out if the cookies contain no session, and reloads otherwise. From the first call on, the tab is also checked between
 * calls.
 */
export const ownsSession = (tab: Tab): boolean => {
  followed = tab;
  const shown = selectSession(tab.getState() as { session: SessionState });
  const holder = readPerson();
  if (shown === null) return true;
  if (shown.user.id === holder) return followToken(tab, shown);
  if (holder === null) tab.dispatch(sessionEnded());
  else page.startAnew();
  return false;
};

const look = (): void => {
  if (followed !== null) ownsSession(followed);
};

/** A storage event of another tab may arrive before its cookies: the stored user id decides, not the cookies. */
const hear = (): void => {
  if (followed === null) return;
  const shown = selectSession(followed.getState() as { session: SessionState });
  const told = window.localStorage.getItem(STORAGE_KEYS.session);
  if (shown === null || told === String(shown.user.id)) look();
  else if (told === null) followed.dispatch(sessionEnded());
  else page.startAnew();
};

window.addEventListener('storage', ({ key }) => {
  if (key === STORAGE_KEYS.session) hear();
  // The whole storage was cleared.
  else if (key === null) look();
});
window.addEventListener('focus', look);
window.addEventListener('pageshow', look);
document.addEventListener('visibilitychange', look);
