import { ANSWER_TEXTS } from '@flagpost/contracts';
import { expect, test, type Page } from '@playwright/test';
import { TEXTS } from '@flagpost/backoffice/texts';
import { expectAccessible } from './axe.js';
import { startOffice, type Office } from './office.js';
import { EMAILS } from './shared-race.js';
import { button, dialog, logIn, sendLogin } from './screen.js';

const { login, account } = TEXTS;

let office: Office;
test.beforeAll(async () => {
  office = await startOffice({ DEMO: '1' });
});
test.afterAll(() => office.remove());

/** Sends wrong passwords until unknown devices have to wait. */
const guess = async (email: string): Promise<void> => {
  const attempt = async (): Promise<number> => {
    const { status } = await fetch(`${office.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'Guess1234' }),
    });
    return status;
  };
  await expect.poll(attempt, { intervals: [0] }).toBe(429);
};
const liveNow = (page: Page) => page.getByRole('heading', { name: TEXTS.liveNow.title });

test('while others guess, a known browser logs in, and a new one by a mailed link', async ({
  page,
  browser,
}) => {
  const known = await (await browser.newContext()).newPage();
  await logIn(known, office.url, EMAILS.director);
  const [mark] = (await known.context().cookies()).filter(({ name }) => name.startsWith('browser-'));
  expect(mark).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api', secure: false });
  await guess(EMAILS.director);
  await button(known, TEXTS.menu.logout).click();
  await logIn(known, office.url, EMAILS.director);
  await known.context().close();

  await page.goto(office.url);
  await sendLogin(page, EMAILS.director, 'Flagpost1');
  await expect(page.getByText(ANSWER_TEXTS.tooManyAttempts)).toBeVisible();
  await expectAccessible(page);
  await button(page, login.sendLink).click();
  await expect(page.getByText(login.linkSent(EMAILS.director))).toBeVisible();
  await expectAccessible(page);
  const link = /\/#browser=\S+/.exec(
    (await office.mailTo(EMAILS.director)).replaceAll('=\n', '').replaceAll('=3D', '='),
  )?.[0];

  // As typed after the address of the page that is open.
  await page.goto(`${office.url}${link}`);
  await expect(page.getByRole('heading', { name: login.linkTitle })).toBeVisible();
  await expectAccessible(page);
  await button(page, login.linkAccept).click();
  await expect(page.getByText(login.linkDone)).toBeVisible();
  await sendLogin(page, EMAILS.director, 'Flagpost1');
  await expect(liveNow(page)).toBeVisible();
});

test('who is logged in in two browsers sees both, and ends both', async ({ page, browser }) => {
  await logIn(page, office.url, EMAILS.viewer);
  const elsewhere = await (await browser.newContext()).newPage();
  await logIn(elsewhere, office.url, EMAILS.viewer);
  await page.goto(`${office.url}/personaldetails`);
  const sessions = page.getByRole('region', { name: account.sessions });
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await expect(sessions.getByRole('listitem').filter({ hasText: account.thisSession })).toHaveCount(1);
  await expect(sessions.getByText('Chrome, Linux')).toHaveCount(2);
  await expectAccessible(page);
  await button(page, account.signOutEverywhere).click();
  await expectAccessible(page);
  await button(dialog(page), account.signOutEverywhere).click();
  await expect(page.getByText(account.signedOut)).toBeVisible();
  await elsewhere.reload();
  await expect(button(elsewhere, login.submit)).toBeVisible();
  await elsewhere.context().close();
});
