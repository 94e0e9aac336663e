/// <reference lib="dom" />
import { expect, test, type Browser, type Page } from '@playwright/test';
import { REFUSALS, type CarCode, type CheckAnswer, type CheckCar } from '@flagpost/contracts';
import type { Theme } from '@flagpost/backoffice/theme';
import { TEXTS } from '@flagpost/backoffice/texts';
import { SOS } from '@flagpost/telemetry/phone/sos';
import { CHROMIUM_ARGS } from '../tools/chromium.js';
import { axeFaults, settled } from './axe.js';
import { withCamera } from './camera.js';
import { startOffice, type Office } from './office.js';
import { button, dialog, logIn } from './screen.js';
import { cockpitFaults, openBeforehand, openCockpit } from './screens/cockpit.js';
import { faults } from './screens/faults.js';
import { chooseTheme, keepPicture, PHONE, type Size } from './screens/places.js';
import { EMAILS } from './shared-race.js';

/** The pictures of the driver's phone, upright and across, and of the check of the cars on a tablet and a phone. */

test.describe.configure({ timeout: 300_000 });

const { drive, check } = TEXTS;
const ACROSS: Size = { width: 844, height: 390 };
const TABLET: Size = { width: 1_024, height: 768 };
const THEMES: readonly Theme[] = ['light', 'dark', 'daylight'];
/** Whatever looks different: of the flags one of each kind. */
const STATES = [
  'calm',
  'in-force',
  'flag-801',
  'flag-807',
  'flag-811',
  'message',
  'question',
  'test',
  'sos-received',
  'sos-acknowledged',
];

let office: Office;
test.beforeAll(async () => {
  office = await startOffice();
});
test.afterAll(() => office.remove());

/** A state of the phone in each theme, upright and across. */
const take = async (page: Page, state: string): Promise<void> => {
  for (const theme of THEMES) {
    await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme);
    for (const size of [PHONE, ACROSS]) {
      await page.setViewportSize(size);
      expect.soft(await cockpitFaults(page), `${state}, ${theme}, ${size.width} px`).toEqual([]);
      await keepPicture(page, `drive/cockpit-${state}-${theme}`, size);
    }
  }
  await page.setViewportSize(PHONE);
};

test('cockpit', async ({ browser }) => {
  const { page, show, close } = await openCockpit(browser, office.url, 'en');
  for (const state of STATES) {
    await show(state);
    await take(page, state);
  }
  await close();
});

test('the steps of an SOS, and a phone that is not heard', async ({ browser }) => {
  const { page, close } = await openCockpit(browser, office.url, 'en');
  // The page's clock stands from here on, but for what is let pass; its timers run.
  let now = Date.now();
  const pass = (ms: number) => page.clock.setFixedTime((now += ms));
  await pass(0);
  const hold = page.locator('.cockpit-sos');
  await hold.dispatchEvent('pointerdown', { pointerId: 1 });
  await pass(SOS.holdMs / 2);
  await page.getByText(drive.sos.holding(2)).waitFor();
  await take(page, 'sos-holding');
  await pass(SOS.holdMs);
  await page.getByText(drive.sos.sending).waitFor();
  await take(page, 'sos-sending');
  await button(page, drive.sos.cancel(5)).click();
  await hold.waitFor();
  await page.route('**/ingest/**', (route) => route.abort());
  await pass(90_000);
  await page.locator('.drive-note.is-error').waitFor();
  await take(page, 'not-heard');
  await close();
});

test('the menu of the cockpit, and the question before a phone is replaced', async ({ browser }) => {
  const { page, close } = await openCockpit(browser, office.url, 'en');
  await page.getByRole('button', { name: drive.phone.menu }).click();
  await button(page, drive.phone.back).waitFor();
  await take(page, 'menu');
  await button(page, drive.apps.scan('OwnTracks')).click();
  await page.getByRole('img', { name: drive.apps.scan('OwnTracks') }).scrollIntoViewIfNeeded();
  await take(page, 'menu-code');
  await close();
  const other = await openBeforehand(browser, office.url, 'en', true);
  await take(other, 'beforehand');
  await button(other, drive.phone.drive).click();
  await dialog(other).waitFor();
  await take(other, 'replace');
  await other.context().close();
});

const NOW = Date.now();
const iso = (msAgo: number): string => new Date(NOW - msAgo).toISOString();
const car = (number: number, changes: Partial<CheckCar> = {}): CheckCar => ({
  InvitationId: number,
  CarNumber: String(number),
  Driver: ['Carla Bianchi', 'Massimiliano Della Rovere-Castellani', 'Ada Neri'][number % 3] ?? '',
  Category: 'WRC',
  Authorized: true,
  HasDevice: true,
  HeardAt: iso(2_000),
  AccuracyM: 6,
  Battery: 88,
  ClockMs: 0,
  App: 'flagpost',
  ShowsFlags: true,
  TestShownAt: null,
  TestConfirmedAt: null,
  ...changes,
});
const answerOf = (Cars: CheckCar[]): CheckAnswer => ({
  Now: iso(0),
  EventName: 'Rally delle Valli Montellane',
  Past: false,
  Test: { TestId: 1, SentAt: iso(60_000), SentBy: { Id: 1, Name: 'Dora Neri' }, Cars: Cars.length },
  Checked: { CheckedAt: iso(240_000), CheckedBy: { Id: 1, Name: 'Dora Neri' }, Cars: Cars.length, Well: 2 },
  Cars,
});
const field = Array.from({ length: 34 }, (_, index) =>
  car(index + 10, { TestShownAt: iso(50_000), TestConfirmedAt: iso(40_000) }),
);
const CHECKS: Readonly<Record<string, CheckAnswer>> = {
  troubles: answerOf([
    car(1, { HasDevice: false, HeardAt: null, App: null, AccuracyM: null, Battery: null, ClockMs: null }),
    car(2, { HeardAt: null, App: null }),
    car(3, { HeardAt: iso(400_000) }),
    car(4, { Authorized: false, ClockMs: 12_000, AccuracyM: 80, Battery: 12, ShowsFlags: false }),
    car(5, { App: 'osmand', ShowsFlags: false }),
    ...field,
  ]),
  well: answerOf([car(5, { App: 'owntracks', ShowsFlags: false }), ...field]),
  empty: answerOf([]),
};

const openCheck = async (page: Page, state: string): Promise<void> => {
  await page.route('**/api/check/1', (route) => route.fulfill({ json: CHECKS[state] }));
  await page.goto(`${office.url}/check/1`);
  await page.locator('.check-verdict, .check-empty').first().waitFor();
};

const openTablet = async (browser: Browser): Promise<Page> => {
  const context = await browser.newContext({ viewport: TABLET, hasTouch: true, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await logIn(page, office.url, EMAILS.director);
  return page;
};

/** What the tablet shows, on it and on a phone. */
const takeCheck = async (page: Page, state: string, theme: Theme): Promise<void> => {
  for (const size of [TABLET, PHONE]) {
    await page.setViewportSize(size);
    await settled(page);
    await keepPicture(page, `check/${state}-${theme}`, size);
    const where = `${state}, ${theme}, ${size.width} px`;
    expect.soft(await faults(page), where).toEqual([]);
    expect.soft(await axeFaults(page), where).toEqual([]);
  }
  await page.setViewportSize(TABLET);
};

test('check', async ({ browser }) => {
  const page = await openTablet(browser);
  for (const theme of THEMES) {
    await chooseTheme(page, theme);
    for (const state of Object.keys(CHECKS)) {
      await openCheck(page, state);
      await takeCheck(page, state, theme);
      await page.unroute('**/api/check/1');
    }
    await openCheck(page, 'troubles');
    await page.locator('.check-row-head').nth(3).click();
    await settled(page);
    await keepPicture(page, `check/row-${theme}`, TABLET);
    await page.unroute('**/api/check/1');
  }
  await page.context().close();
});

test('the sheet of codes, and the scanner', async () => {
  await withCamera(`${office.url}/drive/${'C'.repeat(43)}`, CHROMIUM_ARGS, async (browser) => {
    const page = await openTablet(browser);
    const { Cars } = CHECKS['well'] ?? answerOf([]);
    const codes = Cars.map(({ InvitationId, CarNumber, Driver }): CarCode => ({
      InvitationId,
      CarNumber,
      Driver,
      Link: `/drive/${String(InvitationId).padStart(43, 'C')}`,
    }));
    await page.route('**/api/check/1', (route) => route.fulfill({ json: CHECKS['well'] }));
    await page.route('**/api/check/1/codes', (route) => route.fulfill({ json: codes }));
    await page.route('**/api/check/1/scan', (route) =>
      route.fulfill({ status: 404, json: { message: REFUSALS['code.notOfEvent'] } }),
    );
    for (const theme of THEMES) {
      await chooseTheme(page, theme);
      await page.goto(`${office.url}/check/1/codes`);
      await button(page, check.makeCodes).waitFor();
      await takeCheck(page, 'codes-before', theme);
      await button(page, check.makeCodes).click();
      await button(page, check.print).waitFor();
      await takeCheck(page, 'codes', theme);
      await page.goto(`${office.url}/check/1`);
      await button(page, check.scan).click();
      await page.getByText(REFUSALS['code.notOfEvent']).waitFor();
      await takeCheck(page, 'scanner', theme);
    }
  });
});
