import type { Page } from '@playwright/test';
import { TEXTS } from '@flagpost/backoffice/texts';
import { button, dialog } from '../screen.js';
import { LONG_INSTITUTION } from './office-data.js';
import { SIZES, TABLET } from './places.js';
import { picture, send } from './picture.js';

/** Institutions and their people, as an administrator sees them. */

const { institutions, users, list } = TEXTS;
const CLUBS = '**/api/clubs/';

const rows = (page: Page) => page.locator('.list tbody tr');

/** While nothing has come, when nothing came, and when there is nothing; then what there is. */
export const listStatePictures = async (page: Page, url: string): Promise<void> => {
  let answer = (): void => undefined;
  await page.route(CLUBS, async (route) => {
    await new Promise<void>((resolve) => (answer = resolve));
    await route.fulfill({ json: [] });
  });
  await page.goto(`${url}/clubs`);
  await page.locator('.p-skeleton').first().waitFor();
  await picture(page, 'institutions/list-loading');
  answer();
  await page.getByText(institutions.empty).waitFor();
  await picture(page, 'institutions/list-empty');
  await page.unroute(CLUBS);
  await page.route(CLUBS, (route) =>
    route.fulfill({ status: 500, json: { statusCode: 500, message: 'Internal server error' } }),
  );
  await page.reload();
  await button(page, TEXTS.retry).waitFor();
  await picture(page, 'institutions/list-failed');
  await page.unroute(CLUBS);
  await button(page, TEXTS.retry).click();
  await rows(page).nth(2).waitFor();
  await picture(page, 'institutions/list-3');
};

export const listPictures = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/clubs`);
  await rows(page).nth(9).waitFor();
  await picture(page, 'institutions/list-40', { sizes: [...SIZES, TABLET] });
  await button(page, list.last).click();
  await picture(page, 'institutions/list-40-last-page', { at: page.locator('.list-foot') });
  await page.getByRole('searchbox').fill('Interlagos');
  await page.getByText(list.noMatch).waitFor();
  await picture(page, 'institutions/list-no-match');
};

export const wizardPictures = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/clubs`);
  await button(page, institutions.create).click();
  await dialog(page).locator('option').nth(5).waitFor({ state: 'attached' });
  await picture(page, 'institutions/wizard-1');
  const latitude = dialog(page).getByLabel(institutions.fields.latitude);
  await latitude.fill('34.555667');
  await send(dialog(page));
  await picture(page, 'institutions/wizard-1-errors');
  const { fields } = institutions;
  for (const [label, value] of [
    [fields.name, 'Escudería Costa Brava'],
    [fields.state, 'Girona'],
    [fields.city, 'Palamós'],
    [fields.address, 'Carrer del Port 3'],
    [fields.mail, 'info@costabrava.example'],
    [fields.latitude, ''],
  ] as const)
    await dialog(page).getByLabel(label, { exact: true }).fill(value);
  await dialog(page).getByLabel(fields.country).selectOption({ label: 'Spain' });
  await send(dialog(page));
  await dialog(page).getByLabel(fields.firstName).waitFor();
  await picture(page, 'institutions/wizard-2');
  await send(dialog(page));
  await picture(page, 'institutions/wizard-2-errors');
};

/** @param clubId Whose people are forty, @param longId whose own name is as long as one may be. */
export const institutionPictures = async (
  page: Page,
  url: string,
  { clubId, longId }: { readonly clubId: number; readonly longId: number },
): Promise<void> => {
  await page.goto(`${url}/club/${longId}`);
  await page.getByRole('heading', { name: LONG_INSTITUTION }).waitFor();
  await page.getByText(institutions.noEvents).waitFor();
  await picture(page, 'institutions/detail-long-name');
  await picture(page, 'institutions/detail-no-events', { at: page.getByText(institutions.noEvents) });

  await page.goto(`${url}/club/${clubId}`);
  const people = page.getByRole('region', { name: users.title, exact: true });
  await people.locator('tbody tr').nth(9).waitFor();
  await picture(page, 'institutions/detail-administrator');
  await picture(page, 'institutions/users-40', { at: people });
  await picture(page, 'institutions/detail-events', {
    at: page.getByRole('region', { name: TEXTS.menu.events, exact: true }),
  });

  await button(page, institutions.edit).click();
  await dialog(page).locator('option').nth(5).waitFor({ state: 'attached' });
  await picture(page, 'institutions/edit');
  await button(dialog(page), TEXTS.cancel).click();
  await button(page, institutions.remove).click();
  await picture(page, 'institutions/delete');
  await button(dialog(page), institutions.remove).click();
  await page.getByText(TEXTS.attention).waitFor();
  await picture(page, 'institutions/delete-refused');
  await button(dialog(page), TEXTS.ok).click();

  await button(people, users.create).click();
  await picture(page, 'institutions/user-new');
  await send(dialog(page));
  await picture(page, 'institutions/user-errors');
  await button(dialog(page), TEXTS.cancel).click();
  await people.getByRole('searchbox').fill('María de los Ángeles');
  const long = people.locator('tbody tr');
  await long.getByRole('button', { name: /^Edit / }).click();
  await picture(page, 'institutions/user-edit');
  await button(dialog(page), TEXTS.cancel).click();
  await long.getByRole('button').last().click();
  await picture(page, 'institutions/user-delete');
  await button(dialog(page), TEXTS.cancel).click();
};
