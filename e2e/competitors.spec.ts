import { REFUSALS, RACING_WITHIN_MS, type CompetitorRow, type DeviceTokenAnswer } from '@flagpost/contracts';
import { competitorRequest } from '@flagpost/simulator';
import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { answered, each, signIn, type Caller } from '@flagpost/race-testing/calls';
import { categoryIdsOf, makeEvent } from '@flagpost/race-testing/made-event';
import { roundCourse } from '@flagpost/race-testing/round-course';
import { TEXTS } from '../apps/backoffice/src/shared/texts.js';
import { RULES } from '../apps/backoffice/src/shared/texts/rules.js';
import { expectAccessible } from './axe.js';
import { closeContexts } from './contexts.js';
import { startOffice, type Office } from './office.js';
import { button, dialog, notice } from './screen.js';
import { startSession } from './session.js';

const HOUR_MS = 3_600_000;
const PLANNER = 'planner@flagpost.demo';
const VIEWER = 'viewer@flagpost.demo';
const ADMIN = 'admin@flagpost.demo';
const words = TEXTS.entries;
const COMPLETE = 27;

/** One event, from its first competitor to its last: each part begins where the last ended. */
test.describe.configure({ mode: 'serial' });

let office: Office;
let page: Page;
let planner: Caller;
let eventId: number;
let otherEventId: number;

const newPage = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();

const add = async (
  into: number,
  number: string,
  changes: { brand: string; model: string },
): Promise<void> => {
  const [categoryId] = await categoryIdsOf(planner, ['WRC']);
  const body = competitorRequest(into, categoryId ?? 0, {
    number,
    name: 'Driver',
    surname: `of ${number}`,
    email: `driver${number}@drivers.demo`,
    bloodType: '0+',
    ...changes,
  });
  await answered(planner, 'POST', '/invitations/createInvitationDriver/', body);
};
const rows = (): Promise<CompetitorRow[]> => answered(planner, 'GET', `/events/drivers/${eventId}`);
const authorizedCount = async (): Promise<number> =>
  (await rows()).filter(({ Authorized }) => Authorized === 1).length;

test.beforeAll(async ({ browser }) => {
  office = await startOffice();
  planner = await signIn(office.url, PLANNER);
  const categoryIds = await categoryIdsOf(planner, ['WRC', 'Historic']);
  const now = Date.now();
  const course = roundCourse(6_000);
  const made = { startsAt: now - HOUR_MS, finishesAt: now + 3 * HOUR_MS, categoryIds, course };
  eventId = await makeEvent(planner, { ...made, name: 'Rally of the Hills' });
  otherEventId = await makeEvent(planner, { ...made, name: 'Ronde of the Vines' });
  const numbers = Array.from({ length: COMPLETE }, (_, index) => String(index + 1));
  await each(numbers, (number) => add(eventId, number, { brand: 'Belbo', model: 'Sedici' }));
  await add(eventId, '99', { brand: 'Belbo', model: '' });
  await add(otherEventId, '500', { brand: 'Belbo', model: 'Sedici' });
  page = await newPage(browser);
  await startSession(page.context(), office.url, PLANNER);
});
test.afterAll(closeContexts);
test.afterAll(() => office.remove());

/** 'isPast' in the address is ignored. */
const open = async (on: Page, isPast = 'true'): Promise<void> => {
  await on.goto(`${office.url}/drivers/${eventId}/${isPast}/null`);
  await on.getByRole('heading', { name: words.titleOf('Rally of the Hills') }).waitFor();
};
const rowOf = (number: string, on = page): Locator =>
  on.getByRole('row').filter({ has: on.getByRole('cell', { name: number, exact: true }) });
const choose = (number: string): Promise<void> =>
  page.getByLabel(words.selectOf(`${number} Driver of ${number}`), { exact: true }).check();
const search = (text: string): Promise<void> => page.getByRole('searchbox').fill(text);
const apply = async (action: keyof typeof words.actions): Promise<void> => {
  await page.getByLabel(words.action).selectOption(words.actions[action]);
  await button(page, words.apply).click();
};
const typed = (label: string): Locator => dialog(page).getByLabel(label, { exact: true });

test('says what is missing before anything is done with the selected', async () => {
  await open(page);
  await button(page, words.apply).click();
  await expect(notice(page, RULES.fields.noneSelected)).toBeVisible();
  await choose('1');
  await button(page, words.apply).click();
  await expect(notice(page, words.noAction)).toBeVisible();
  await expect(page.getByText(words.selected(1), { exact: true })).toBeVisible();
  await button(page, words.clear).click();
  await expect(page.getByText(words.selected(1), { exact: true })).toHaveCount(0);
});

test('on a phone the box that chooses all covers nothing else', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await page.getByLabel(words.selectOf('1 Driver of 1'), { exact: true }).waitFor();
  await button(page, words.apply).click();
  await expect(notice(page, RULES.fields.noneSelected)).toBeVisible();
  const sideways = await page
    .locator('.shell-page')
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(sideways).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('shows what a competitor lacks, and finds them by any of their words', async () => {
  await search('99');
  await expect(rowOf('99')).toContainText(words.missingData);
  await expect(rowOf('99')).toContainText('Not Send');
  await search('driver of 12');
  await expect(rowOf('12').getByRole('cell').last()).toBeVisible();
  await expect(rowOf('12')).toContainText(TEXTS.no);
  await search('');
  await expectAccessible(page);
});

test('adds a competitor: fills in who is known, and says why one cannot be added', async () => {
  await button(page, words.add).click();
  for (const section of Object.values(words.sections))
    await expect(dialog(page).getByRole('heading', { name: section })).toBeVisible();
  await typed(words.fields.email).fill(VIEWER);
  await typed(words.fields.phone).focus();
  await expect(dialog(page)).toContainText(REFUSALS['invitation.notCompetitor']);

  await typed(words.fields.email).fill('driver1@drivers.demo');
  await typed(words.fields.phone).focus();
  await expect(typed(words.fields.firstName)).toHaveValue('Driver');
  await expect(typed(words.fields.lastName)).toHaveValue('of 1');
  await expect(typed(words.fields.bloodType)).toHaveValue('0+');
  await typed(words.fields.category).selectOption('WRC');
  await expect(dialog(page)).toContainText(REFUSALS['invitation.alreadyAdded']);
  await typed(words.fields.category).selectOption('Historic');
  await expect(dialog(page)).not.toContainText(REFUSALS['invitation.alreadyAdded']);

  await typed(words.fields.email).fill('driver500@drivers.demo');
  await typed(words.fields.number).focus();
  await expect(typed(words.fields.lastName)).toHaveValue('of 500');
  await typed(words.fields.number).fill('500');
  await typed(words.fields.brand).fill('Belbo');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(notice(page, words.created)).toBeVisible();
  await search('500');
  await expect(rowOf('500')).toContainText('Historic');
});

test('edits a competitor, whose email stays', async () => {
  await button(page, words.editOf('500 Driver of 500')).click();
  await expect(typed(words.fields.email)).toBeDisabled();
  await expect(typed(words.fields.email)).toHaveValue('driver500@drivers.demo');
  await typed(words.fields.lastName).fill('');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText(RULES.fields.lastName);
  await typed(words.fields.lastName).fill('of 500');
  await typed(words.fields.model).fill('Otto');
  await button(dialog(page), TEXTS.form.save).click();
  await expect(notice(page, words.updated)).toBeVisible();
  await expect(rowOf('500')).toContainText('Otto');
});

test('authorizes all of all pages, and says who lacks what', async () => {
  await search('');
  await page.getByLabel(TEXTS.list.selectAll(COMPLETE + 2)).check();
  await expect(page.getByText(words.selected(COMPLETE + 2), { exact: true })).toBeVisible();
  await apply('authorize');
  await expect(notice(page, words.someNotReady)).toBeVisible();
  await expect(notice(page, words.authorized(COMPLETE + 1, COMPLETE + 2))).toBeVisible();
  const skipped = page.getByRole('dialog', { name: words.skippedTitle });
  await expect(skipped).toContainText(words.skipped('99 Driver of 99', words.lacks.model));
  await page.keyboard.press('Enter');
  await expect.poll(authorizedCount).toBe(COMPLETE + 1);

  await expect(rowOf('1')).toContainText(TEXTS.yes);
  await expect(button(page, words.editOf('1 Driver of 1'))).toHaveCount(0);
  await search('99');
  await page.getByLabel(words.selectOf('99 Driver of 99')).check();
  await apply('authorize');
  await expect(notice(page, RULES.fields.notReady)).toBeVisible();
  await button(page, words.clear).click();
});

test('asks before a car is taken off that was heard just now', async () => {
  const racing = (await rows()).find((row) => row.Number === '7');
  const path = `/invitations/${racing?.InvitationId}/deviceToken`;
  const { doors } = await answered<DeviceTokenAnswer>(planner, 'POST', path);
  const heardAt = async (): Promise<string | null> => {
    await fetch(doors.positions, { method: 'POST', body: '{"lat":44.4,"lng":8.3}\n' });
    const device = await answered<{ heardAt: string | null }>(
      planner,
      'GET',
      `/invitations/${racing?.InvitationId}/device`,
    );
    return device.heardAt;
  };
  await expect.poll(heardAt).not.toBeNull();

  await search('driver of 7');
  await button(page, words.deviceOf('7 Driver of 7')).click();
  await expect(dialog(page)).toContainText(words.device.heard);
  await expect(dialog(page)).not.toContainText(words.device.never);
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await choose('7');
  await apply('unauthorize');
  const question = page.getByRole('dialog', { name: words.racing });
  await expect(question).toContainText(words.racingQuestion('7', 1));
  await button(question, TEXTS.cancel).click();
  await expect(rowOf('7')).toContainText(TEXTS.yes);
  await apply('unauthorize');
  await button(question, words.racingYes).click();
  await expect(notice(page, words.unauthorized)).toBeVisible();
  await expect(rowOf('7')).toContainText(TEXTS.no);
  expect(RACING_WITHIN_MS).toBe(60_000);
});

test('deletes the selected once it is confirmed', async () => {
  await search('500');
  await page.getByLabel(words.selectOf('500 Driver of 500')).check();
  await apply('delete');
  const question = page.getByRole('dialog', { name: words.actions.delete });
  await expect(question).toContainText(words.deleteQuestion('500 Driver of 500', 1));
  await button(question, words.actions.delete).click();
  await expect(notice(page, words.deleted)).toBeVisible();
  await expect(page.getByText(TEXTS.list.noMatch)).toBeVisible();
  await search('');
});

test('is read by the other staff, and changed by nobody of them', async ({ browser }) => {
  const viewer = await newPage(browser);
  await startSession(viewer.context(), office.url, VIEWER);
  await open(viewer, 'false');
  await expect(rowOf('1', viewer)).toBeVisible();
  for (const name of [words.add, words.apply, words.removeAll])
    await expect(button(viewer, name)).toHaveCount(0);
  await expect(viewer.getByRole('checkbox')).toHaveCount(0);
  await viewer.context().close();
});

test('of a past event is read-only, but for an administrator who removes all', async ({ browser }) => {
  office.pass(5 * HOUR_MS);
  await open(page, 'false');
  await expect(page.getByText(words.past)).toBeVisible();
  await expect(rowOf('1')).toBeVisible();
  for (const name of [words.add, words.apply, words.removeAll])
    await expect(button(page, name)).toHaveCount(0);

  const admin = await newPage(browser);
  await startSession(admin.context(), office.url, ADMIN);
  await open(admin);
  await button(admin, words.removeAll).click();
  const question = admin.getByRole('dialog', { name: words.removeAll });
  await expect(question).toContainText(words.removeAllQuestion('Rally of the Hills', COMPLETE + 1));
  await button(question, words.removeAll).click();
  await expect(question).toContainText(words.removeAllWrong);
  await question.getByLabel(words.removeAllName('Rally of the Hills')).fill('Rally of the Hills');
  await button(question, words.removeAll).click();
  await expect(notice(admin, words.removed)).toBeVisible();
  await expect(admin.getByText(words.empty)).toBeVisible();
  await admin.context().close();
});
