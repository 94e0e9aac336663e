import type { Page } from '@playwright/test';
import { button, dialog, notice } from '../screen.js';
import { listOf } from './organising-data.js';
import { send } from './picture.js';
import type { Viewer } from './viewer.js';

/** The competitors of an event, and bulk actions on them. */

const apply = async (
  page: Page,
  words: Viewer['words'],
  action: keyof Viewer['words']['entries']['actions'],
): Promise<void> => {
  await page.getByLabel(words.entries.action).selectOption(action);
  await button(page, words.entries.apply).click();
};

/** Two thousand of them. */
export const manyPictures = async (
  { page, words, take }: Viewer,
  url: string,
  eventId: number,
): Promise<void> => {
  const { entries, list, imports } = words;
  await page.goto(`${url}/drivers/${eventId}/false/null`);
  await page.locator('.list tbody tr').nth(9).waitFor();
  await take('competitors/list-2000');
  await button(page, list.last).click();
  await take('competitors/list-2000-last-page', { at: page.locator('.list-foot') });
  await button(page, entries.apply).click();
  await notice(page, words.entries.noAction).or(page.getByRole('alert')).first().waitFor();
  await take('competitors/none-selected', { show: () => button(page, entries.apply).click() });
  await page.getByLabel(list.selectAll(2_000)).check();
  await page.getByText(entries.selected(2_000)).waitFor();
  await take('competitors/all-selected');
  let end = (): Promise<void> => Promise.resolve();
  await page.route(
    '**/api/invitations/authorized**',
    (route) => (end = () => route.fulfill({ status: 418, json: { statusCode: 418, message: 'Not today.' } })),
  );
  await apply(page, words, 'authorize');
  await page.locator('.bulk-progress').waitFor();
  await take('competitors/bulk-progress');
  await end();
  await page.unroute('**/api/invitations/authorized**');
  await button(dialog(page), words.ok).click();
  await apply(page, words, 'delete');
  await take('competitors/delete-2000');
  await button(dialog(page), words.cancel).click();
  await button(page, entries.removeAll).click();
  await take('competitors/remove-all');
  await button(dialog(page), words.cancel).click();
  await button(page, imports.export).click();
  await take('competitors/export');
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox').fill('Montellan');
  await page.locator('.list tbody tr .list-actions button').last().click();
  await take('competitors/edit');
  await page.keyboard.press('Escape');
  await page.locator('.list tbody tr .list-actions button').first().click();
  await take('competitors/device');
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox').fill('Interlagos');
  await page.getByText(list.noMatch).waitFor();
  await take('competitors/list-no-match');
};

/** Three of them, of whom one lacks the model. */
export const competitorPictures = async (
  { page, words, take }: Viewer,
  url: string,
  eventId: number,
): Promise<void> => {
  const { entries } = words;
  await page.goto(`${url}/drivers/${eventId}/false/null`);
  await page.locator('.list tbody tr').nth(2).waitFor();
  await page.getByLabel(words.list.selectAll(3)).check();
  await apply(page, words, 'authorize');
  await page.getByRole('dialog', { name: entries.skippedTitle }).waitFor();
  await take('competitors/not-authorized');
  await button(dialog(page), words.ok).click();
  await page.getByLabel(words.list.selectAll(3)).check();
  await apply(page, words, 'unauthorize');
  await notice(page, entries.unauthorized).waitFor();
  await button(page, entries.add).click();
  await send(dialog(page));
  await dialog(page).locator('.p-error').first().waitFor();
  await take('competitors/add-errors');
  await dialog(page).getByLabel(entries.fields.email, { exact: true }).fill('viewer@flagpost.demo');
  await dialog(page).getByLabel(entries.fields.phone, { exact: true }).focus();
  await take('competitors/add-not-competitor');
};

/** A list from a file, to the report. */
export const importPictures = async (
  { page, words, take }: Viewer,
  url: string,
  eventId: number,
): Promise<void> => {
  const { imports } = words;
  await page.goto(`${url}/drivers/${eventId}/false/null`);
  await page.getByText(words.entries.empty).waitFor();
  await take('competitors/list-empty');
  await button(page, imports.export).click();
  await take('competitors/export-nobody');
  await button(page, imports.open).click();
  await take('competitors/import-file');
  const choose = async (name: string, content: string): Promise<void> => {
    const chooser = page.waitForEvent('filechooser');
    await button(dialog(page), imports.choose).click();
    await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
  };
  await choose('list.xlsx', 'a;b');
  await dialog(page).getByRole('alert').waitFor();
  await take('competitors/import-refused-file');
  await choose('iscritti.csv', listOf(200));
  await dialog(page).getByRole('heading', { name: imports.steps.columns }).waitFor();
  await take('competitors/import-columns');
  await button(dialog(page), words.form.next).click();
  await dialog(page).getByRole('heading', { name: imports.steps.rows }).waitFor();
  await take('competitors/import-rows');
  const foot = dialog(page).locator('.form-buttons');
  await dialog(page).getByLabel(imports.modes.good).check();
  await take('competitors/import-rows-foot', { show: () => foot.scrollIntoViewIfNeeded() });
  await button(dialog(page), imports.submit(198)).click();
  await dialog(page).getByText(imports.done).waitFor();
  await take('competitors/import-report');
};
