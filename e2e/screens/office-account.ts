import { ANSWER_TEXTS, MAILED_PAGES } from '@flagpost/contracts';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { TEXTS } from '@flagpost/backoffice/texts';
import { button, dialog } from '../screen.js';
import { picture, send } from './picture.js';

/** Personal details of the signed-in user. */

const { account, login, form, push } = TEXTS;

const portrait = (): Promise<Buffer> =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256">
      <rect width="256" height="256" fill="steelblue"/><circle cx="128" cy="104" r="52" fill="bisque"/>
      <path d="M28 256a100 84 0 0 1 200 0z" fill="darkslategray"/><path d="M70 96a58 58 0 0 1 116 0z" fill="firebrick"/></svg>`),
  )
    .png()
    .toBuffer();

const edit = async (page: Page, field: string): Promise<void> => {
  await button(page, account.editOf(field)).click();
  await dialog(page).waitFor();
};
/** `isChanged`: something was typed, and is discarded. */
const leave = async (page: Page, isChanged: boolean): Promise<void> => {
  await button(dialog(page), TEXTS.cancel).click();
  if (isChanged) await button(page, form.leave).click();
  await dialog(page).waitFor({ state: 'detached' });
};

/** A new address that waits for its link, and the page of that link, which changes nothing here. */
const newAddressPictures = async (page: Page, url: string): Promise<void> => {
  const { newAddress } = account;
  const email = 'petra.valbormida@automobile-club.example';
  await edit(page, login.email);
  await dialog(page).getByLabel(account.newEmail).fill(email);
  await dialog(page).getByLabel(account.currentPassword, { exact: true }).fill('Flagpost1');
  await send(dialog(page));
  await page.getByText(newAddress.sent(email)).waitFor();
  await page.getByText(newAddress.asked).waitFor({ state: 'detached' });
  await picture(page, 'account/email-waiting');
  await button(page, newAddress.cancel).click();
  await page.getByText(newAddress.sent(email)).waitFor({ state: 'detached' });

  const link = `${url}${MAILED_PAGES.newAddress}#none`;
  await page.goto(link);
  await picture(page, 'account/new-address');
  await button(page, newAddress.press).click();
  await page.getByText(ANSWER_TEXTS.invalidLink).waitFor();
  await picture(page, 'account/new-address-ended');
  await page.route('**/api/auth/confirmEmail', (route) => route.fulfill({ json: { email } }));
  await button(page, newAddress.press).click();
  await page.getByText(newAddress.done(email)).waitFor();
  await picture(page, 'account/new-address-done');
};

/** The section about push messages, as it is at first and where the browser was told to let none through. */
const notificationPictures = async (page: Page, url: string): Promise<void> => {
  const at = page.getByRole('heading', { name: push.title });
  await page.goto(`${url}/personaldetails`);
  await page.getByText(push.off).waitFor();
  await picture(page, 'account/notifications-off', { at });
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { value: 'denied' }));
  await page.reload();
  await page.getByText(push.blocked).waitFor();
  await picture(page, 'account/notifications-blocked', { at });
};

export const accountPictures = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/personaldetails`);
  await button(page, account.editOf(login.email)).waitFor();
  await picture(page, 'account/initials');

  await edit(page, account.firstName);
  await picture(page, 'account/name');
  await dialog(page).getByLabel(account.firstName).fill('');
  await send(dialog(page));
  await picture(page, 'account/name-errors');
  await button(dialog(page), TEXTS.cancel).click();
  await picture(page, 'account/name-leaving');
  await button(page, form.leave).click();

  await edit(page, login.email);
  await send(dialog(page));
  await picture(page, 'account/email-errors');
  await leave(page, false);

  await edit(page, login.password);
  await picture(page, 'account/password');
  await dialog(page).getByLabel(account.currentPassword, { exact: true }).fill('Flagpost1');
  await dialog(page).getByLabel(account.newPassword, { exact: true }).fill('flagpost');
  await dialog(page).getByLabel(account.repeat, { exact: true }).fill('Flagpost2');
  await send(dialog(page));
  await picture(page, 'account/password-errors');
  await leave(page, true);

  const upload = page.locator('input[type=file]');
  await upload.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await portrait() });
  await page.locator('.details-avatar img').waitFor();
  await page.getByText(account.done).waitFor({ state: 'detached' });
  await picture(page, 'account/avatar');
  const failed = page.getByText(account.avatarFailed);
  await picture(page, 'account/upload-failed', {
    async show() {
      if (await failed.isVisible()) return;
      await upload.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no image') });
      await failed.waitFor();
    },
  });
  await newAddressPictures(page, url);
  await notificationPictures(page, url);
};
