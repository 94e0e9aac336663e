import { LANGUAGE_HEADER } from '@flagpost/contracts';
import type { AppThunk } from '../../shared/store.js';
import { LANGUAGE } from '../../shared/language.js';
import { readRefreshToken } from '../../shared/session/cookies.js';
import { forgetPush, isRegistered } from './push-registration.js';
import { sessionEnded } from '../../shared/session/slice.js';

/** The server ends them with the session; the browser does in case that the server does not hear of it. */
const endPush = (): void => {
  if (!isRegistered()) return;
  forgetPush();
  void import('./push-browser.js')
    .then(({ unsubscribeBrowser }) => unsubscribeBrowser())
    .catch(() => undefined);
};

/** Ends the session in this browser at once, and on the server as soon as it hears of it. */
export const signOut = (): AppThunk<void> => (dispatch) => {
  const refreshToken = readRefreshToken();
  dispatch(sessionEnded());
  endPush();
  if (refreshToken === null) return;
  void fetch(`${window.location.origin}/api/auth/logout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [LANGUAGE_HEADER]: LANGUAGE },
    body: JSON.stringify({ refreshToken }),
    // The page may be closed now.
    keepalive: true,
  }).catch(() => {
    // Nobody is signed in here any more; without its tokens the session ends by itself.
  });
};
