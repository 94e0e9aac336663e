import { test, type Browser, type BrowserContext, type Cookie, type Page } from '@playwright/test';
import type { ClubRow } from '@flagpost/contracts';
import { staySignedIn, type Caller } from '@flagpost/race-testing/calls';
import { startFlagpost, type Flagpost } from '@flagpost/race-testing/flagpost';
import { EMAILS, type Account } from './shared-race.js';
import { logIn } from './screen.js';
import { accountPictures } from './screens/office-account.js';
import { addPeople, grantLicences, mailed, registerClubs } from './screens/office-data.js';
import {
  institutionPictures,
  listPictures,
  listStatePictures,
  wizardPictures,
} from './screens/office-institutions.js';
import {
  administratorPictures,
  liveMapPictures,
  speak,
  strangerPictures,
} from './screens/office-languages.js';
import { licencePictures, plannerPictures } from './screens/office-licences.js';
import { firstAccessPictures, loginPictures, recoveryPictures } from './screens/office-login.js';
import { forbiddenPictures, galleryPictures, shellPictures } from './screens/office-shell.js';

/** The pictures of every screen but the live map, of one Flagpost whose data is made by calls. */

test.describe.configure({ timeout: 300_000 });

const CLUBS = 40;
const PEOPLE = 36;
const FIRST_YEAR = new Date().getUTCFullYear() - 2;

let flagpost: Flagpost;
let admin: Caller;
/** Of the demo: it has an event, and people of every role. */
let clubId: number;
test.beforeAll(async () => {
  flagpost = await startFlagpost({ DEMO: '1', TILE_URL: 'none', SUPPORT_EMAIL: 'support@flagpost.example' });
  admin = await staySignedIn(flagpost.url, EMAILS.admin);
  const { body } = await admin.call<ClubRow[]>('GET', '/clubs/');
  clubId = body.find(({ usersCount }) => usersCount > 3)!.cluId;
});
test.afterAll(() => flagpost.remove());

interface Furniture {
  /** Of the institution whose name is as long as one may be, and of one with licences of three years. */
  readonly longId: number;
  readonly licensedId: number;
}
const furnish = async (): Promise<Furniture> => {
  const [long, licensed, ...others] = await registerClubs(admin, 1, CLUBS - 3);
  await addPeople(admin, clubId, PEOPLE);
  await grantLicences(admin, licensed!.cluId, FIRST_YEAR, FIRST_YEAR + 2);
  for (const { cluId } of others.slice(2)) await grantLicences(admin, cluId, FIRST_YEAR + 2, FIRST_YEAR + 2);
  return { longId: long!.cluId, licensedId: licensed!.cluId };
};
let furnishing: Promise<Furniture> | null = null;
/** Forty institutions, forty people: every test but the first begins with them. */
const furnished = (): Promise<Furniture> => (furnishing ??= furnish());

const signed = new Map<Account, Cookie[]>();
const windowOf = async (browser: Browser, account?: Account): Promise<Page> => {
  const context: BrowserContext = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  if (account === undefined) return page;
  const cookies = signed.get(account);
  if (cookies === undefined) {
    await logIn(page, flagpost.url, EMAILS[account]);
    signed.set(account, await context.cookies());
  } else await context.addCookies(cookies);
  return page;
};

test('institutions: while they load, none, three', async ({ browser }) => {
  await registerClubs(admin, 0, 0);
  const page = await windowOf(browser, 'admin');
  await listStatePictures(page, flagpost.url);
  await page.context().close();
});

test('forty institutions, forty people', async ({ browser }) => {
  await furnished();
  const page = await windowOf(browser, 'admin');
  await listPictures(page, flagpost.url);
  await wizardPictures(page, flagpost.url);
  await page.context().close();
});

test('one institution', async ({ browser }) => {
  const { longId, licensedId } = await furnished();
  const page = await windowOf(browser, 'admin');
  await institutionPictures(page, flagpost.url, { clubId, longId });
  await licencePictures(page, flagpost.url, licensedId, longId);
  await page.context().close();
  const own = await windowOf(browser, 'planner');
  await plannerPictures(own, flagpost.url, clubId);
  await own.context().close();
});

test('signing in', async ({ browser }) => {
  await furnished();
  const page = await windowOf(browser);
  await loginPictures(page, flagpost.url);
  const email = `persona1@club${clubId}.example`;
  const password = await mailed(flagpost, email);
  await firstAccessPictures(page, flagpost.url, { email, password });
  await recoveryPictures(page, flagpost.url, EMAILS.deputy, (to) => mailed(flagpost, to));
  await page.context().close();
});

test('personal details', async ({ browser }) => {
  const page = await windowOf(browser, 'planner');
  await accountPictures(page, flagpost.url);
  await page.context().close();
});

test('around the screens', async ({ browser }) => {
  const page = await windowOf(browser, 'admin');
  await shellPictures(page, flagpost.url);
  await galleryPictures(page, flagpost.url);
  await page.context().close();
  const official = await windowOf(browser, 'viewer');
  await forbiddenPictures(official, flagpost.url);
  await official.context().close();
});

test('other languages', async ({ browser }) => {
  await furnished();
  for (const language of ['es', 'it'] as const) {
    const stranger = await windowOf(browser);
    await speak(stranger, language);
    await strangerPictures(stranger, flagpost.url, language);
    await stranger.context().close();
    const page = await windowOf(browser, 'admin');
    await speak(page, language);
    await administratorPictures(page, flagpost.url, clubId, language);
    await page.context().close();
  }
  const map = await windowOf(browser, 'viewer');
  await speak(map, 'es');
  await liveMapPictures(map, flagpost.url, 'es');
  await map.context().close();
});
