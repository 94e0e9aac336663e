import { REFUSALS, type CategoryAnswer, type NewClubAnswer, type TrackRow } from '@flagpost/contracts';
import { competitorRequest } from '@flagpost/simulator';
import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { answered, signIn, type Caller } from '@flagpost/race-testing/calls';
import { categoryIdsOf, makeEvent } from '@flagpost/race-testing/made-event';
import { roundCourse } from '@flagpost/race-testing/round-course';
import { TEXTS } from '../apps/backoffice/src/shared/texts.js';
import { expectAccessible } from './axe.js';
import { startOffice, type Office } from './office.js';
import { button, dialog, dismissAttention, notice, sendLogin } from './screen.js';
import { startSession } from './session.js';
import { closeContexts } from './contexts.js';

/** The tables of an institution: its categories, circuits and tracks, with refusals and their reasons. */

const ADMIN = 'admin@flagpost.example';
const PASSWORD = 'Flagpost1';
const PLANNER = 'marta.conti@rally.example';
const OTHER_PLANNER = 'bice.riva@pista.example';
const CLUB = 'Rally Club Alto Monferrato';
const OTHER_CLUB = 'Scuderia Pista';
const HOUR_MS = 3_600_000;

const { tables, categories, circuits, tracks, account } = TEXTS;

test.afterAll(closeContexts);

test.describe.configure({ mode: 'serial' });

let office: Office;
let page: Page;
let planner: Caller;
let clubId: number;

const register = async (admin: Caller, cluName: string, email: string): Promise<number> => {
  const club = { couId: 380, cluState: 'Asti', cluCity: 'Asti', cluAddress: 'Via 1', cluMail: email };
  const user = { Name: 'Marta', Surname: 'Conti', Phone: '+39 1', Email: email };
  const answer = await answered<NewClubAnswer>(admin, 'POST', '/clubs/', {
    club: { cluName, ...club },
    user,
  });
  return answer.cluId;
};
/** Signs in with the password from the mail, and chooses a new one. */
const firstAccess = async (browser: Browser, email: string): Promise<Page> => {
  const opened = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await opened.goto(office.url);
  await sendLogin(opened, email, await office.toldTo(email));
  await opened.getByLabel(account.newPassword, { exact: true }).fill(PASSWORD);
  await opened.getByLabel(account.repeat, { exact: true }).fill(PASSWORD);
  await opened.keyboard.press('Enter');
  await menuItem(opened, TEXTS.menu.events).waitFor();
  return opened;
};

const menuItem = (on: Page, name: string): Locator =>
  on.getByRole('navigation').getByRole('link', { name, exact: true });
const typed = (label: string): Locator => dialog(page).getByLabel(label, { exact: true });
const row = (text: string, on = page): Locator => on.getByRole('row').filter({ hasText: text });
const cells = (text: string): Locator => row(text).locator('td[data-head]');
const heads = (on = page): Locator => on.locator('th button');
const save = async (): Promise<void> => page.keyboard.press('Enter');

test.beforeAll(async ({ browser }) => {
  office = await startOffice({ DEMO: '0', ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD: PASSWORD });
  const admin = await signIn(office.url, ADMIN, PASSWORD);
  clubId = await register(admin, CLUB, PLANNER);
  await register(admin, OTHER_CLUB, OTHER_PLANNER);
  page = await firstAccess(browser, PLANNER);
  planner = await signIn(office.url, PLANNER, PASSWORD);
});
test.afterAll(() => office.remove());

test('categories are made, renamed and deleted, and one in use says what uses it', async () => {
  await menuItem(page, 'Categories').click();
  await expect(page).toHaveURL(`${office.url}/categories/${clubId}`);
  await expect(page.getByText(categories.empty)).toBeVisible();
  await expect(heads()).toHaveText(['Name']);
  await expectAccessible(page);

  await button(page, categories.create).click();
  await expect(typed('Name')).toBeFocused();
  await save();
  await expect(dialog(page).getByText('Name is required.', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await typed('Name').fill('WRC');
  await save();
  await expect(notice(page, 'Category Created')).toBeVisible();
  await expect(button(page, categories.create)).toBeFocused();

  await button(page, categories.create).click();
  await typed('Name').fill('wrc');
  await save();
  await dismissAttention(page, REFUSALS['category.nameTaken']);
  await expect(typed('Name')).toHaveValue('wrc');
  await typed('Name').fill('Rally5');
  await save();
  await expect(cells('Rally5')).toHaveText(['Rally5']);

  await button(page, tables.editOf('Rally5')).click();
  await expect(typed('Name')).toHaveValue('Rally5');
  await typed('Name').fill('Rally4');
  await save();
  await expect(notice(page, 'Category Updated')).toBeVisible();
  await expect(row('Rally5')).toHaveCount(0);

  const [wrc = 0] = await categoryIdsOf(planner, ['WRC']);
  const eventId = await makeEvent(planner, {
    name: 'Rally delle Colline',
    startsAt: Date.now() + HOUR_MS,
    finishesAt: Date.now() + 2 * HOUR_MS,
    categoryIds: [wrc],
    course: roundCourse(6_000),
  });
  const entry = { number: '1', name: 'Anna', surname: 'Riva', email: 'anna@drivers.example' };
  const body = competitorRequest(eventId, wrc, { ...entry, bloodType: '0+', brand: 'Belbo', model: 'Sei' });
  await answered(planner, 'POST', '/invitations/createInvitationDriver/', body);
  await button(page, tables.removeOf('WRC')).click();
  await expect(dialog(page)).toContainText('Are you sure you want to delete WRC?');
  await expect(button(dialog(page), TEXTS.cancel)).toBeFocused();
  await expectAccessible(page);
  await button(dialog(page), categories.remove).click();
  await dismissAttention(page, REFUSALS['category.hasEventsAndCompetitors']);

  await button(page, tables.removeOf('Rally4')).click();
  await button(dialog(page), categories.remove).click();
  await expect(notice(page, 'Category Deleted')).toBeVisible();
  await expect(row('Rally4')).toHaveCount(0);
  await expect(row('WRC')).toHaveCount(1);
});

test('circuits are made, shown to others, placed and deleted, and what fails to load says so', async ({
  browser,
}) => {
  await page.goto(`${office.url}/circuits`);
  await expect(page.getByText(circuits.empty)).toBeVisible();
  await expect(heads()).toHaveText(['Name', 'Visibility']);
  await expectAccessible(page);
  await button(page, circuits.create).click();
  await expect(typed('Name')).toBeFocused();
  await save();
  for (const fault of ['Name', 'Country', 'State/Province', 'City'])
    await expect(dialog(page).getByText(`${fault} is required.`, { exact: true })).toBeVisible();
  await typed('Name').fill('Round course');
  await typed('Country').selectOption({ label: 'Italy' });
  await typed('State/Province').fill('Savona');
  await typed('City').fill('Cairo Montenotte');
  await typed('Latitude').fill('44,7');
  await typed('Longitude').fill('8.03');
  await save();
  await expect(dialog(page).getByText('The coordinates entered are incorrect')).toHaveCount(1);
  await expectAccessible(page);
  await typed('Latitude').fill('44.7');
  await save();
  await expect(notice(page, 'Circuit Created')).toBeVisible();
  await expect(cells('Round course')).toHaveText(['Round course', 'NO']);

  const others = await firstAccess(browser, OTHER_PLANNER);
  await others.goto(`${office.url}/circuits`);
  await expect(others.getByText(circuits.empty)).toBeVisible();

  await button(page, tables.editOf('Round course')).click();
  await expect(typed('Country').locator('option:checked')).toHaveText('Italy');
  await expect(typed('Latitude')).toHaveValue('44.7');
  await typed(circuits.fields.visibleToOthers).check();
  await button(dialog(page), 'Save').click();
  await expect(notice(page, 'Circuit Updated')).toBeVisible();
  await expect(cells('Round course')).toHaveText(['Round course', 'SI']);
  await others.reload();
  await expect(row('Round course', others).locator('td[data-head]')).toHaveText(['Round course', 'SI', CLUB]);
  await expect(row('Round course', others).getByRole('button')).toHaveCount(0);
  await expectAccessible(others);
  await others.context().close();

  await button(page, tables.removeOf('Round course')).click();
  await button(dialog(page), circuits.remove).click();
  await dismissAttention(page, REFUSALS['circuit.hasEvents']);
  await button(page, circuits.create).click();
  await typed('Name').fill('Imola');
  await typed('Country').selectOption({ label: 'Italy' });
  await typed('State/Province').fill('Bologna');
  await typed('City').fill('Imola');
  await save();
  await button(page, tables.removeOf('Imola')).click();
  await button(dialog(page), circuits.remove).click();
  await expect(notice(page, 'Circuit Deleted')).toBeVisible();

  await page.route('**/api/circuits/', (route) => route.fulfill({ status: 500, json: { statusCode: 500 } }));
  await page.reload();
  await expect(page.getByText('An error has occurred trying to get circuits')).toBeVisible();
  await page.unroute('**/api/circuits/');
  await button(page, TEXTS.retry).click();
  await expect(row('Round course')).toBeVisible();
});

test('the track of an event is used by another one, renamed and deleted', async () => {
  const { catId } = await answered<CategoryAnswer>(planner, 'POST', '/driverCategories/', { Name: 'R2' });
  await answered(planner, 'POST', '/events/', {
    Name: 'Ronde di Acqui',
    Start: new Date(Date.now() + 3 * HOUR_MS).toISOString(),
    Finish: new Date(Date.now() + 4 * HOUR_MS).toISOString(),
    CouId: 380,
    State: 'Alessandria',
    City: 'Acqui Terme',
    CircuitName: 'Acqui',
    Categories: [catId],
  });
  const [drawn] = await answered<TrackRow[]>(planner, 'GET', '/tracks/');
  await page.goto(`${office.url}/event/${drawn?.EventId}`);
  await button(page, 'Edit details').click();
  const beside = dialog(page).getByRole('link', { name: circuits.title });
  await expect(beside).toHaveAttribute('href', '/circuits');
  await expect(beside).toHaveAttribute('target', '_blank');
  await page.keyboard.press('Escape');
  await page.getByRole('main').getByRole('link', { name: tracks.title }).click();
  await expect(heads()).toHaveText(['Name', 'Event']);
  await expect(cells('Rally delle Colline')).toHaveText(['Round course', 'Rally delle Colline']);
  await expectAccessible(page);

  await button(page, tracks.create).click();
  await save();
  for (const fault of ['Name is required.', 'Event is required.', 'Track is required.'])
    await expect(dialog(page).getByText(fault, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await button(page, tracks.useOf('Rally delle Colline')).click();
  await expect(dialog(page)).toHaveAccessibleName('Use the track of Rally delle Colline');
  await expect(typed('Name')).toHaveValue('Round course');
  await expect(typed(tracks.fields.event).locator('option')).toHaveText(['', 'Ronde di Acqui']);
  await typed(tracks.fields.event).selectOption({ label: 'Ronde di Acqui' });
  await typed('Name').press('Enter');
  await expect(notice(page, 'Track Created')).toBeVisible();
  await expect(cells('Ronde di Acqui')).toHaveText(['Round course', 'Ronde di Acqui']);

  await row('Ronde di Acqui')
    .getByRole('button', { name: tables.editOf('Round course') })
    .click();
  await typed('Name').fill('Acqui');
  await save();
  await expect(notice(page, 'Track Updated')).toBeVisible();
  await expect(cells('Ronde di Acqui')).toHaveText(['Acqui', 'Ronde di Acqui']);

  await button(page, tables.removeOf('Acqui')).click();
  await expect(dialog(page)).toContainText('Are you sure you want to delete Acqui?');
  await button(dialog(page), tracks.remove).click();
  await expect(notice(page, 'Track Deleted')).toBeVisible();
  await expect(row('Ronde di Acqui')).toHaveCount(0);

  await answered(planner, 'PUT', `/events/publish/${drawn?.EventId}`);
  office.pass(1.5 * HOUR_MS);
  await button(page, tables.removeOf('Round course')).click();
  await button(dialog(page), tracks.remove).click();
  await dismissAttention(page, REFUSALS['track.underWay']);

  await page.route('**/api/tracks/', (route) => route.fulfill({ status: 500, json: { statusCode: 500 } }));
  await page.reload();
  await expect(page.getByText('An error has occurred trying to get Track')).toBeVisible();
});

test('administrators say whose a circuit is, and see whose each one is', async ({ browser }) => {
  const admin = await (await browser.newContext()).newPage();
  await startSession(admin.context(), office.url, ADMIN, PASSWORD);
  await admin.goto(`${office.url}/circuits`);
  await expect(heads(admin)).toHaveText(['Name', 'Visibility', 'Institution']);
  page = admin;
  await button(page, circuits.create).click();
  await typed(circuits.fields.institution).selectOption({ label: OTHER_CLUB });
  await typed('Name').fill('Tazio Nuvolari');
  await typed('Country').selectOption({ label: 'Italy' });
  await typed('State/Province').fill('Pavia');
  await typed('City').fill('Cervesina');
  await save();
  await expect(notice(page, 'Circuit Created')).toBeVisible();
  await expect(cells('Tazio Nuvolari')).toHaveText(['Tazio Nuvolari', 'NO', OTHER_CLUB]);
  await expectAccessible(page);
  await page.goto(`${office.url}/categories/${clubId}`);
  await expect(row('WRC')).toBeVisible();
  await expect(menuItem(page, 'Categories')).toHaveCount(0);
});
