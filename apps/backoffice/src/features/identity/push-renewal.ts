import { LANGUAGE } from '../../shared/language.js';
import type { AppThunk } from '../../shared/store.js';
import { accountApi } from './account-api.js';
import { browserSubscription, subscribeAgain } from './push-browser.js';
import { forgetPush, isRegistrationCurrent, notePush } from './push-registration.js';

/**
 * Tells the server the language of this page and the subscription of this browser, if either is another than it was told. A
 * subscription that the browser has lost, or that was made for another key of the server, is made anew. One that has ended on
 * the server is forgotten: this may be another session.
 */
export const renewPush = (): AppThunk<Promise<void>> => async (dispatch) => {
  const { push, subscribePush } = accountApi.endpoints;
  const { publicKey, isSubscribed } = await dispatch(
    push.initiate(null, { forceRefetch: true, subscribe: false }),
  ).unwrap();
  const subscription = isSubscribed
    ? ((await browserSubscription(publicKey)) ?? (await subscribeAgain(publicKey)))
    : null;
  if (subscription === null) {
    forgetPush();
    return;
  }
  if (isRegistrationCurrent(subscription, LANGUAGE, publicKey)) return;
  await dispatch(subscribePush.initiate(subscription)).unwrap();
  notePush(subscription, LANGUAGE, publicKey);
};
