/// <reference lib="dom" />
import type {
  CategoryAnswer,
  EventAnswer,
  FirstAccessAnswer,
  LoginAnswer,
  NewClubAnswer,
} from '@flagpost/contracts';
import { competitorRequest } from '@flagpost/simulator';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { answered, logIn as askToLogIn, signIn, type Caller } from '@flagpost/race-testing/calls';
import { roundCourse } from '@flagpost/race-testing/round-course';
import { TEXTS } from '@flagpost/backoffice/texts';
import { startOffice, type Office } from './office.js';
import { button, dialog, liveMap, logIn, unfold } from './screen.js';
import { startSession } from './session.js';
import { closeContexts } from './contexts.js';

const ADMIN = 'admin@flagpost.example';
const CONTACT = 'contact@hostile.example';
const PASSWORD = 'Flagpost1';
const HOUR_MS = 3_600_000;

/** Texts that would set `__xss` in a page that does not treat them as plain text. */
const HOSTILE = {
  club: '<script>window.__xss="club"</script> נבחרת מרוצים',
  place: '<img src=x onerror=window.__xss="place">',
  web: 'javascript:window.__xss="web"',
  firstName: '"><svg onload=window.__xss="name">',
  lastName: "O'Brien & ${7*7} {{constructor.name}} نادي",
  event: '<iframe srcdoc="<script>parent.__xss=1</script>"></iframe>',
  category: '</title><script>window.__xss="category"</script>',
  driver: '<b onclick=window.__xss="driver">Ada',
  poi: '<a href="javascript:window.__xss=2">Paddock</a>',
  timer: '<style>*{display:none}</style> stage',
  flag: '<marquee onstart=window.__xss="flag">SLOW',
} as const;
const FULL_NAME = `${HOSTILE.firstName} ${HOSTILE.lastName}`;

let office: Office;
let clubId: number;
let eventId: number;

/** An invited user, with a password that they chose. */
const firstAccess = async (email: string): Promise<Caller> => {
  const given = (await askToLogIn(office.url, email, await office.toldTo(email))).body;
  const { userId, accessToken } = given as LoginAnswer & FirstAccessAnswer;
  await fetch(`${office.url}/api/users/updatePassword/`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ UserId: userId, Password: PASSWORD }),
  });
  return signIn(office.url, email, PASSWORD);
};

const makeRace = async (caller: Caller): Promise<number> => {
  const post = <T>(path: string, body: object): Promise<T> => answered<T>(caller, 'POST', path, body);
  const { catId } = await post<CategoryAnswer>('/driverCategories/', { Name: HOSTILE.category });
  const now = Date.now();
  const { eveId } = await post<EventAnswer>('/events/', {
    Name: HOSTILE.event,
    Start: new Date(now - HOUR_MS).toISOString(),
    Finish: new Date(now + HOUR_MS).toISOString(),
    CouId: 380,
    State: HOSTILE.place,
    City: HOSTILE.place,
    CircuitName: HOSTILE.place,
    Categories: [catId],
  });
  const { drawn, line } = roundCourse(6_000);
  await post('/circuitRoutes', {
    eventId: eveId,
    trackName: HOSTILE.place,
    pointsTrack: [{ Positions: drawn }],
    pointsMetaFinish: line,
  });
  await post('/interestpoints', { eventId: eveId, pois: [{ ...line, description: HOSTILE.poi }] });
  const competitor = competitorRequest(eveId, catId, {
    number: '<b>7</b>',
    name: HOSTILE.driver,
    surname: HOSTILE.lastName,
    email: 'driver@hostile.example',
    bloodType: '<i>0+',
    brand: HOSTILE.place,
    model: HOSTILE.place,
  });
  const { Invitation } = await post<{ Invitation: { Id: number } }>(
    '/invitations/createInvitationDriver/',
    competitor,
  );
  await answered(caller, 'PATCH', '/invitations/authorized/', {
    Invitations: [Invitation.Id],
    Authorized: 1,
  });
  await answered(caller, 'PUT', `/events/publish/${eveId}`);
  await post('/timers', { EventId: eveId, Title: HOSTILE.timer });
  await post('/flagRecords', { EventId: eveId, StateId: 806, Message: HOSTILE.flag });
  return eveId;
};

test.afterAll(closeContexts);

test.beforeAll(async () => {
  office = await startOffice({ DEMO: '0', ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD: PASSWORD });
  const admin = await signIn(office.url, ADMIN, PASSWORD);
  const club = {
    cluName: HOSTILE.club,
    couId: 380,
    cluState: HOSTILE.place,
    cluCity: HOSTILE.place,
    cluAddress: HOSTILE.place,
    cluMail: 'club@hostile.example',
    cluWeb: HOSTILE.web,
    cluFacebook: HOSTILE.web,
    cluInstagram: HOSTILE.place,
  };
  const contact = {
    FirstName: HOSTILE.firstName,
    LastName: HOSTILE.lastName,
    Email: CONTACT,
    Phone: '<b>+39</b>',
  };
  const user = { Name: contact.FirstName, Surname: contact.LastName, Phone: contact.Phone, Email: CONTACT };
  const made = await answered<NewClubAnswer>(admin, 'POST', '/clubs/', { club, user });
  clubId = made.cluId;
  const Roles = { planner: true, viewer: false, director: true };
  await answered(admin, 'PUT', `/users/roles/${made.useId}`, { ...contact, Roles });
  const now = Date.now();
  await answered(admin, 'POST', '/licenses/', {
    ClubId: clubId,
    Total: 5,
    From: new Date(now - 24 * HOUR_MS).toISOString(),
    To: new Date(now + 24 * HOUR_MS).toISOString(),
  });
  eventId = await makeRace(await firstAccess(CONTACT));
});
test.afterAll(() => office.remove());

/** A page, and its violations. */
const watched = async (browser: Browser): Promise<{ page: Page; faults: () => Promise<string[]> }> => {
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  const faults: string[] = [];
  page.on('dialog', (box) => {
    faults.push(`a box said ${box.message()}`);
    void box.dismiss();
  });
  page.on('pageerror', (error) => faults.push(error.message));
  // A browser's report of a refused frame or script is one too.
  page.on('console', (line) => {
    if (line.type() === 'error') faults.push(line.text());
  });
  const ran = (): Promise<unknown> =>
    page.evaluate(() => (window as unknown as { readonly __xss?: unknown }).__xss ?? null);
  return {
    page,
    faults: async () => {
      const left = await ran();
      return left === null ? faults : [...faults, `a page ran ${JSON.stringify(left)}`];
    },
  };
};

const expectText = (page: Page, text: string): Promise<void> =>
  expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();

test('names are text to an administrator, whatever stands in them', async ({ browser }) => {
  const { page, faults } = await watched(browser);
  await startSession(page.context(), office.url, ADMIN, PASSWORD);

  await page.goto(`${office.url}/clubs`);
  await expectText(page, HOSTILE.club);
  await expectText(page, FULL_NAME);
  await page.goto(`${office.url}/club/${clubId}`);
  await expect(page.getByRole('heading', { name: HOSTILE.club })).toBeVisible();
  await expectText(page, HOSTILE.event);
  await expectText(page, FULL_NAME);
  // Text typed as a web address is shown, and is no link.
  await expectText(page, HOSTILE.web);
  expect(await page.locator('a[href^="javascript:" i], [srcdoc], svg[onload], img[src="x"]').count()).toBe(0);
  await button(page, TEXTS.users.editOf(FULL_NAME)).click();
  await expect(dialog(page).getByLabel('First Name')).toHaveValue(HOSTILE.firstName);
  await page.keyboard.press('Escape');
  await page.goto(`${office.url}/licensing`);
  await expectText(page, HOSTILE.club);
  await page.goto(
    `${office.url}/map/${encodeURIComponent(HOSTILE.place)}?message=${encodeURIComponent(HOSTILE.flag)}`,
  );
  await expect(page.getByRole('heading').first()).toBeVisible();
  expect(await faults()).toEqual([]);
});

test('names are text to the people of a club, on their live map too', async ({ browser }) => {
  const { page, faults } = await watched(browser);
  await logIn(page, office.url, CONTACT, PASSWORD);
  await expectText(page, HOSTILE.event);
  await page.goto(`${office.url}/personaldetails`);
  await expectText(page, FULL_NAME);
  await page.goto(`${office.url}/map/${eventId}`);
  await liveMap(page).waitFor();
  await unfold(page, TEXTS.timers.panel);
  for (const text of [HOSTILE.event, HOSTILE.timer, HOSTILE.flag, '<b>7</b>']) await expectText(page, text);
  await page.locator('button.car-row').first().click();
  for (const text of [HOSTILE.driver, HOSTILE.category]) await expectText(page, text);
  expect(await faults()).toEqual([]);
});
