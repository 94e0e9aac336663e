/// <reference lib="dom" />
import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import type { DeviceTokenAnswer } from '@flagpost/contracts';
import { answered, signIn, type Caller } from '@flagpost/race-testing/calls';
import { categoryIdsOf } from '@flagpost/race-testing/made-event';
import { TEXTS } from '@flagpost/backoffice/texts';
import { expectAccessible } from './axe.js';
import { startOffice, type Office } from './office.js';
import { button, logIn } from './screen.js';
import { addCompetitor, makeEventFromNow } from './screens/organising-data.js';
import { EMAILS } from './shared-race.js';

/** The check of the cars before the start, on a tablet in the pit lane: each part begins where the last ended. */
test.describe.configure({ mode: 'serial', timeout: 120_000 });

const words = TEXTS.check;
const TABLET = { width: 768, height: 1_024 };

let office: Office;
let planner: Caller;
let eventId: number;
let page: Page;
const cars = new Map<string, number>();

const openTablet = async (browser: Browser): Promise<Page> => {
  const context = await browser.newContext({ viewport: TABLET, hasTouch: true });
  const opened = await context.newPage();
  await logIn(opened, office.url, EMAILS.director);
  return opened;
};

/** The door of the positions of a car, which gets a device. */
const doorOf = async (number: string): Promise<string> => {
  const path = `/invitations/${cars.get(number) ?? 0}/deviceToken`;
  return (await answered<DeviceTokenAnswer>(planner, 'POST', path)).doors.positions;
};
const send = async (door: string, line: object): Promise<void> => {
  const body = JSON.stringify({ t: Date.now(), lat: 44.6, lng: 8.1, accuracyM: 6, battery: 88, ...line });
  expect((await fetch(door, { method: 'POST', body })).status).toBe(200);
};

test.beforeAll(async ({ browser }) => {
  office = await startOffice({ DEMO: '1' });
  planner = await signIn(office.url, EMAILS.planner);
  const [category = 0] = await categoryIdsOf(planner, ['WRC']);
  eventId = await makeEventFromNow(planner, 'Rally delle Valli', [1, 5], [category]);
  for (const number of ['7', '12', '23', '31'])
    cars.set(number, await addCompetitor(planner, eventId, category, number));
  const Invitations = ['7', '12', '23'].map((number) => cars.get(number) ?? 0);
  await answered(planner, 'PATCH', '/invitations/authorized', { Invitations, Authorized: 1 });
  page = await openTablet(browser);
});
test.afterAll(() => office.remove());

const row = (number: string): Locator => page.locator(`.check-row[data-car="${cars.get(number) ?? 0}"]`);
const verdict = (): Locator => page.locator('.check-verdict');

test('a car is heard before the event begins and without being authorised, and says what is wrong', async () => {
  await page.goto(`${office.url}/event/${eventId}`);
  await page.getByRole('main').getByRole('link', { name: TEXTS.checkCars }).first().click();
  await expect(page).toHaveURL(new RegExp(`/check/${eventId}$`));
  await expect(verdict()).toHaveText(words.someWell('0', '4'));
  await expect(row('12')).toContainText(words.remedies.noDevice);
  const [poor, unauthorised] = [await doorOf('12'), await doorOf('31')];
  await doorOf('7');
  // As devices do; the doors write what they heard every 5 s, and the page asks every 3 s.
  await expect(async () => {
    await send(poor, { accuracyM: 80, battery: 12 });
    await send(unauthorised, {});
    await expect(row('12')).toContainText(words.accuracyIs('80'), { timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await expect(row('12')).toContainText(words.batteryIs('12'));
  await expect(row('31')).toContainText(words.troubles.notAuthorized);
  await expect(row('7')).toContainText(words.troubles.neverHeard);
  await expect(row('23')).toContainText(words.troubles.noDevice);
  await expectAccessible(page);
});

test('a number opens its row, and a check is recorded', async () => {
  await page.getByLabel(words.number).fill('31');
  await page.keyboard.press('Enter');
  await expect(row('31').getByRole('button')).toBeFocused();
  await expect(row('31')).toContainText(words.percent('88'));
  await button(page, words.record).click();
  await expect(page.locator('.check-record')).toContainText(/^Checked by .+ at \d\d:\d\d, 0 of 4 well/);
});
