import { afterEach, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { LANGUAGE_HEADER, type PushAnswer, type PushSubscriptionRequest } from '@flagpost/contracts';
import { STORAGE_KEYS } from '../../shared/stored-names.js';
import { TEXTS } from '../../shared/texts.js';
import { ADA, button, leave, ok, openAs, refused } from '../../testing/office.js';

const words = TEXTS.push;
const SUBSCRIPTION: PushSubscriptionRequest = {
  endpoint: 'https://push.example/1',
  keys: { p256dh: 'B', auth: 'a' },
};
/** That of the server, base64url; subscriptions have its bytes. */
const KEY = 'BKey';
const bytesOf = (key: string): ArrayBuffer => new Uint8Array(Buffer.from(key, 'base64url')).buffer;
const PATH = '/subscriptions/eventviewer';

const undo: (() => void)[] = [];
const define = (target: object, name: string, value: unknown): void => {
  const before = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
  undo.push(() => {
    if (before === undefined) Reflect.deleteProperty(target, name);
    else Object.defineProperty(target, name, before);
  });
};
afterEach(() => {
  leave();
  window.localStorage.clear();
  for (const each of undo.splice(0)) each();
});

/** A browser that takes push messages, as far as the person and its push service let it. */
const browser = ({
  answer = 'granted',
  isReached = true,
  isSubscribed = false,
  permission = '',
  key = KEY,
} = {}) => {
  const keys: unknown[] = [];
  let isHere = isSubscribed;
  let given = SUBSCRIPTION;
  const worker = new EventTarget();
  const subscription = {
    options: { applicationServerKey: bytesOf(key) },
    toJSON: (): PushSubscriptionRequest => given,
    unsubscribe: async () => {
      isHere = false;
      return true;
    },
  };
  const pushManager = {
    getSubscription: async () => (isHere ? subscription : null),
    subscribe: async ({ applicationServerKey }: PushSubscriptionOptionsInit) => {
      keys.push(applicationServerKey);
      if (typeof applicationServerKey === 'string')
        subscription.options.applicationServerKey = bytesOf(applicationServerKey);
      if (!isReached) throw new DOMException('no push service', 'AbortError');
      isHere = true;
      return subscription;
    },
  };
  const registration = { pushManager };
  const notification = {
    permission: permission !== '' ? permission : isSubscribed ? 'granted' : 'default',
    requestPermission: async () => (notification.permission = answer),
  };
  define(window, 'isSecureContext', true);
  define(window, 'PushManager', {});
  define(window, 'Notification', notification);
  Object.assign(worker, {
    getRegistration: async () => registration,
    register: async () => registration,
    ready: Promise.resolve(registration),
  });
  define(navigator, 'serviceWorker', worker);
  return {
    keys,
    isHere: () => isHere,
    /** The browser moves the subscription to another address; its worker tells the pages. */
    change(endpoint: string) {
      given = { ...SUBSCRIPTION, endpoint };
      worker.dispatchEvent(new MessageEvent('message', { data: 'subscriptionChanged' }));
    },
  };
};
/** A server that keeps the subscription of this session. */
const open = (isKnown = false, isTaken = true) => {
  let isSubscribed = isKnown;
  return openAs('viewer', '/personaldetails', {
    'GET /users/3': ok(ADA),
    'GET /auth/sessions': ok([]),
    [`GET ${PATH}`]: () => ok({ publicKey: KEY, isSubscribed } satisfies PushAnswer),
    [`POST ${PATH}`]: () => {
      if (!isTaken) return refused(400, { fields: { endpoint: 'No such push service.' } });
      isSubscribed = true;
      return ok();
    },
    [`DELETE ${PATH}`]: () => {
      isSubscribed = false;
      return ok();
    },
  });
};
const said = (text: string): Promise<HTMLElement> => screen.findByText(text);

it('switches on after the person agreed, with the key of the server, and off again on both sides', async () => {
  const { keys, isHere } = browser();
  const { user, sent } = open();
  await said(words.off);
  await user.click(button(words.switchOn));
  await said(words.on);
  expect([keys, sent(), isHere()]).toEqual([[KEY], [SUBSCRIPTION], true]);
  expect(window.localStorage.getItem(STORAGE_KEYS.pushLanguage)).toBe('en');
  await user.click(button(words.switchOff));
  await said(words.off);
  await waitFor(() => expect(isHere()).toBe(false));
  expect(window.localStorage.getItem(STORAGE_KEYS.pushLanguage)).toBeNull();
});

it('is off where the server or the browser has lost the subscription', async () => {
  browser({ isSubscribed: true });
  open(false);
  await said(words.off);
  leave();
  browser();
  open(true);
  await said(words.off);
});

it('says what stands in the way', async () => {
  browser({ answer: 'denied' });
  const { user, sent } = open();
  await said(words.off);
  await user.click(button(words.switchOn));
  await said(words.blocked);
  expect(sent()).toEqual([]);
  leave();
  define(window, 'isSecureContext', false);
  open();
  await said(words.insecure);
  expect(screen.queryByRole('button', { name: words.switchOn })).toBeNull();
});

it('stays off where the push service of the browser fails, or the server does not take it', async () => {
  browser({ isReached: false });
  const { user, sent } = open();
  await said(words.off);
  await user.click(button(words.switchOn));
  await said(words.failed);
  expect(sent()).toEqual([]);
  leave();
  browser();
  const other = open(false, false);
  await said(words.off);
  await other.user.click(button(words.switchOn));
  await waitFor(() => expect(other.sent()).toEqual([SUBSCRIPTION]));
  await said(words.off);
  expect(window.localStorage.getItem(STORAGE_KEYS.pushLanguage)).toBeNull();
});

it('subscribes again in the language of the page, and forgets what ended', async () => {
  browser({ isSubscribed: true });
  window.localStorage.setItem(STORAGE_KEYS.pushLanguage, 'it');
  const { calls, sent } = open(true);
  await waitFor(() => expect(window.localStorage.getItem(STORAGE_KEYS.pushLanguage)).toBe('en'));
  expect(sent()).toEqual([SUBSCRIPTION]);
  expect(calls.find(({ method }) => method === 'POST')?.headers.get(LANGUAGE_HEADER)).toBe('en');
  leave();
  window.localStorage.setItem(STORAGE_KEYS.pushLanguage, 'it');
  const ended = open(false);
  await waitFor(() => expect(window.localStorage.getItem(STORAGE_KEYS.pushLanguage)).toBeNull());
  expect(ended.sent()).toEqual([]);
});

const tell = (endpoint: string, key = KEY): void => {
  window.localStorage.setItem(STORAGE_KEYS.pushKey, key);
  window.localStorage.setItem(STORAGE_KEYS.pushLanguage, 'en');
  window.localStorage.setItem(STORAGE_KEYS.pushEndpoint, endpoint);
};
const told = (): string | null => window.localStorage.getItem(STORAGE_KEYS.pushEndpoint);

it('tells the server of a subscription that the browser has renewed, when a page opens and while it is open', async () => {
  const { change } = browser({ isSubscribed: true });
  tell('https://push.example/0');
  const { sent } = open(true);
  await waitFor(() => expect(told()).toBe(SUBSCRIPTION.endpoint));
  expect(sent()).toEqual([SUBSCRIPTION]);
  change('https://push.example/2');
  await waitFor(() => expect(told()).toBe('https://push.example/2'));
  expect(sent()).toEqual([SUBSCRIPTION, { ...SUBSCRIPTION, endpoint: 'https://push.example/2' }]);
});

it('sends nothing of a subscription that the server knows', async () => {
  const { change } = browser({ isSubscribed: true });
  tell(SUBSCRIPTION.endpoint);
  const { sent } = open(true);
  await said(words.on);
  change(SUBSCRIPTION.endpoint);
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(sent()).toEqual([]);
});

it('subscribes anew where the browser has lost the subscription, but not without the permission', async () => {
  const { keys, isHere } = browser({ permission: 'granted' });
  tell('https://push.example/0');
  const { sent } = open(true);
  await waitFor(() => expect(told()).toBe(SUBSCRIPTION.endpoint));
  expect([keys, sent(), isHere()]).toEqual([[KEY], [SUBSCRIPTION], true]);
  leave();
  browser({ permission: 'denied' });
  tell('https://push.example/0');
  const refusing = open(true);
  await waitFor(() => expect(told()).toBeNull());
  expect(refusing.sent()).toEqual([]);
});

it('is off where the subscription is of another key of the server, and on with a new one', async () => {
  const { keys } = browser({ isSubscribed: true, key: 'Bold' });
  const { user } = open(true);
  await said(words.off);
  await user.click(button(words.switchOn));
  await said(words.on);
  expect(keys).toEqual([KEY]);
});

it('renews a subscription of another key of the server, and says that it is on', async () => {
  const { keys } = browser({ isSubscribed: true, key: 'Bold' });
  tell(SUBSCRIPTION.endpoint, 'Bold');
  const { sent } = open(true);
  await said(words.on);
  expect([keys, sent()]).toEqual([[KEY], [SUBSCRIPTION]]);
});

it('tells the server again of a subscription whose key it may not know', async () => {
  browser({ isSubscribed: true });
  tell(SUBSCRIPTION.endpoint);
  window.localStorage.removeItem(STORAGE_KEYS.pushKey);
  const { sent } = open(true);
  await waitFor(() => expect(sent()).toEqual([SUBSCRIPTION]));
});

it('ends in this browser with the log out', async () => {
  const { isHere } = browser({ isSubscribed: true });
  window.localStorage.setItem(STORAGE_KEYS.pushLanguage, 'en');
  const { user } = open(true);
  await said(words.on);
  await user.click(button(TEXTS.menu.open));
  await user.click(button(TEXTS.menu.logout));
  await waitFor(() => expect(isHere()).toBe(false));
  expect(window.localStorage.getItem(STORAGE_KEYS.pushLanguage)).toBeNull();
});
