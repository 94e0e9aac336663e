import type { Action } from '@reduxjs/toolkit';
import { PATHS } from '../paths.js';
import { readPerson, SESSION_NEWS } from './cookies.js';
import { selectSession, sessionEnded, type SessionState } from './slice.js';

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
 * Whether the cookies still hold the person that the tab shows. If not, this ends what it shows: logged out where they
 * hold nobody, else loaded anew. From the first call on, the tab is also followed between calls.
 */
export const ownsSession = (tab: Tab): boolean => {
  followed = tab;
  const shown = selectSession(tab.getState() as { session: SessionState });
  const holder = readPerson();
  if (shown === null || shown.user.id === holder) return true;
  if (holder === null) tab.dispatch(sessionEnded());
  else page.startAnew();
  return false;
};

const look = (): void => {
  if (followed !== null) ownsSession(followed);
};

window.addEventListener('storage', ({ key }) => {
  // Without a key the whole storage was emptied.
  if (key === SESSION_NEWS || key === null) look();
});
window.addEventListener('focus', look);
window.addEventListener('pageshow', look);
document.addEventListener('visibilitychange', look);
