import type { PushSubscriptionRequest } from '@flagpost/contracts';
import { STORAGE_KEYS } from '../../shared/stored-names.js';

/**
 * What this browser has told the server of its push messages: their language, its address at its push service, and
 * the key of the server that the address was made for.
 */

/** Whether it has told anything, and has not forgotten it since. */
export const isPushNoted = (): boolean => window.localStorage.getItem(STORAGE_KEYS.pushLanguage) !== null;

export const notePush = (
  { endpoint }: PushSubscriptionRequest,
  language: string,
  publicKey: string,
): void => {
  window.localStorage.setItem(STORAGE_KEYS.pushLanguage, language);
  window.localStorage.setItem(STORAGE_KEYS.pushEndpoint, endpoint);
  window.localStorage.setItem(STORAGE_KEYS.pushKey, publicKey);
};

export const isPushTold = (
  { endpoint }: PushSubscriptionRequest,
  language: string,
  publicKey: string,
): boolean =>
  window.localStorage.getItem(STORAGE_KEYS.pushLanguage) === language &&
  window.localStorage.getItem(STORAGE_KEYS.pushEndpoint) === endpoint &&
  window.localStorage.getItem(STORAGE_KEYS.pushKey) === publicKey;

export const forgetPush = (): void => {
  window.localStorage.removeItem(STORAGE_KEYS.pushLanguage);
  window.localStorage.removeItem(STORAGE_KEYS.pushEndpoint);
  window.localStorage.removeItem(STORAGE_KEYS.pushKey);
};
