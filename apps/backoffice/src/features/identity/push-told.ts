import type { PushSubscriptionRequest } from '@flagpost/contracts';
import { STORAGE_KEYS } from '../../shared/stored-names.js';

/** What this browser has told the server of its push messages: their language, and its address at its push service. */

/** Whether it has told anything, and has not forgotten it since. */
export const isPushNoted = (): boolean => window.localStorage.getItem(STORAGE_KEYS.pushLanguage) !== null;

export const notePush = ({ endpoint }: PushSubscriptionRequest, language: string): void => {
  window.localStorage.setItem(STORAGE_KEYS.pushLanguage, language);
  window.localStorage.setItem(STORAGE_KEYS.pushEndpoint, endpoint);
};

export const isPushTold = ({ endpoint }: PushSubscriptionRequest, language: string): boolean =>
  window.localStorage.getItem(STORAGE_KEYS.pushLanguage) === language &&
  window.localStorage.getItem(STORAGE_KEYS.pushEndpoint) === endpoint;

export const forgetPush = (): void => {
  window.localStorage.removeItem(STORAGE_KEYS.pushLanguage);
  window.localStorage.removeItem(STORAGE_KEYS.pushEndpoint);
};
