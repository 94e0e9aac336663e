import type { PushSubscriptionRequest } from '@flagpost/contracts';

/** Push messages on the side of the browser: its permission, the worker that shows them, and its subscription. */

const WORKER = '/push-worker.js';
const SCOPE = '/';

/** Why this browser takes none; null if it may. */
export const pushObstacle = (): 'insecure' | 'unsupported' | null => {
  if (!window.isSecureContext) return 'insecure';
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  return isAble ? null : 'unsupported';
};

/** Null without a subscription, or where the person took the permission back. */
const current = async (): Promise<PushSubscription | null> => {
  if (pushObstacle() !== null || Notification.permission !== 'granted') return null;
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  return (await registration?.pushManager.getSubscription()) ?? null;
};
const requestOf = (subscription: PushSubscription): PushSubscriptionRequest =>
  subscription.toJSON() as PushSubscriptionRequest;

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** Null also if it was made for another key of the server: its push service refuses all messages then. */
export const browserSubscription = async (publicKey: string): Promise<PushSubscriptionRequest | null> => {
  const subscription = await current();
  if (subscription === null) return null;
  const { applicationServerKey } = subscription.options;
  const isOfKey = applicationServerKey === null || base64url(applicationServerKey) === publicKey;
  return isOfKey ? requestOf(subscription) : null;
};

/** Asks the person first, so call it from a press. Null: they refused. Rejects if the browser's push service fails. */
export const subscribeBrowser = async (publicKey: string): Promise<PushSubscriptionRequest | null> => {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register(WORKER, { scope: SCOPE });
  const { pushManager } = await navigator.serviceWorker.ready;
  // One that was made for another key, or for a session before, is not of use.
  await (await pushManager.getSubscription())?.unsubscribe();
  return requestOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }));
};

/** In place of one that the browser has lost, or that is of another key. Null: the person took the permission back. */
export const subscribeAgain = async (publicKey: string): Promise<PushSubscriptionRequest | null> =>
  pushObstacle() === null && Notification.permission === 'granted' ? subscribeBrowser(publicKey) : null;

/** Its push service answers from then on that it is gone. */
export const unsubscribeBrowser = async (): Promise<void> => {
  await (await current())?.unsubscribe();
};
