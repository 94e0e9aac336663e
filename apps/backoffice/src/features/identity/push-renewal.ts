import { LANGUAGE } from '../../shared/language.js';
import type { AppThunk } from '../../shared/store.js';
import { identityApi } from './api.js';
import { browserSubscription, subscribeAgain } from './push-browser.js';
import { forgetPush, isPushTold, notePush } from './push-told.js';

/**
 * Tells the server the language of this page and the subscription of this browser, where either is another than it was told; a
 * subscription that the browser has lost is made anew. One that has ended on the server is forgotten: this may be another session.
 */
export const renewPush = (): AppThunk<Promise<void>> => async (dispatch) => {
  const { push, subscribePush } = identityApi.endpoints;
  const found = await browserSubscription();
  if (found !== null && isPushTold(found, LANGUAGE)) return;
  const known = await dispatch(push.initiate(null, { forceRefetch: true, subscribe: false })).unwrap();
  const subscription = known.isSubscribed ? (found ?? (await subscribeAgain(known.publicKey))) : null;
  if (subscription === null) {
    forgetPush();
    return;
  }
  await dispatch(subscribePush.initiate(subscription)).unwrap();
  notePush(subscription, LANGUAGE);
};
