import { button, dialog } from '../screen.js';
import { LONG } from './organising-data.js';
import { send } from './picture.js';
import type { Viewer } from './viewer.js';

/** Categories, circuits and tracks, with refusals. */
export const tablePictures = async (
  { page, words, take }: Viewer,
  url: string,
  { isEmpty }: { readonly isEmpty: boolean },
): Promise<void> => {
  const { categories, circuits, tracks, tables } = words;
  if (isEmpty) {
    await page.goto(`${url}/circuits`);
    await page.getByText(circuits.empty).waitFor();
    await take('tables/circuits-empty');
    return;
  }
  await page.goto(`${url}/circuits`);
  await page.locator('.list tbody tr').nth(9).waitFor();
  await take('tables/circuits');
  await button(page, circuits.create).click();
  await dialog(page).locator('option').nth(5).waitFor({ state: 'attached' });
  await dialog(page).getByLabel(circuits.fields.latitude).fill('44,7');
  await send(dialog(page));
  await dialog(page).locator('.p-error').first().waitFor();
  await take('tables/circuit-errors');
  await page.goto(`${url}/circuits`);
  await page.getByRole('searchbox').fill(LONG.circuit);
  await button(page, tables.removeOf(LONG.circuit)).click();
  await take('tables/circuit-delete');
  await button(dialog(page), circuits.remove).click();
  await page.getByText(words.attention).waitFor();
  await take('tables/circuit-delete-refused');
  await button(dialog(page), words.ok).click();

  await page.goto(`${url}/events`);
  await page.getByRole('navigation').getByRole('link', { name: categories.title, exact: true }).click();
  await page.locator('.list tbody tr').nth(2).waitFor();
  await take('tables/categories');
  await button(page, categories.create).click();
  await send(dialog(page));
  await dialog(page).locator('.p-error').first().waitFor();
  await take('tables/category-errors');
  await page.keyboard.press('Escape');
  await button(page, tables.removeOf(LONG.category)).click();
  await button(dialog(page), categories.remove).click();
  await page.getByText(words.attention).waitFor();
  await take('tables/category-delete-refused');
  await button(dialog(page), words.ok).click();

  await page.goto(`${url}/tracks`);
  await page.locator('.list tbody tr').first().waitFor();
  await take('tables/tracks');
  await button(page, tracks.create).click();
  await send(dialog(page));
  await dialog(page).locator('.p-error').first().waitFor();
  await take('tables/track-errors');
  await page.keyboard.press('Escape');
};
