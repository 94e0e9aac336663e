import { LANGUAGE } from '../../shared/language.js';
import type { AppThunk } from '../../shared/store.js';
import { STORAGE_KEYS } from '../../shared/stored-names.js';
import { identityApi } from './api.js';
import { browserSubscription } from './push-browser.js';

/** Subscribes in the language of this page, as the person has chosen another one since. */
export const renewPushLanguage = (): AppThunk<Promise<void>> => async (dispatch) => {
  const { push, subscribePush } = identityApi.endpoints;
  const subscription = await browserSubscription();
  const known = await dispatch(push.initiate(null, { forceRefetch: true, subscribe: false })).unwrap();
  if (subscription === null || !known.isSubscribed) {
    window.localStorage.removeItem(STORAGE_KEYS.pushLanguage);
    return;
  }
  await dispatch(subscribePush.initiate(subscription)).unwrap();
  window.localStorage.setItem(STORAGE_KEYS.pushLanguage, LANGUAGE);
};
