import type { PushMessage } from '@flagpost/contracts';
import { PATHS } from './shared/paths.js';

/**
 * The service worker of push messages (scope `/`): it shows each as a notification, and opens the live map of its event when
 * that is pressed. Where the browser changes its subscription, an open page tells the server. It keeps nothing and sees no request of a page.
 */

interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface PushEvent extends Waiting {
  readonly data: { json(): unknown } | null;
}
interface NotificationEvent extends Waiting {
  readonly notification: Notification;
}
interface SubscriptionChange extends Waiting {
  /** Browsers leave out either or both. */
  readonly newSubscription?: PushSubscription | null;
  readonly oldSubscription?: PushSubscription | null;
}
interface Client {
  readonly url: string;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}
interface WorkerScope {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly Client[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', listener: (event: Waiting) => void): void;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void;
  addEventListener(type: 'pushsubscriptionchange', listener: (event: SubscriptionChange) => void): void;
}

const worker = globalThis as unknown as WorkerScope;

/** Not in the library of every TypeScript: alerts again in place of the former one. */
interface Options extends NotificationOptions {
  readonly renotify: boolean;
  readonly timestamp: number;
}

const show = async ({ title, body, kind, eventId, at }: PushMessage): Promise<void> => {
  const options: Options = {
    body,
    // A message that arrives twice is shown once; a second SOS alerts again.
    tag: `${eventId}-${kind}`,
    renotify: true,
    requireInteraction: kind === 'sos',
    timestamp: at,
    icon: '/flagpost.svg',
    data: eventId,
  };
  await worker.registration.showNotification(title, options);
};

const openPages = (): Promise<readonly Client[]> =>
  worker.clients.matchAll({ type: 'window', includeUncontrolled: true });

const openMap = async (eventId: number): Promise<void> => {
  const { href } = new URL(PATHS.liveMap(eventId), worker.location.origin);
  const open = (await openPages()).find(({ url }) => url === href);
  await (open === undefined ? worker.clients.openWindow(href) : open.focus());
};

/** A page has a session, which the worker has not: if none is open, the next one tells the server. */
const renew = async ({ newSubscription, oldSubscription }: SubscriptionChange): Promise<void> => {
  const key = oldSubscription?.options.applicationServerKey ?? null;
  if (newSubscription == null && key !== null) {
    const options = { userVisibleOnly: true, applicationServerKey: key };
    // Where it fails, the page makes one.
    await worker.registration.pushManager.subscribe(options).catch(() => undefined);
  }
  for (const page of await openPages()) page.postMessage('subscriptionChanged');
};

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('push', (event) => {
  if (event.data !== null) event.waitUntil(show(event.data.json() as PushMessage));
});
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openMap(event.notification.data as number));
});
worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));
