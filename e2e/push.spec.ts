/// <reference lib="dom" />
/// <reference lib="webworker" />
import { FLAGS, type PushSubscriptionRequest } from '@flagpost/contracts';
import { expect, test, type BrowserContext, type CDPSession, type Page, type Worker } from '@playwright/test';
import { answered, signIn } from '@flagpost/race-testing/calls';
import {
  categoryIdsOf,
  enterAndPublish,
  makeEvent,
  numbered,
  type Entered,
} from '@flagpost/race-testing/made-event';
import { roundCourse } from '@flagpost/race-testing/round-course';
import { TEXTS } from '@flagpost/backoffice/texts';
import { startPushService, type Received } from '@flagpost/testing/push-service';
import { expectAccessible } from './axe.js';
import { WHOLE_BROWSER } from './chromium.js';
import { startOffice, type Office } from './office.js';
import { EMAILS } from './shared-race.js';
import { button } from './screen.js';
import { startSession } from './session.js';

/**
 * Push messages with the tab closed: the server encrypts and signs, a push service of our own checks and decrypts, and
 * Chromium gives what it decrypted to the real service worker. Only the browser's own push service is replaced.
 */

const words = TEXTS.push;
test.use(WHOLE_BROWSER);
const HOUR_MS = 3_600_000;
const STARTS_IN_MS = 6_000;

let service: Awaited<ReturnType<typeof startPushService>>;
let office: Office;
test.beforeAll(async () => {
  service = await startPushService();
  office = await startOffice({ PUSH_SERVICES: service.origin });
});
test.afterAll(async () => {
  await office.remove();
  await service.stop();
  expect(service.failures).toEqual([]);
});

/** The page's push service is ours: a subscription has the keys that it decrypts with. */
const usePushService = async (
  context: BrowserContext,
  subscription: PushSubscriptionRequest,
): Promise<void> => {
  await context.addInitScript((given) => {
    const own = {
      ...given,
      options: { applicationServerKey: null },
      toJSON: () => given,
      unsubscribe: async () => {
        window.localStorage.removeItem('test.subscribed');
        return true;
      },
    } as unknown as PushSubscription;
    PushManager.prototype.getSubscription = async () =>
      window.localStorage.getItem('test.subscribed') === null ? null : own;
    PushManager.prototype.subscribe = async () => {
      window.localStorage.setItem('test.subscribed', 'yes');
      return own;
    };
  }, subscription);
};

const openDetails = async (context: BrowserContext): Promise<Page> => {
  await startSession(context, office.url, EMAILS.viewer);
  const page = await context.newPage();
  await page.goto(`${office.url}/personaldetails`);
  return page;
};

/** Gives messages to the worker as Chromium's own push service does. It needs a page of any other address. */
const delivery = async (context: BrowserContext) => {
  const page = await context.newPage();
  await page.goto(`${office.url}/flagpost.svg`);
  const session: CDPSession = await context.newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL === `${office.url}/`);
      if (found !== undefined) resolve(found.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registration;
  await page.goto('about:blank');
  return {
    deliver: async ({ message }: Received): Promise<void> => {
      const origin = `${office.url}/`;
      const data = JSON.stringify(message);
      await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
    },
  };
};
const byBody = (one: { body: string }, other: { body: string }): number => one.body.localeCompare(other.body);
const shownBy = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as ServiceWorkerGlobalScope;
    const shown = await registration.getNotifications();
    return shown.map(({ title, body, data }) => ({ title, body, data: data as number }));
  });

const callForHelp = async (car: Entered | undefined): Promise<void> => {
  const { pathname } = new URL(car?.doors.signals ?? '');
  const body = JSON.stringify({ type: 'sos', t: Date.now() });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${office.url}${pathname}`, { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
};

test('a viewer is told of start, red and SOS with the tab closed, until the push service says gone', async ({
  browser,
}) => {
  const context = await browser.newContext({ permissions: ['notifications'] });
  await usePushService(context, service.subscription('/viewer'));
  const page = await openDetails(context);
  const status = page.getByRole('region', { name: words.title }).getByRole('status');
  await expect(status).toHaveText(words.off);
  await button(page, words.switchOn).click();
  await expect(status).toHaveText(words.on);
  await expectAccessible(page);
  await page.reload();
  await expect(status).toHaveText(words.on);
  // The server goes on in the language that the page has now.
  const renewed = page.waitForResponse(
    (response) =>
      response.url().endsWith('/subscriptions/eventviewer') && response.request().method() === 'POST',
  );
  await page.evaluate(() => window.localStorage.setItem('flagpost.language', 'it'));
  await page.reload();
  expect((await renewed).status()).toBe(204);
  await expect
    .poll(() => page.evaluate(() => window.localStorage.getItem('flagpost.pushLanguage')))
    .toBe('it');
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error('No service worker runs.');
  const { deliver } = await delivery(context);
  await page.close();

  const planner = await signIn(office.url, EMAILS.planner);
  const director = await signIn(office.url, EMAILS.director);
  const categoryIds = await categoryIdsOf(planner, ['WRC']);
  const startsAt = Date.now() + STARTS_IN_MS;
  const times = { startsAt, finishesAt: startsAt + HOUR_MS };
  const course = roundCourse(1_200);
  const eventId = await makeEvent(planner, { name: 'Rally Alba', ...times, categoryIds, course });
  const [car] = await enterAndPublish(planner, eventId, categoryIds, [numbered(0)]);
  const next = async (index: number): Promise<Received> => {
    await expect.poll(() => service.received.length).toBe(index + 1);
    const received = service.received[index];
    if (received === undefined) throw new Error('Nothing was received.');
    return received;
  };
  /** A push service gives a message again until the browser has taken it: Chromium lost one here, on a busy machine. */
  const expectShown = async (message: Received, ...bodies: string[]): Promise<void> => {
    const rows = bodies.map((body) => ({ title: 'Rally Alba', body, data: eventId })).sort(byBody);
    await expect(async () => {
      await deliver(message);
      await expect.poll(async () => (await shownBy(worker)).sort(byBody), { timeout: 5_000 }).toEqual(rows);
    }).toPass();
  };

  await expectShown(await next(0), "L'evento è iniziato");
  const redToAll = { StateId: FLAGS.red, EventId: eventId, InvitationsSelected: [] };
  await answered(director, 'POST', '/flagRecords', redToAll);
  const red = await next(1);
  await deliver(red);
  // Given twice, it is shown once.
  await expectShown(red, "L'evento è iniziato", 'Bandiera rossa');
  await callForHelp(car);
  await expectShown(await next(2), "L'evento è iniziato", 'Bandiera rossa', 'SOS da una vettura');

  service.answer(410);
  // Red at once after red by the same person is the same order.
  await answered(director, 'POST', '/flagRecords', { ...redToAll, StateId: FLAGS.yellow });
  await answered(director, 'POST', '/flagRecords', redToAll);
  const again = await context.newPage();
  await expect(async () => {
    await again.goto(`${office.url}/personaldetails`);
    await expect(again.getByText('Disattivate in questo browser')).toBeVisible({ timeout: 2_000 });
  }).toPass();
  expect(service.received).toHaveLength(3);
  await context.close();
});
