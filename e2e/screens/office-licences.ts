import type { Page } from '@playwright/test';
import { TEXTS } from '@flagpost/backoffice/texts';
import { button, dialog } from '../screen.js';
import { picture, send } from './picture.js';

/** Licences of an institution and of all. */

const { licences, form } = TEXTS;

/** @param clubId An institution with licences of several years. */
export const licencePictures = async (
  page: Page,
  url: string,
  clubId: number,
  noneId: number,
): Promise<void> => {
  await page.goto(`${url}/club/${noneId}`);
  await page.getByText(licences.none).waitFor();
  await picture(page, 'licences/card-none');
  await button(page, licences.manage).click();
  await send(dialog(page));
  await picture(page, 'licences/new-errors');
  await button(dialog(page), TEXTS.cancel).click();
  await dialog(page).waitFor({ state: 'detached' });

  await page.goto(`${url}/club/${clubId}`);
  await button(page, licences.manage).click();
  await dialog(page).getByLabel(licences.added).fill('1250');
  await picture(page, 'licences/managing');
  await button(dialog(page), TEXTS.cancel).click();
  await button(page, form.leave).click();
  await button(page, licences.history).click();
  await dialog(page).locator('tbody tr').nth(2).waitFor();
  await picture(page, 'licences/history');

  await page.goto(`${url}/licensing`);
  await page.locator('.list tbody tr').nth(4).waitFor();
  await picture(page, 'licences/all');
};

/** As an event organizer sees their own institution. */
export const plannerPictures = async (page: Page, url: string, clubId: number): Promise<void> => {
  await page.goto(`${url}/club/${clubId}`);
  await button(page, licences.request).waitFor();
  await page.locator('.list tbody tr').nth(9).waitFor();
  await picture(page, 'institutions/detail-planner');
  await button(page, licences.request).click();
  await picture(page, 'licences/limit');
  await button(dialog(page), TEXTS.licenceLimit.goOn).click();
};
