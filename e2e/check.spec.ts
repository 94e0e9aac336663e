/// <reference lib="dom" />
import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import type { CarCode, DeviceTokenAnswer } from '@flagpost/contracts';
import { answered, signIn, type Caller } from '@flagpost/race-testing/calls';
import { categoryIdsOf } from '@flagpost/race-testing/made-event';
import { TEXTS } from '@flagpost/backoffice/texts';
import { expectAccessible } from './axe.js';
import { withCamera } from './camera.js';
import { BROWSER_ARGS } from './chromium.js';
import { pdfPages, pdfText, squeezed } from './pdf.js';
import { startOffice, type Office } from './office.js';
import { button, dialog } from './screen.js';
import { startSession } from './session.js';
import { addCompetitor, makeEventFromNow } from './screens/organising-data.js';
import { EMAILS } from './shared-race.js';
import { closeContexts } from './contexts.js';

/** The check of the cars before the start, on a tablet in the pit lane: each part begins where the last ended. */
test.afterAll(closeContexts);

test.describe.configure({ mode: 'serial' });

const words = TEXTS.check;
const { drive } = TEXTS;
const PIT_LANE = { latitude: 44.6, longitude: 8.1, accuracy: 6 };
const TABLET = { width: 768, height: 1_024 };

let office: Office;
let planner: Caller;
let eventId: number;
let page: Page;
const cars = new Map<string, number>();

const emailOf = (number: string): string => `driver${number}@drivers.example`;
/** The page of a car on its driver's phone, from the mailed link to driving. */
const openPhone = async (browser: Browser, number: string): Promise<Page> => {
  const path = /\/drive\/[\w-]+/.exec(await office.mailTo(emailOf(number)))?.[0] ?? '';
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    permissions: ['geolocation'],
    geolocation: PIT_LANE,
    reducedMotion: 'reduce',
  });
  const phone = await context.newPage();
  await phone.goto(`${office.url}${path}`);
  await button(phone, drive.accept).click();
  await button(dialog(phone), drive.accept).click();
  await button(phone, drive.phone.drive).click();
  return phone;
};

const openTablet = async (browser: Browser): Promise<Page> => {
  const context = await browser.newContext({ viewport: TABLET, hasTouch: true });
  await startSession(context, office.url, EMAILS.director);
  return context.newPage();
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
  office = await startOffice({ DEMO: '1', MAILS_PER_MINUTE: '600' });
  planner = await signIn(office.url, EMAILS.planner);
  const [category = 0] = await categoryIdsOf(planner, ['WRC']);
  eventId = await makeEventFromNow(planner, 'Rally delle Valli', [1, 5], [category]);
  for (const number of ['7', '12', '23', '31'])
    cars.set(number, await addCompetitor(planner, eventId, category, number, { email: emailOf(number) }));
  const Invitations = ['7', '12', '23'].map((number) => cars.get(number) ?? 0);
  await answered(planner, 'PATCH', '/invitations/authorized', { Invitations, Authorized: 1 });
  await answered(planner, 'PUT', `/events/publish/${eventId}`);
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
  await expect(page.locator('.check-record').last()).toContainText(
    /^Checked by .+ at \d\d:\d\d, 0 of 4 well/,
  );
});

test('a test flag reaches the phone in a car, is tapped away, and is counted here alone', async ({
  browser,
}) => {
  const phone = await openPhone(browser, '23');
  let metres = 0;
  await expect(async () => {
    metres += 1;
    await phone.context().setGeolocation({ ...PIT_LANE, longitude: PIT_LANE.longitude + metres * 1e-5 });
    await expect(row('23')).toContainText(words.well, { timeout: 1_500 });
  }).toPass({ timeout: 90_000 });
  await expect(verdict()).toHaveText(words.someWell('1', '4'));
  await button(page, words.testAll).click();
  await expect(
    page.getByText(words.testTally('0', '0', '4')).or(page.getByText(words.testTally('0', '1', '3'))),
  ).toBeVisible();
  await expect(phone.getByText(drive.test.word, { exact: true })).toBeVisible();
  await expectAccessible(phone);
  await phone.getByText(drive.test.word, { exact: true }).click();
  await expect(phone.getByText(drive.test.word, { exact: true })).toBeHidden();
  await expect(page.getByText(words.testTally('1', '0', '3'))).toBeVisible();
  await expect(row('23')).toContainText(words.testIs(words.tests.confirmed));
  const director = await signIn(office.url, EMAILS.director);
  expect(await answered(director, 'GET', `/events/flags/${eventId}`)).toEqual([]);
});

test('a sheet has a code for each car, which leads to the page of the car', async () => {
  await page.getByRole('link', { name: words.codes }).click();
  await button(page, words.makeCodes).click();
  const images = page.getByRole('list', { name: words.codes }).getByRole('img');
  await expect(images).toHaveCount(4);
  await expect(images.first()).toHaveAttribute('alt', words.codeOf('7'));
  await expectAccessible(page);
  const pdf = await page.pdf({ format: 'A4' });
  expect(pdfPages(pdf)).toBe(1);
  const printed = pdfText(pdf);
  for (const number of cars.keys()) expect(printed).toContain(squeezed(`Peña ${number}`));
  expect(printed).not.toContain(squeezed(words.makeCodes));
});

test('a code before the camera opens the row of its car', async () => {
  const codes = await answered<CarCode[]>(planner, 'POST', `/check/${eventId}/codes`);
  const { Link: link = '' } = codes.find(({ CarNumber }) => CarNumber === '23') ?? {};
  await withCamera(new URL(link, office.url).href, BROWSER_ARGS, async (browser) => {
    const opened = await openTablet(browser);
    await opened.goto(`${office.url}/check/${eventId}`);
    await button(opened, words.scan).click();
    const head = opened.locator(`[data-car="${cars.get('23') ?? 0}"] > button`);
    await expect(head).toHaveAttribute('aria-expanded', 'true');
    await expect(head).toBeFocused();
    await expect(button(opened, words.scan)).toBeVisible();
  });
});

test('a tablet without a camera says so', async () => {
  await page.goto(`${office.url}/check/${eventId}`);
  await button(page, words.scan).click();
  await expect(page.getByText(words.noCamera)).toBeVisible();
  await expectAccessible(page);
});
