import { test, type Browser, type Cookie } from '@playwright/test';
import type { DeviceTokenAnswer } from '@flagpost/contracts';
import { answered, each, signIn, type Caller } from '@flagpost/race-testing/calls';
import { categoryIdsOf } from '@flagpost/race-testing/made-event';
import { startOffice, type Office } from './office.js';
import { EMAILS } from './shared-race.js';
import { sessionCookies } from './session.js';
import {
  addCircuits,
  addCompetitor,
  addPois,
  importList,
  listOf,
  LONG,
  makeEventFromNow,
  makeEvents,
} from './screens/organising-data.js';
import { auditPictures } from './screens/organising-audit.js';
import { competitorPictures, importPictures, manyPictures } from './screens/organising-competitors.js';
import { drivePictures } from './screens/organising-drive.js';
import {
  draftPictures,
  listPictures,
  noEventPictures,
  pastPictures,
  runningPictures,
} from './screens/organising-events.js';
import { tablePictures } from './screens/organising-tables.js';
import { LANGUAGES, openViewer, type Viewer } from './screens/viewer.js';

/** The pictures of the organisers' screens, in each language: events, competitors, tables, invitations. */

test.describe.configure({ timeout: 900_000 });

const HOUR_MS = 3_600_000;
const EVENTS = 40;
const COMPETITORS = 2_000;

let office: Office;
let planner: Caller;
let cookies: Cookie[];
let categoryIds: number[];

const inEachLanguage = async (
  browser: Browser,
  pictures: (viewer: Viewer) => Promise<void>,
  as = cookies,
): Promise<void> => {
  for (const language of LANGUAGES) {
    const viewer = await openViewer(browser, language, as);
    await pictures(viewer);
    await viewer.close();
  }
};

test.beforeAll(async ({ browser }) => {
  office = await startOffice({ MAILS_PER_MINUTE: '600' });
  planner = await signIn(office.url, EMAILS.planner);
  cookies = await sessionCookies(browser, office.url, EMAILS.planner);
  categoryIds = await categoryIdsOf(planner, [LONG.category, 'WRC', 'Rally2']);
});
test.afterAll(() => office.remove());

test('no events', async ({ browser }) => {
  await inEachLanguage(browser, (viewer) => noEventPictures(viewer, office.url));
});

/** An event that runs, of 23 cars of which one was heard, with a red flag. */
const runEvent = async (): Promise<number> => {
  const [long = 0, wrc = 0] = categoryIds;
  const eventId = await makeEventFromNow(planner, 'Rally dei Vini', [-1, 3], [wrc, long]);
  await addPois(planner, eventId);
  const numbers = Array.from({ length: 23 }, (_, at) => String(at + 1));
  const Invitations = await each(numbers, (number) =>
    addCompetitor(planner, eventId, number === '3' ? long : wrc, number, { isLong: number === '3' }),
  );
  await answered(planner, 'PATCH', '/invitations/authorized/', { Invitations, Authorized: 1 });
  await answered(planner, 'PUT', `/events/publish/${eventId}`);
  const path = `/invitations/${Invitations[0]}/deviceToken`;
  const { doors } = await answered<DeviceTokenAnswer>(planner, 'POST', path);
  await fetch(doors.positions, { method: 'POST', body: '{"lat":44.4,"lng":8.3}\n' });
  const director = await signIn(office.url, EMAILS.director);
  const red = { StateId: 801, InvitationsSelected: [], EventId: eventId, Message: '' };
  await answered(director, 'POST', '/flagRecords', red);
  return eventId;
};

test('events', async ({ browser }) => {
  const [long = 0, wrc = 0] = categoryIds;
  await makeEvents(planner, EVENTS, categoryIds);
  const draftId = await makeEventFromNow(planner, 'Rally Alba', [240, 250], [long, wrc]);
  await addPois(planner, draftId);
  await addCompetitor(planner, draftId, long, '7', { isLong: true });
  await addCompetitor(planner, draftId, wrc, '8', { model: '' });
  const readyId = await makeEventFromNow(planner, 'Ronde delle Valli', [24, 30], [wrc]);
  const car = await addCompetitor(planner, readyId, wrc, '1');
  await answered(planner, 'PATCH', '/invitations/authorized/', { Invitations: [car], Authorized: 1 });
  await answered(planner, 'PUT', `/events/publish/${readyId}`);
  const runningId = await runEvent();
  await inEachLanguage(browser, async (viewer) => {
    await listPictures(viewer, office.url);
    await draftPictures(viewer, office.url, draftId, readyId);
    await runningPictures(viewer, office.url, runningId);
  });
  const admin = await sessionCookies(browser, office.url, EMAILS.admin);
  await inEachLanguage(
    browser,
    async ({ page, take }) => {
      await page.goto(`${office.url}/events`);
      await page.locator('.list tbody tr').nth(9).waitFor();
      await take('events/list-administrator');
    },
    admin,
  );
});

test('categories, circuits and tracks', async ({ browser }) => {
  await makeEvents(planner, 1, categoryIds);
  await runEvent();
  await inEachLanguage(browser, (viewer) => tablePictures(viewer, office.url, { isEmpty: true }));
  await addCircuits(planner, 12);
  await inEachLanguage(browser, (viewer) => tablePictures(viewer, office.url, { isEmpty: false }));
});

test('the log', async ({ browser }) => {
  const eventId = await runEvent();
  await inEachLanguage(browser, (viewer) => auditPictures(viewer, office.url, eventId));
});

test('competitors', async ({ browser }) => {
  const [long = 0, wrc = 0] = categoryIds;
  const manyId = await makeEventFromNow(planner, LONG.event, [48, 60], [long, wrc]);
  await addCompetitor(planner, manyId, long, '1', { isLong: true });
  await addCompetitor(planner, manyId, wrc, '2', { model: '' });
  await importList(office.url, planner, manyId, listOf(COMPETITORS - 2, true));
  const bulkId = await makeEventFromNow(planner, 'Rally del Bulk', [48, 60], [wrc]);
  for (const number of ['1', '2', '3'])
    await addCompetitor(planner, bulkId, wrc, number, number === '3' ? { model: '' } : {});
  await inEachLanguage(browser, async (viewer) => {
    await manyPictures(viewer, office.url, manyId);
    await competitorPictures(viewer, office.url, bulkId);
    const empty = await makeEventFromNow(planner, 'Rally delle Langhe', [48, 60], [wrc]);
    await importPictures(viewer, office.url, empty);
  });
});

/** The paths of the pages of three invitations, by language. */
const invite = async (hours: readonly [number, number]): Promise<ReadonlyMap<string, string>> => {
  const [long = 0] = categoryIds;
  const eventId = await makeEventFromNow(planner, LONG.event, hours, [long]);
  const addressOf = (language: string): string => `${language}${eventId}@drivers.example`;
  const Invitations = await each(LANGUAGES, (language) =>
    addCompetitor(planner, eventId, long, language, { email: addressOf(language), isLong: true }),
  );
  await answered(planner, 'PATCH', '/invitations/send/', { Invitations });
  const links = new Map<string, string>();
  for (const language of LANGUAGES) {
    const mail = await office.mailTo(addressOf(language));
    links.set(language, office.url + (/\/drive\/[\w-]+/.exec(mail)?.[0] ?? ''));
  }
  return links;
};

test('invitations', async ({ browser }) => {
  const links = await invite([1, 6]);
  await inEachLanguage(
    browser,
    (viewer) => drivePictures(viewer, links.get(viewer.language) ?? '', office.url),
    [],
  );
});

test('past events', async ({ browser }) => {
  const links = await invite([1, 3]);
  const eventId = await runEvent();
  office.pass(12 * HOUR_MS);
  cookies = await sessionCookies(browser, office.url, EMAILS.planner);
  await inEachLanguage(browser, (viewer) => pastPictures(viewer, office.url, eventId));
  await inEachLanguage(
    browser,
    async ({ page, words, language, take }) => {
      await page.goto(links.get(language) ?? '');
      await page.getByText(words.drive.states.ended).waitFor();
      await take('drive/ended');
    },
    [],
  );
});
