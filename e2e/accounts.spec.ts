import { ANSWER_TEXTS, FIELD_TEXTS, RECOVERY, ROLE_TEXTS, SESSION } from '@flagpost/contracts';
import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { answered, signIn } from '@flagpost/race-testing/calls';
import { TEXTS } from '@flagpost/backoffice/texts';
import { expectAccessible } from './axe.js';
import { startOffice, type Office } from './office.js';
import { EMAILS } from './shared-race.js';
import { button, dialog, dismissAttention, logIn, notice, sendLogin } from './screen.js';
import { closeContexts } from './contexts.js';

const words = TEXTS.account;
const CLUB = 'Automobile Club Valbormida';
const CHOSEN = 'Chicane22';

let office: Office;
test.afterAll(closeContexts);

test.beforeAll(async () => {
  office = await startOffice({ DEMO: '1' });
});
test.afterAll(() => office.remove());

/** An official of the demo's club is added. @returns the password for the first time, from the mail */
const invite = async (FirstName: string, LastName: string, Email: string): Promise<string> => {
  const planner = await signIn(office.url, EMAILS.planner);
  const Roles = { planner: false, viewer: true, director: false };
  const body = { FirstName, LastName, Email, Phone: '+39 019 1', Password: '', Roles };
  await answered(planner, 'POST', '/users/roles/', body);
  return office.toldTo(Email);
};

/** A user who already has a password of their own. */
const member = async (FirstName: string, LastName: string, email: string): Promise<void> => {
  const given = await invite(FirstName, LastName, email);
  const first = await fetch(`${office.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: given }),
  });
  const { accessToken, userId } = (await first.json()) as { accessToken: string; userId: number };
  await fetch(`${office.url}/api/users/updatePassword/`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ UserId: userId, Password: CHOSEN }),
  });
};

const liveNow = (page: Page) => page.getByRole('heading', { name: TEXTS.liveNow.title });
const passwords = async (page: Page, password: string, repeated: string): Promise<void> => {
  await page.getByLabel(words.newPassword, { exact: true }).fill(password);
  await page.getByLabel(words.repeat, { exact: true }).fill(repeated);
  await page.keyboard.press('Enter');
};
/** Without the browser's marks, which outlive its sessions. */
const sessionCookies = async (context: BrowserContext): Promise<string[]> =>
  (await context.cookies())
    .map(({ name }) => name)
    .filter((name) => !/^browser-\d+$/.test(name))
    .toSorted();

test('a first access opens nothing but the choice of a password, and ends in a session', async ({
  page,
  context,
}) => {
  const email = 'nina.rossi@club.demo';
  const given = await invite('Nina', 'Rossi', email);
  await page.goto(office.url);
  await sendLogin(page, email, given);
  await expect(page.getByRole('heading', { name: words.firstTitle })).toBeVisible();
  await expect(page.getByLabel(words.newPassword, { exact: true })).toBeFocused();
  await expectAccessible(page);

  // A user who leaves the choice is logged out.
  await button(page, TEXTS.cancel).click();
  await expect(button(page, TEXTS.login.submit)).toBeVisible();
  expect(await sessionCookies(context)).toEqual([]);

  await sendLogin(page, email, given);
  await passwords(page, CHOSEN, 'Chicane23');
  await expect(page.getByText(words.confirmMismatch)).toBeVisible();
  await passwords(page, 'chicane', 'chicane');
  await expect(page.getByText(FIELD_TEXTS.passwordRule)).toBeVisible();
  await expectAccessible(page);
  await passwords(page, given, given);
  await dismissAttention(page, ANSWER_TEXTS.sameAsGiven);
  await passwords(page, CHOSEN, CHOSEN);
  await expect(liveNow(page)).toBeVisible();
  const profile = page.getByRole('link', { name: 'Nina Rossi' });
  await expect(profile).toContainText(ROLE_TEXTS.viewer);
  await expect(profile).toContainText(CLUB);
  expect(await sessionCookies(context)).toEqual(['club', 'refreshToken', 'token', 'user']);

  await button(page, TEXTS.menu.logout).click();
  await sendLogin(page, email, given);
  await expect(page.getByText(ANSWER_TEXTS.wrongCredentials.trim())).toBeVisible();
  expect(await sessionCookies(context)).toEqual([]);
});

test('who forgot a password gets another by a code that is right, in time and used once', async ({
  page,
}) => {
  const email = 'omar.bianchi@club.demo';
  await member('Omar', 'Bianchi', email);
  await page.goto(office.url);
  await button(page, words.forgot).click();
  const address = page.getByLabel(TEXTS.login.email);
  await expect(address).toBeFocused();
  await expectAccessible(page);

  for (const [typed, said] of [
    ['', FIELD_TEXTS.email],
    ['a@b.c', FIELD_TEXTS.emailTooShort],
    ['not an address', ANSWER_TEXTS.invalidMail],
  ] as const) {
    await address.fill(typed);
    await button(page, words.sendCode).click();
    await expect(page.getByText(said)).toBeVisible();
  }

  // An address without an account is answered like one with it.
  await address.fill('nobody.here@club.demo');
  await page.keyboard.press('Enter');
  await expect(page.getByText(words.codeSent('n•••@c•••.demo'))).toBeVisible();
  const code = page.getByLabel(words.code, { exact: true });
  await expect(code).toBeFocused();
  await expectAccessible(page);
  await button(page, TEXTS.cancel).click();

  await address.fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText(words.codeSent('o•••@c•••.demo'))).toBeVisible();
  const first = await office.toldTo(email);
  for (const [typed, said] of [
    ['', FIELD_TEXTS.code],
    ['AB', FIELD_TEXTS.codeLength],
  ] as const) {
    await code.fill(typed);
    await button(page, words.restore).click();
    await expect(page.getByText(said)).toBeVisible();
  }
  await code.fill(first === 'AAAA' ? 'BBBB' : 'AAAA');
  await page.keyboard.press('Enter');
  await dismissAttention(page, ANSWER_TEXTS.invalidCode);
  await expect(code).toBeFocused();
  office.pass(RECOVERY.codeMs + 1_000);
  await code.fill(first);
  await page.keyboard.press('Enter');
  await dismissAttention(page, ANSWER_TEXTS.invalidCode);

  await button(page, words.resend).click();
  await expect(address).toHaveValue(email);
  await expect(address).toBeFocused();
  await page.keyboard.press('Enter');
  await code.fill((await office.toldTo(email)).toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: words.create })).toBeVisible();
  await expect(page.getByLabel(words.newPassword, { exact: true })).toBeFocused();
  await expectAccessible(page);
  await passwords(page, 'Hairpin33', '');
  await expect(page.getByText(words.repeatRequired)).toBeVisible();
  await passwords(page, 'Hairpin33', 'Hairpin34');
  await expect(page.getByText(words.mismatch)).toBeVisible();
  await passwords(page, 'Hairpin33', 'Hairpin33');
  await expect(page.getByText(words.updated)).toBeVisible();
  await expectAccessible(page);

  await sendLogin(page, email, CHOSEN);
  await expect(page.getByText(ANSWER_TEXTS.wrongCredentials.trim())).toBeVisible();
  await sendLogin(page, email, 'Hairpin33');
  await expect(liveNow(page)).toBeVisible();
});

test('personal details are changed where they stand, each in its dialog', async ({ page, browser }) => {
  const email = 'paula.vega@club.demo';
  await member('Paula', 'Vega', email);
  await logIn(page, office.url, email, CHOSEN);
  const elsewhere = await (await browser.newContext()).newPage();
  await logIn(elsewhere, office.url, email, CHOSEN);

  await page.getByRole('link', { name: 'Paula Vega' }).click();
  await expect(page.getByRole('heading', { name: words.title })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(ROLE_TEXTS.viewer);
  await expectAccessible(page);

  const pencil = (field: string) => button(page, words.editOf(field));
  const typed = (label: string) => dialog(page).getByLabel(label, { exact: true });

  // Name, without a mouse.
  await pencil(words.lastName).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveAccessibleName(words.edit);
  await expect(typed(words.firstName)).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await expect(typed(words.lastName)).toBeFocused();
  await typed(words.lastName).fill('');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText(FIELD_TEXTS.lastName)).toBeVisible();
  await typed(words.lastName).fill('Vega Ruiz');
  await page.keyboard.press('Enter');
  await expect(notice(page, words.done)).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await expect(pencil(words.lastName)).toBeFocused();
  await expect(page.getByRole('link', { name: 'Paula Vega Ruiz' })).toBeVisible();

  // Escape leaves, and asks first if something was typed.
  await page.keyboard.press('Enter');
  await typed(words.firstName).fill('Nobody');
  await page.keyboard.press('Escape');
  await expect(page.getByText(TEXTS.form.leaveQuestion)).toBeVisible();
  await expect(button(page, TEXTS.form.stay)).toBeFocused();
  await button(page, TEXTS.form.leave).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(pencil(words.lastName)).toBeFocused();

  await pencil(TEXTS.login.email).click();
  await expect(typed(words.newEmail)).toBeFocused();
  await expectAccessible(page);
  await typed(words.newEmail).fill(EMAILS.planner);
  await typed(words.currentPassword).fill('Wrong1234');
  await page.keyboard.press('Enter');
  await dismissAttention(page, ANSWER_TEXTS.wrongPassword);
  await typed(words.currentPassword).fill(CHOSEN);
  await page.keyboard.press('Enter');

  // An address that is somebody else's waits as any other, and no link is mailed to it.
  const { newAddress } = words;
  const address = page.getByRole('definition').filter({ hasText: '@' });
  await expect(dialog(page)).toHaveCount(0);
  await expect(notice(page, newAddress.asked)).toBeVisible();
  await expect(page.getByText(newAddress.sent(EMAILS.planner))).toBeVisible();
  await expect(address).toContainText(email);
  await expectAccessible(page);
  expect(await office.mailTo(EMAILS.planner)).not.toContain('#');
  await button(page, newAddress.cancel).click();
  await expect(notice(page, newAddress.cancelled)).toBeVisible();
  await expect(page.getByText(newAddress.sent(EMAILS.planner))).toHaveCount(0);

  // A free one is the account's once its link is opened.
  const other = 'paula.ruiz@club.demo';
  await pencil(TEXTS.login.email).click();
  await typed(words.newEmail).fill(other);
  await typed(words.currentPassword).fill(CHOSEN);
  await page.keyboard.press('Enter');
  await expect(page.getByText(newAddress.sent(other))).toBeVisible();
  const link = /\/newaddress#\S+/.exec(await office.mailTo(other))?.[0] ?? '';
  const mailed = await (await browser.newContext()).newPage();
  await mailed.goto(`${office.url}${link}`);
  await expect(mailed.getByRole('heading', { name: newAddress.title })).toBeVisible();
  await expectAccessible(mailed);
  await mailed.getByRole('button', { name: newAddress.press }).click();
  await expect(mailed.getByText(newAddress.done(other))).toBeVisible();
  await expectAccessible(mailed);
  await mailed.goto('about:blank');
  await mailed.goto(`${office.url}${link}`);
  await mailed.getByRole('button', { name: newAddress.press }).click();
  await expect(mailed.getByText(ANSWER_TEXTS.invalidLink)).toBeVisible();
  await mailed.context().close();
  expect(await office.mailTo(email)).toContain(other);
  await page.reload();
  await expect(address).toContainText(other);
  await expect(page.getByText(newAddress.sent(other))).toHaveCount(0);

  await pencil(TEXTS.login.password).click();
  await expectAccessible(page);
  await typed(words.currentPassword).fill(CHOSEN);
  await typed(words.newPassword).fill('Apex44444');
  await typed(words.repeat).fill('Apex44445');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText(words.mismatch)).toBeVisible();
  await typed(words.repeat).fill('Apex44444');
  await page.keyboard.press('Enter');
  await expect(notice(page, words.passwordDone)).toBeVisible();
  await expect(pencil(TEXTS.login.password)).toBeFocused();

  // This session goes on; the other one ended with the password, and may have found it out by itself.
  await page.reload();
  await expect(page.getByRole('definition').filter({ hasText: 'Vega Ruiz' })).toBeVisible();
  await elsewhere.reload();
  await expect(elsewhere.getByRole('button', { name: TEXTS.login.submit })).toBeVisible();
  await sendLogin(elsewhere, 'paula.ruiz@club.demo', 'Apex44444');
  await expect(liveNow(elsewhere)).toBeVisible();
  await elsewhere.context().close();
});

test('an avatar is what was chosen where it is an image, and stays where it is none', async ({ page }) => {
  await member('Remo', 'Lang', 'remo.lang@club.demo');
  await logIn(page, office.url, 'remo.lang@club.demo', CHOSEN);
  const picture = await page.screenshot();
  await page.goto(`${office.url}/personaldetails`);
  await expect(page.locator('.avatar').first()).toHaveText('RL');
  const choose = async (name: string, mimeType: string, buffer: Buffer): Promise<void> => {
    const chooser = page.waitForEvent('filechooser');
    await button(page, words.changeAvatar).click();
    await (await chooser).setFiles({ name, mimeType, buffer });
  };

  await choose('me.png', 'image/png', Buffer.from('<svg onload="alert(1)"/>'));
  await expect(notice(page, words.avatarFailed)).toBeVisible();
  await expect(page.locator('.avatar').first()).toHaveText('RL');
  await expectAccessible(page);
  await choose('me.png', 'image/png', Buffer.concat([picture, Buffer.alloc(6_000_000)]));
  await expect(notice(page, words.avatarFailed)).toBeVisible();

  await choose('me.png', 'image/png', picture);
  await expect(notice(page, words.done)).toBeVisible();
  const images = page.locator('.avatar img');
  await expect(images).toHaveCount(2);
  for (const image of await images.all())
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(256);
  await page.reload();
  await expect(images).toHaveCount(2);
  // Nothing lies before this page: the way back leads to the first one.
  await button(page, TEXTS.back).click();
  await expect(liveNow(page)).toBeVisible();
});

test('two tabs whose every third refresh is lost stay signed in, until one of them logs out', async ({
  context,
}) => {
  let lost = 0;
  let asked = 0;
  let underWay = 0;
  /** A tab that has lost an answer asks again within the grace, which is over when the clock has passed a token's life. */
  const owed = new Set<Page>();
  await context.route('**/api/auth/refresh', async (route) => {
    const tab = route.request().frame().page();
    asked++;
    underWay++;
    const isLost = asked % 3 === 0;
    const response = await route.fetch();
    if (isLost) {
      // It reached the server, which gave another token; its answer does not reach the page.
      lost++;
      owed.add(tab);
      await route.abort('connectionreset');
    } else {
      owed.delete(tab);
      await route.fulfill({ response });
    }
    underWay--;
  });
  /** A tab asks again once it needs the api, which may be a minute later. Reloaded, it asks at once, or has what the other one was given. */
  const askAgain = async (): Promise<void> => {
    await expect.poll(() => underWay).toBe(0);
    for (const tab of [...owed]) {
      owed.delete(tab);
      await tab.reload();
      await expect(liveNow(tab)).toBeVisible();
    }
    expect([underWay, owed.size]).toEqual([0, 0]);
  };
  const tabs = [await context.newPage(), await context.newPage()];
  await logIn(tabs[0]!, office.url, EMAILS.viewer);
  await tabs[1]!.goto(office.url);
  await expect(liveNow(tabs[1]!)).toBeVisible();
  for (let round = 0; round < 6; round++) {
    await expect(askAgain).toPass();
    office.pass(SESSION.accessTokenMs + 1_000);
    await Promise.all(
      tabs.map(async (tab) => {
        await tab.getByRole('link', { name: 'Vito Moreau' }).click();
        await expect(tab.getByRole('definition').filter({ hasText: EMAILS.viewer })).toBeVisible();
        await tab.getByRole('link', { name: TEXTS.menu.events, exact: true }).click();
        await expect(liveNow(tab)).toBeVisible();
      }),
    );
  }
  expect(lost).toBeGreaterThan(1);

  await button(tabs[0]!, TEXTS.menu.logout).click();
  for (const tab of tabs) await expect(button(tab, TEXTS.login.submit)).toBeVisible();
  expect(await sessionCookies(context)).toEqual([]);
});
