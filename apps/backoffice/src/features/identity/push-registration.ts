import type { PushSubscriptionRequest } from '@flagpost/contracts';
import { STORAGE_KEYS } from '../../shared/stored-names.js';

/**
 * The registration of this browser for push messages, as the server has it: their language, its address at its push service, and
 * the key of the server that the address was made for.
 */

/** Whether there is one. */
export const isRegistered = (): boolean => window.localStorage.getItem(STORAGE_KEYS.pushLanguage) !== null;

export const notePush = (
  { endpoint }: PushSubscriptionRequest,
  language: string,
  publicKey: string,
): void => {
  window.localStorage.setItem(STORAGE_KEYS.pushLanguage, language);
  window.localStorage.setItem(STORAGE_KEYS.pushEndpoint, endpoint);
  window.localStorage.setItem(STORAGE_KEYS.pushKey, publicKey);
};

/** Whether it is of this address, language and key. */
export const isRegistrationCurrent = (
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
