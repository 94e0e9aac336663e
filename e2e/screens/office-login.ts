import type { Page } from '@playwright/test';
import { TEXTS } from '@flagpost/backoffice/texts';
import { button } from '../screen.js';
import { picture } from './picture.js';

/** Signing in, a first access and a recovery. */

const { login, account, form } = TEXTS;

const fill = async (page: Page, values: Readonly<Record<string, string>>): Promise<void> => {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value);
};
const send = async (page: Page, name: string): Promise<void> => {
  await button(page, name).click();
  await page.locator('.p-button-loading').waitFor({ state: 'detached' });
};

export const loginPictures = async (page: Page, url: string): Promise<void> => {
  await page.goto(url);
  await page.getByLabel(login.email).waitFor();
  await picture(page, 'login/empty');
  await send(page, login.submit);
  await picture(page, 'login/errors');
  await fill(page, { [login.email]: 'director@flagpost.demo', [login.password]: 'Flagpost2' });
  await send(page, login.submit);
  await page.getByRole('alert').filter({ hasText: /wrong/ }).waitFor();
  await picture(page, 'login/wrong-password');
};

export const firstAccessPictures = async (
  page: Page,
  url: string,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> => {
  await page.goto(url);
  await fill(page, { [login.email]: email, [login.password]: password });
  await send(page, login.submit);
  await page.getByRole('heading', { name: account.firstTitle }).waitFor();
  await picture(page, 'login/first-access');
  await fill(page, { [account.newPassword]: 'flagpost', [account.repeat]: 'Flagpost9' });
  await send(page, form.save);
  await picture(page, 'login/first-access-errors');
  await button(page, TEXTS.cancel).click();
};

/** @param codeOf The code mailed to this address. */
export const recoveryPictures = async (
  page: Page,
  url: string,
  email: string,
  codeOf: (email: string) => Promise<string>,
): Promise<void> => {
  await page.goto(url);
  await button(page, account.forgot).click();
  await button(page, account.sendCode).waitFor();
  await picture(page, 'login/recovery-1');
  await fill(page, { [login.email]: 'dora' });
  await send(page, account.sendCode);
  await picture(page, 'login/recovery-1-errors');
  await fill(page, { [login.email]: email });
  await send(page, account.sendCode);
  await page.getByLabel(account.code, { exact: true }).waitFor();
  await picture(page, 'login/recovery-2');
  await fill(page, { [account.code]: '0000' });
  await send(page, account.restore);
  await page.getByRole('dialog').or(page.getByRole('alert')).first().waitFor();
  await picture(page, 'login/recovery-2-errors');
  if (await page.getByRole('dialog').isVisible()) await page.keyboard.press('Escape');
  await fill(page, { [account.code]: await codeOf(email) });
  await send(page, account.restore);
  await page.getByLabel(account.newPassword, { exact: true }).waitFor();
  await picture(page, 'login/recovery-3');
  await fill(page, { [account.newPassword]: 'flagpost', [account.repeat]: 'Flagpost9' });
  await send(page, form.save);
  await picture(page, 'login/recovery-3-errors');
  await fill(page, { [account.newPassword]: 'Flagpost9', [account.repeat]: 'Flagpost9' });
  await send(page, form.save);
  await page.getByText(account.updated).waitFor();
  await picture(page, 'login/password-updated');
};
