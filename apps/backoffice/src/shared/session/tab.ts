import type { Action } from '@reduxjs/toolkit';
import { PATHS } from '../paths.js';
import { TEXTS } from '../texts/common.js';
import { STORAGE_KEYS } from '../stored-names.js';
import { claimsOf, readPerson, readTokens } from './cookies.js';
import { personChanged, selectSession, sessionEnded, type Session, type SessionState } from './slice.js';

/** All tabs of a browser share its cookies: a tab that shows another person than they hold must not go on. */

interface Tab {
  readonly dispatch: (action: Action) => unknown;
  readonly getState: () => unknown;
}

export const page = {
  /** Loads the app anew, as whoever the cookies hold; nothing of the person before is left in memory. */
  startAnew: (): void => window.location.replace(PATHS.home),
};

let followed: Tab | null = null;

/**
 * An administrator may have changed what the person may do: the newest token says it. Who has no role left, or belongs
 * to another institution now, is to sign in again.
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
 * Whether the cookies still hold the person that the tab shows, as what their token says. If not, this ends what it
 * shows: logged out where they hold nobody, else loaded anew. From the first call on, the tab is also followed between
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

/** The news of another tab may come before the cookies that it tells of: what it says is gone by, not they. */
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
  // The whole storage was emptied.
  else if (key === null) look();
});
window.addEventListener('focus', look);
window.addEventListener('pageshow', look);
document.addEventListener('visibilitychange', look);
