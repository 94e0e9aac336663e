import {
  ANSWER_TEXTS,
  ERASED_PERSON,
  FIELD_TEXTS,
  REFUSALS,
  ROLE_TEXTS,
  type ClubWithDrivers,
  type NewClubAnswer,
  type UserRow,
} from '@flagpost/contracts';
import { competitorRequest } from '@flagpost/simulator';
import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { answered, signIn } from '@flagpost/race-testing/calls';
import { categoryIdsOf, enterAndPublish, makeEvent } from '@flagpost/race-testing/made-event';
import { roundCourse } from '@flagpost/race-testing/round-course';
import { TEXTS } from '@flagpost/backoffice/texts';
import { expectAccessible } from './axe.js';
import { closeContexts } from './contexts.js';
import { startOffice, type Office } from './office.js';
import { button, carRow, dialog, dismissAttention, logIn, notice, sendLogin } from './screen.js';

const SUPPORT = 'support@flagpost.example';
const ADMIN = 'admin@flagpost.example';
const PASSWORD = 'Flagpost1';
const CONTACT = 'marta.conti@rally.example';
const CLUB = 'Rally Club Alto Monferrato';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const { institutions, users, licences, account } = TEXTS;

/** One institution, from its registration to the erasure of one of its people: each part begins where the last ended. */
test.describe.configure({ mode: 'serial' });

let office: Office;
let admin: Page;
let contact: Page;
let clubId: number;
let eventId: number;

const newPage = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();

test.beforeAll(async ({ browser }) => {
  office = await startOffice({
    DEMO: '0',
    ADMIN_EMAIL: ADMIN,
    ADMIN_PASSWORD: PASSWORD,
    SUPPORT_EMAIL: SUPPORT,
  });
  admin = await newPage(browser);
  await logIn(admin, office.url, ADMIN, PASSWORD);
});
test.afterAll(closeContexts);
test.afterAll(() => office.remove());

const typed = (page: Page, label: string): Locator => dialog(page).getByLabel(label, { exact: true });
const fill = async (page: Page, values: Record<string, string>): Promise<void> => {
  for (const [label, value] of Object.entries(values)) await typed(page, label).fill(value);
};
const menuItem = (page: Page, name: string): Locator =>
  page.getByRole('navigation').getByRole('link', { name, exact: true });
const row = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });
/** The cells of a row, without its actions. */
const cells = (page: Page, text: string): Locator => row(page, text).locator('td[data-head]');
const heads = (page: Page | Locator): Locator => page.locator('th button');
const card = (page: Page): Locator => page.getByRole('region', { name: licences.card, exact: true });
const widthOf = async (page: Page): Promise<number> =>
  dialog(page).evaluate((element) => element.getBoundingClientRect().width);
/** A day of this machine as a date field takes it. */
const dayAt = (ms: number): string => new Date(ms).toLocaleDateString('sv');

/** Signs in with the password from the mail, and chooses a new one. */
const firstAccess = async (page: Page, email: string): Promise<void> => {
  await page.goto(office.url);
  await sendLogin(page, email, await office.toldTo(email));
  await page.getByLabel(account.newPassword, { exact: true }).fill(PASSWORD);
  await page.getByLabel(account.repeat, { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: TEXTS.liveNow.title }).waitFor();
};

test('an administrator registers an institution with its contact person, by keyboard', async () => {
  await menuItem(admin, TEXTS.menu.institutions).click();
  await expect(admin.getByText(institutions.empty)).toBeVisible();
  await expect(heads(admin)).toHaveText([
    'NAME',
    'EVENT ORGANIZER',
    'ACOUNT MAIL',
    'USERS',
    'ASSIGNED',
    'LICENSENCING PERIOD',
    'EVENTS IN THIS PERIOD',
  ]);
  await expectAccessible(admin);

  await button(admin, 'New Institution').focus();
  await admin.keyboard.press('Enter');
  await expect(dialog(admin).getByRole('heading', { name: 'Step 1 of 2' })).toBeVisible();
  expect(await widthOf(admin)).toBe(850);
  await expect(typed(admin, 'Name')).toBeFocused();
  await admin.keyboard.press('Enter');
  for (const fault of ['Name', 'Country', 'State', 'City', 'Address', 'Mail'])
    await expect(dialog(admin).getByText(`${fault} is required.`, { exact: true })).toBeVisible();
  await fill(admin, { City: 'Acqui Terme', Latitude: '44.5' });
  await expect(dialog(admin).getByText('City is required.')).toHaveCount(0);
  await admin.keyboard.press('Enter');
  await expect(dialog(admin).getByText(FIELD_TEXTS.latitude)).toBeVisible();
  await expectAccessible(admin);
  await fill(admin, {
    Name: CLUB,
    State: 'Alessandria',
    City: 'Acqui Terme',
    Address: 'Via Prova Speciale 7',
    Mail: 'info@rally.example',
    Web: 'www.rally.example',
    facebook: 'facebook.com/rally.example',
    Instagram: 'instagram.com/rally.example',
    Latitude: '44,675',
    Longitude: '8,469',
  });
  await typed(admin, 'Country').selectOption({ label: 'Italy' });
  await button(dialog(admin), 'Next').click();
  await expect(dialog(admin).getByRole('heading', { name: 'Step 2 of 2' })).toBeVisible();
  await expect(typed(admin, institutions.fields.firstName)).toBeFocused();
  await button(dialog(admin), 'Previous').click();
  await expect(typed(admin, 'Name')).toHaveValue(CLUB);
  await expect(typed(admin, 'Name')).toBeFocused();
  await admin.keyboard.press('Enter');
  await button(dialog(admin), 'Finish').click({ force: true });
  for (const fault of ['First Name', 'Last Name', 'Phone', 'Email'])
    await expect(dialog(admin).getByText(`Contact ${fault} is required.`, { exact: true })).toBeVisible();
  await expectAccessible(admin);
  await fill(admin, {
    [institutions.fields.firstName]: 'Marta',
    [institutions.fields.lastName]: 'Conti',
    [institutions.fields.phone]: '+39 0144 1',
    [institutions.fields.email]: CONTACT,
  });
  await admin.keyboard.press('Enter');
  await expect(notice(admin, 'Institution Created')).toBeVisible();
  await expect(dialog(admin)).toHaveCount(0);
  await expect(button(admin, 'New Institution')).toBeFocused();
  await expect(cells(admin, CLUB)).toHaveText([
    CLUB,
    'Marta Conti',
    'info@rally.example',
    '1',
    '–',
    '–',
    '0',
  ]);
  await expectAccessible(admin);
});

test('the contact person signs in by the mail, and adds the people of the institution', async ({
  browser,
}) => {
  contact = await newPage(browser);
  await firstAccess(contact, CONTACT);
  await expect(contact.getByRole('link', { name: 'Marta Conti' })).toContainText(ROLE_TEXTS.planner);
  for (const forbidden of [TEXTS.menu.institutions, TEXTS.menu.licensing])
    await expect(menuItem(contact, forbidden)).toHaveCount(0);
  await menuItem(contact, 'Institution setting').click();
  await expect(contact.getByRole('heading', { name: CLUB })).toBeVisible();
  for (const link of ['www.rally.example', 'info@rally.example', 'facebook.com/rally.example'])
    await expect(contact.getByRole('link', { name: link })).toBeVisible();
  await expect(card(contact)).toContainText('No current active licences');
  for (const others of [TEXTS.back, 'Delete institution', 'Edit details', 'Managing Licenses'])
    await expect(button(contact, others)).toHaveCount(0);
  await expectAccessible(contact);

  await button(contact, 'Request more Licenses').click();
  await expect(dialog(contact)).toHaveAccessibleName('You have reached your licenses limit');
  await expect(dialog(contact)).toContainText(SUPPORT);
  await expect(button(dialog(contact), 'Continue')).toBeFocused();
  await expectAccessible(contact);
  await contact.keyboard.press('Enter');
  await expect(dialog(contact)).toHaveCount(0);
  await expect(button(contact, 'Request more Licenses')).toBeFocused();

  await expect(heads(contact)).toHaveText(['NAME', 'ROLES', 'EMAIL', 'STATUS']);
  await expect(cells(contact, CONTACT)).toHaveText(['Marta Conti', 'Event organizer', CONTACT, 'Enabled']);
  await button(contact, 'New user').click();
  await expect(dialog(contact)).toHaveAccessibleName('User Details');
  expect(await widthOf(contact)).toBe(450);
  await contact.keyboard.press('Enter');
  for (const field of ['First Name', 'Last Name', 'Email', 'Phone'])
    await expect(dialog(contact).getByText(`${field} is required.`, { exact: true })).toBeVisible();
  await expect(dialog(contact).getByText('Select at least one role is required.')).toBeVisible();
  await expectAccessible(contact);
  await fill(contact, { 'First Name': 'Vera', 'Last Name': 'Osti', Email: CONTACT, Phone: '+39 0144 2' });
  await typed(contact, 'Event official').check();
  await contact.keyboard.press('Enter');
  await dismissAttention(contact, ANSWER_TEXTS.emailTaken);
  await fill(contact, { Email: 'vera.osti@rally.example' });
  await contact.keyboard.press('Enter');
  await expect(notice(contact, 'User Created')).toBeVisible();
  await expect(button(contact, 'New user')).toBeFocused();

  await contact.keyboard.press('Enter');
  await fill(contact, {
    'First Name': 'Dino',
    'Last Name': 'Sala',
    Email: 'dino.sala@rally.example',
    Phone: '+39 0144 3',
  });
  await typed(contact, 'Clerk of course').check();
  await button(dialog(contact), 'Save').click();
  await expect(row(contact, 'dino.sala@rally.example')).toContainText('Clerk of course');
  await button(contact, users.editOf('Dino Sala')).click();
  await expect(typed(contact, 'Clerk of course')).toBeChecked();
  await typed(contact, 'Event official').check();
  await button(dialog(contact), 'Save').click();
  await expect(notice(contact, 'User Updated')).toBeVisible();
  await expect(row(contact, 'Dino Sala')).toContainText('Event official');
  await expect(contact.getByText('Showing 1 to 3 of 3 users')).toBeVisible();
  await expectAccessible(contact);
  expect(await office.toldTo('vera.osti@rally.example')).not.toBe('');
});

test('licences are granted, used up and added to', async () => {
  await button(admin, institutions.open(CLUB))
    .or(admin.getByRole('link', { name: institutions.open(CLUB) }))
    .click();
  await expect(admin.getByRole('heading', { name: CLUB })).toBeVisible();
  clubId = Number(/\/club\/(\d+)$/.exec(admin.url())?.[1]);
  await expect(admin.getByText(institutions.noEvents)).toBeVisible();
  await expectAccessible(admin);

  await button(admin, 'Managing Licenses').click();
  expect(await widthOf(admin)).toBe(650);
  // Disabled until all is filled; if pressed all the same, the missing fields are listed.
  await expect(button(dialog(admin), 'Save')).toBeDisabled();
  await button(dialog(admin), 'Save').click({ force: true });
  for (const fault of ['From is required.', 'To is required.', 'Number is required.'])
    await expect(dialog(admin).getByText(fault)).toBeVisible();
  await expectAccessible(admin);
  const now = Date.now();
  await fill(admin, {
    From: dayAt(now - 30 * DAY_MS),
    To: dayAt(now + 30 * DAY_MS),
    'Number or new licenses': '2',
  });
  await expect(dialog(admin).getByText('New total licenses: 2')).toBeVisible();
  await admin.keyboard.press('Enter');
  await expect(notice(admin, 'License Created')).toBeVisible();
  await expect(card(admin)).toContainText('0/2');
  await expect(button(admin, 'Managing Licenses')).toBeFocused();

  // Competitors have no screen yet.
  const planner = await signIn(office.url, CONTACT, PASSWORD);
  const categoryIds = await categoryIdsOf(planner, ['Rally']);
  eventId = await makeEvent(planner, {
    name: 'Rally delle Colline',
    startsAt: now - HOUR_MS,
    finishesAt: now + HOUR_MS,
    categoryIds,
    course: roundCourse(6_000),
  });
  const entrants = ['Anna', 'Bruno'].map((name, index) => ({
    carNumber: String(index + 1),
    name,
    surname: 'Riva',
  }));
  await enterAndPublish(planner, eventId, categoryIds, entrants);
  const third = competitorRequest(eventId, categoryIds[0]!, {
    number: '3',
    name: 'Carla',
    surname: 'Riva',
    email: 'carla.riva@drivers.example',
    bloodType: '0+',
    brand: 'Belbo',
    model: 'Sedici',
  });
  const entered = await answered<{ Invitation: { Id: number } }>(
    planner,
    'POST',
    '/invitations/createInvitationDriver/',
    third,
  );
  const authorise = () =>
    planner.call<{ code?: string }>('PATCH', '/invitations/authorized/', {
      Invitations: [entered.Invitation.Id],
      Authorized: 1,
    });
  const refused = await authorise();
  expect([refused.status, refused.body.code]).toEqual([418, 'licence.limit']);

  await menuItem(contact, TEXTS.menu.events).click();
  await menuItem(contact, 'Institution setting').click();
  await expect(card(contact)).toContainText('2/2');
  await expect(card(contact).locator('dd').last()).toHaveText('1');
  await button(contact, 'View Licensing History').click();
  await expect(heads(dialog(contact))).toHaveText([
    'LICENSE PERIOD',
    'TOTAL LICENSES ASSIGNED',
    'LICENSES USED',
    'TOTAL EVENTS',
  ]);
  await expect(dialog(contact).locator('td[data-head]')).toHaveText([/ - /, '2', '2', '1']);
  await expect(dialog(contact).getByRole('button', { name: /^Edit/ })).toHaveCount(0);
  await expectAccessible(contact);
  await contact.keyboard.press('Escape');
  await expect(button(contact, 'View Licensing History')).toBeFocused();

  await menuItem(admin, 'Licensing').click();
  await expect(heads(admin)).toHaveText(['NAME', 'ASSIGNED', 'LICENSING PERIOD', 'EVENTS IN THIS PERIOD']);
  await admin.getByPlaceholder('Search License').fill('nobody');
  await expect(admin.getByText(TEXTS.list.noMatch)).toBeVisible();
  await admin.getByPlaceholder('Search License').fill('monferrato');
  await expect(cells(admin, CLUB)).toHaveText([CLUB, '2/2', / - /, '1']);
  await expectAccessible(admin);
  await admin.getByRole('link', { name: institutions.open(CLUB) }).click();
  await expect(row(admin, 'Rally delle Colline')).toBeVisible();
  await button(admin, 'View Licensing History').click();
  await dialog(admin).getByRole('button', { name: /^Edit/ }).click();
  await expect(typed(admin, licences.total)).toHaveValue('2');
  await fill(admin, { 'Number or new licenses': '-1' });
  await expect(dialog(admin).getByText('New total licenses: 1')).toBeVisible();
  await admin.keyboard.press('Enter');
  await dismissAttention(admin, REFUSALS['licence.totalBelowUsed']);
  await fill(admin, { 'Number or new licenses': '3' });
  await admin.keyboard.press('Enter');
  await expect(notice(admin, 'License Updated')).toBeVisible();
  await expect(card(admin)).toContainText('2/5');
  expect((await authorise()).status).toBe(200);
  await expectAccessible(admin);
});

test('details are edited in one step, and what is in use is not deleted', async () => {
  await button(admin, 'Edit details').click();
  await expect(typed(admin, 'Name')).toHaveValue(CLUB);
  await expect(typed(admin, 'Country').locator('option:checked')).toHaveText('Italy');
  await fill(admin, { Web: 'https://rally.example/colline' });
  await button(dialog(admin), 'Save').click();
  await expect(notice(admin, 'Institutions Updated')).toBeVisible();
  await expect(admin.getByRole('link', { name: 'https://rally.example/colline' })).toBeVisible();
  await button(admin, 'Delete institution').click();
  await expect(dialog(admin)).toContainText(institutions.removeQuestion(CLUB));
  await expect(button(dialog(admin), TEXTS.cancel)).toBeFocused();
  await expectAccessible(admin);
  await button(dialog(admin), 'Delete institution').click();
  await dismissAttention(admin, REFUSALS['club.hasEventsAndUsers']);
  await expect(admin.getByRole('heading', { name: CLUB })).toBeVisible();
});

test('an institution that is not used any more goes, after its people', async ({ browser }) => {
  const made = {
    cluName: 'Scuderia Breve',
    couId: 380,
    cluState: 'Asti',
    cluCity: 'Asti',
    cluAddress: 'Via 1',
  };
  const { cluId } = await answered<NewClubAnswer>(
    await signIn(office.url, ADMIN, PASSWORD),
    'POST',
    '/clubs/',
    {
      club: { ...made, cluMail: 'info@breve.example' },
      user: { Name: 'Bice', Surname: 'Breve', Phone: '1', Email: 'bice@breve.example' },
    },
  );
  const theirs = await newPage(browser);
  await firstAccess(theirs, 'bice@breve.example');

  await admin.goto(`${office.url}/club/${cluId}`);
  await button(admin, users.removeOf('Bice Breve')).click();
  await expect(dialog(admin)).toContainText(
    'Are you sure you want to delete Bice Breve? They will no longer be able to access the platform',
  );
  await button(dialog(admin), users.remove).click();
  await expect(notice(admin, 'User Deleted')).toBeVisible();
  await expect(admin.getByText('No users found.')).toBeVisible();
  await menuItem(theirs, 'Institution setting').click();
  await expect(button(theirs, TEXTS.login.submit)).toBeVisible();
  await sendLogin(theirs, 'bice@breve.example', PASSWORD);
  await expect(theirs.getByText(ANSWER_TEXTS.wrongCredentials.trim())).toBeVisible();
  await theirs.context().close();

  await button(admin, 'Delete institution').click();
  await button(dialog(admin), 'Delete institution').click();
  await expect(notice(admin, 'Club Deleted')).toBeVisible();
  await expect(admin).toHaveURL(`${office.url}/clubs`);
  await expect(row(admin, CLUB)).toBeVisible();
  await expect(row(admin, 'Scuderia Breve')).toHaveCount(0);
  await admin.goto(`${office.url}/clubs/${encodeURIComponent('Send money')}`);
  await expect(row(admin, CLUB)).toBeVisible();
  await expect(admin.getByText('Send money')).toHaveCount(0);
});

test('who is erased is gone from screens, mails and files, and nobody finds them again', async ({
  browser,
}) => {
  const boss = await signIn(office.url, ADMIN, PASSWORD);
  const planner = await signIn(office.url, CONTACT, PASSWORD);
  const dino = await answered<UserRow>(planner, 'GET', '/users/byMail/dino.sala@rally.example');
  const theirs = await newPage(browser);
  await firstAccess(theirs, dino.useEmail!);
  const before = await office.mails();
  const { drivers } = await answered<ClubWithDrivers>(planner, 'GET', `/clubs/withdrivers/${clubId}`);
  const anna = drivers.find(({ Name }) => Name === 'Anna')!;
  for (const id of [dino.useId, anna.Id]) await answered(boss, 'DELETE', `/people/${id}`);

  await menuItem(theirs, TEXTS.menu.events).click();
  await theirs.getByRole('link', { name: 'Dino Sala' }).click();
  await expect(button(theirs, TEXTS.login.submit)).toBeVisible();
  await button(theirs, account.forgot).click();
  await theirs.getByLabel(TEXTS.login.email).fill(dino.useEmail!);
  await theirs.keyboard.press('Enter');
  await expect(theirs.getByText(account.codeSent('d•••@r•••.example'))).toBeVisible();
  await theirs.context().close();
  // All that concern them: his first access, the contact person's mail on his role, and her invitation.
  await expect.poll(() => office.mails()).toBe(before - 3);

  await menuItem(contact, TEXTS.menu.events).click();
  await menuItem(contact, 'Institution setting').click();
  await expect(row(contact, 'Vera Osti')).toBeVisible();
  await expect(contact.getByText('Dino Sala')).toHaveCount(0);
  await expect(card(contact)).toContainText('3/5');

  await contact.goto(`${office.url}/map/${eventId}`);
  await expect(carRow(contact, '1')).toHaveAttribute('title', `${ERASED_PERSON}, Rally`);
  await expect(carRow(contact, '2')).toHaveAttribute('title', 'Bruno Riva, Rally');
});
