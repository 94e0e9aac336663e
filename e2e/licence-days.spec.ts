import type { LicenceAnswer, LicenceRow, NewClubAnswer } from '@flagpost/contracts';
import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { answered, signIn } from '@flagpost/race-testing/calls';
import { TEXTS } from '@flagpost/backoffice/texts';
import { startOffice, type Office } from './office.js';
import { button, dialog, dismissAttention, logIn, notice } from './screen.js';
import { REFUSALS } from '@flagpost/contracts';

/** The days of a licence are those of the institution's country, independent of the administrators' time zones. */

const ADMIN = 'admin@flagpost.example';
const PASSWORD = 'Flagpost1';
const { licences } = TEXTS;
const ITALY = 380;
const CLUB = 'Scuderia Langhe';
/** A period from a winter to a summer that always holds today, and the one that follows it. */
const YEAR = new Date().getUTCFullYear();
const [FIRST, LAST] = [`${YEAR - 1}-12-01`, `${YEAR + 1}-06-30`];
const [NEXT_FIRST, NEXT_LAST] = [`${YEAR + 1}-07-01`, `${YEAR + 1}-12-31`];
const SHOWN = `12/01/${YEAR - 1} - 06/30/${YEAR + 1}`;
const NEXT_SHOWN = `07/01/${YEAR + 1} - 12/31/${YEAR + 1}`;

let office: Office;
test.beforeAll(async () => {
  office = await startOffice({ DEMO: '0', ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD: PASSWORD });
});
test.afterAll(() => office.remove());

const register = async (): Promise<number> => {
  const club = { cluName: CLUB, couId: ITALY, cluState: 'Cuneo', cluCity: 'Alba', cluAddress: 'Via 1' };
  const user = { Name: 'Bice', Surname: 'Breve', Phone: '1', Email: `bice.${Date.now()}@langhe.example` };
  const admin = await signIn(office.url, ADMIN, PASSWORD);
  const body = { club: { ...club, cluMail: 'info@langhe.example' }, user };
  return (await answered<NewClubAnswer>(admin, 'POST', '/clubs/', body)).cluId;
};
const stored = async (clubId: number): Promise<LicenceRow[]> =>
  answered<LicenceRow[]>(await signIn(office.url, ADMIN, PASSWORD), 'GET', `/licenses/byClub/${clubId}`);

const adminIn = async (browser: Browser, timezoneId: string): Promise<Page> => {
  const page = await (await browser.newContext({ timezoneId, locale: 'en-US' })).newPage();
  await logIn(page, office.url, ADMIN, PASSWORD);
  return page;
};
const field = (page: Page, label: string): Locator => dialog(page).getByLabel(label, { exact: true });
const card = (page: Page): Locator => page.getByRole('region', { name: licences.card, exact: true });
const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });
const fill = async (page: Page, from: string, to: string, added: string): Promise<void> => {
  await field(page, licences.from).fill(from);
  await field(page, licences.to).fill(to);
  await field(page, licences.added).fill(added);
  await page.keyboard.press('Enter');
};
/** Adds licences to the current one, and leaves its days as they are. */
const add = async (page: Page, added: string): Promise<void> => {
  await button(page, licences.manage).click();
  await field(page, licences.added).fill(added);
  await page.keyboard.press('Enter');
  await expect(notice(page, licences.updated)).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
};

test('a licence has the days of its country, whoever grants it and whoever adds to it', async ({
  browser,
}) => {
  const clubId = await register();
  const [inRome, inUtc, inLosAngeles] = (await Promise.all(
    ['Europe/Rome', 'UTC', 'America/Los_Angeles'].map((zone) => adminIn(browser, zone)),
  )) as [Page, Page, Page];

  await inUtc.goto(`${office.url}/club/${clubId}`);
  await button(inUtc, licences.manage).click();
  await fill(inUtc, FIRST, LAST, '2');
  await expect(notice(inUtc, licences.created)).toBeVisible();
  // Winter time at its start, summer time at its end.
  const terms = { From: `${YEAR - 1}-11-30T23:00:00.000Z`, To: `${YEAR + 1}-06-30T21:59:59.999Z` };
  expect(await stored(clubId)).toEqual([expect.objectContaining({ ...terms, Total: 2 })]);

  // The next one begins where it ends, and is granted while it is current.
  await button(inUtc, licences.history).click();
  await button(dialog(inUtc), 'New license').click();
  await fill(inUtc, LAST, NEXT_LAST, '9');
  await dismissAttention(inUtc, REFUSALS['licence.overlaps']);
  await field(inUtc, licences.from).fill(NEXT_FIRST);
  await inUtc.keyboard.press('Enter');
  await expect(notice(inUtc, licences.created)).toBeVisible();
  const next = { From: `${YEAR + 1}-06-30T22:00:00.000Z`, To: `${YEAR + 1}-12-31T22:59:59.999Z`, Total: 9 };

  for (const [page, added, Total] of [
    [inRome, '3', 5],
    [inUtc, '4', 9],
    [inLosAngeles, '5', 14],
  ] as const) {
    await page.goto(`${office.url}/club/${clubId}`);
    await expect(card(page)).toContainText(SHOWN);
    await add(page, added);
    await expect(card(page)).toContainText(`0/${Total}`);
    expect(await stored(clubId)).toEqual([
      expect.objectContaining(next),
      expect.objectContaining({ ...terms, Total }),
    ]);
    await button(page, licences.history).click();
    for (const period of [SHOWN, NEXT_SHOWN]) await expect(rowOf(page, period)).toBeVisible();
    await page.goto(`${office.url}/licensing`);
    for (const period of [SHOWN, NEXT_SHOWN]) await expect(rowOf(page, period)).toBeVisible();
    await page.goto(`${office.url}/clubs`);
    await expect(rowOf(page, CLUB)).toContainText(SHOWN);
    await page.context().close();
  }
});

test('a licence that was granted by the days of another zone stays as it is, and is shown by the same rule', async ({
  browser,
}) => {
  const clubId = await register();
  const admin = await signIn(office.url, ADMIN, PASSWORD);
  const grant = (From: string, To: string) =>
    answered<LicenceAnswer>(admin, 'POST', '/licenses/', { ClubId: clubId, Total: 2, From, To });
  // As a browser in UTC sent them: the last hours are those of another day in Italy.
  const terms = { From: `${YEAR}-01-01T00:00:00.000Z`, To: `${YEAR}-12-31T23:59:59.999Z` };
  await grant(terms.From, terms.To);
  await grant(`${YEAR + 1}-01-01T00:00:00.000Z`, `${YEAR + 1}-12-31T23:59:59.999Z`);

  for (const [zone, Total] of [
    ['Europe/Rome', 3],
    ['UTC', 4],
    ['Asia/Tokyo', 5],
  ] as const) {
    const page = await adminIn(browser, zone);
    await page.goto(`${office.url}/club/${clubId}`);
    await expect(card(page)).toContainText(`01/01/${YEAR} - 01/01/${YEAR + 1}`);
    await add(page, '1');
    expect((await stored(clubId))[1]).toMatchObject({ ...terms, Total });
    await page.context().close();
  }
});
