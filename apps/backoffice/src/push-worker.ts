import type { PushMessage } from '@flagpost/contracts';
import { PATHS } from './shared/paths.js';

/**
 * The service worker of push messages (scope `/`): it shows each as a notification, and opens the live map of its event when
 * that is pressed. It keeps nothing and sees no request of a page.
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
interface Client {
  readonly url: string;
  focus(): Promise<unknown>;
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

const openMap = async (eventId: number): Promise<void> => {
  const { href } = new URL(PATHS.liveMap(eventId), worker.location.origin);
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find(({ url }) => url === href);
  await (open === undefined ? worker.clients.openWindow(href) : open.focus());
};

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('push', (event) => {
  if (event.data !== null) event.waitUntil(show(event.data.json() as PushMessage));
});
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openMap(event.notification.data as number));
});
