import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { PushMessage } from '@flagpost/contracts';

/** The worker as a browser runs it: it is given events, and the work that each waits for. */

type Listener = (event: object) => void;
interface OpenPage {
  readonly url: string;
  readonly focus: () => Promise<void>;
  readonly postMessage: (message: unknown) => void;
}

const ORIGIN = window.location.origin;
const SOS: PushMessage = { title: 'Rally Alba', body: 'SOS from a car', kind: 'sos', eventId: 7, at: 5 };

const undo: (() => void)[] = [];
const define = (name: string, value: unknown): void => {
  const before = Object.getOwnPropertyDescriptor(globalThis, name);
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  undo.push(() => {
    if (before === undefined) Reflect.deleteProperty(globalThis, name);
    else Object.defineProperty(globalThis, name, before);
  });
};
const listeners = new Map<string, Listener>();
let done: string[];
let pages: OpenPage[];

beforeAll(async () => {
  define('clients', {
    matchAll: async () => pages,
    openWindow: async (url: string) => void done.push(`opens ${url}`),
  });
  define('registration', {
    showNotification: async (title: string, options: NotificationOptions) =>
      void done.push(`shows ${title}: ${options.body} as ${options.tag} of ${options.data as number}`),
    pushManager: {
      subscribe: async ({ applicationServerKey }: PushSubscriptionOptionsInit) =>
        void done.push(`subscribes with ${applicationServerKey as string}`),
    },
  });
  define('addEventListener', (type: string, listener: Listener) => listeners.set(type, listener));
  await import('./push-worker.js');
});
beforeEach(() => {
  [done, pages] = [[], []];
});
afterAll(() => {
  for (const each of undo) each();
});

const open = (path: string): void => {
  const url = `${ORIGIN}${path}`;
  pages.push({
    url,
    focus: async () => void done.push(`focuses ${url}`),
    postMessage: () => void done.push(`tells ${url}`),
  });
};
const give = async (type: string, event: object): Promise<readonly string[]> => {
  const work: Promise<unknown>[] = [];
  listeners.get(type)?.({ ...event, waitUntil: (one: Promise<unknown>) => work.push(one) });
  await Promise.all(work);
  return done;
};
const press = () =>
  give('notificationclick', { notification: { data: 7, close: () => void done.push('closes') } });

it('shows a message under the name of its event', async () => {
  expect(await give('push', { data: { json: () => SOS } })).toEqual([
    'shows Rally Alba: SOS from a car as 7-sos of 7',
  ]);
});

it('opens the live map of the event when its notification is pressed', async () => {
  open('/personaldetails');
  open('/map/8');
  expect(await press()).toEqual(['closes', `opens ${ORIGIN}/map/7`]);
});

it('focuses a live map of the event that is open', async () => {
  open('/map/8');
  open('/map/7');
  expect(await press()).toEqual(['closes', `focuses ${ORIGIN}/map/7`]);
});

it('subscribes again with the same key where the browser has dropped the subscription, and tells the open pages', async () => {
  open('/events');
  const changed = { newSubscription: null, oldSubscription: { options: { applicationServerKey: 'key' } } };
  expect(await give('pushsubscriptionchange', changed)).toEqual([
    'subscribes with key',
    `tells ${ORIGIN}/events`,
  ]);
});

it.each([
  ['has a new subscription', { newSubscription: {}, oldSubscription: null }],
  ['does not say with which key', {}],
])('only tells the open pages where the browser %s', async (_, changed) => {
  open('/events');
  expect(await give('pushsubscriptionchange', changed)).toEqual([`tells ${ORIGIN}/events`]);
});
