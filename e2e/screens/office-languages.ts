import { expect, type Page } from '@playwright/test';
import type { Language } from '@flagpost/backoffice/language';
import { faults } from './faults.js';
import { picture, send } from './picture.js';
import { chooseTheme, keepPicture, SIZES } from './places.js';

/** The same in another language, found by what stays the same in all. */

/** Cars have come, tiles of text are drawn. */
const SETTLED_MS = 6_000;

export const speak = async (page: Page, language: Language): Promise<void> => {
  await page.context().addInitScript((chosen) => localStorage.setItem('flagpost.language', chosen), language);
};

export const strangerPictures = async (page: Page, url: string, language: Language): Promise<void> => {
  await page.goto(url);
  await page.locator('.login-form [type=submit]').click();
  await page.locator('.p-error').first().waitFor();
  await picture(page, `languages/login-${language}`);
};

export const administratorPictures = async (
  page: Page,
  url: string,
  clubId: number,
  language: Language,
): Promise<void> => {
  await page.goto(`${url}/clubs`);
  await page.locator('.list tbody tr').nth(9).waitFor();
  await picture(page, `languages/institutions-${language}`);
  await page.locator('.list-head > .p-button').click();
  await send(page);
  await page.locator('.form .p-error').first().waitFor();
  await picture(page, `languages/wizard-${language}`);
  await page.goto(`${url}/club/${clubId}`);
  await page.locator('.list tbody tr').nth(9).waitFor();
  await picture(page, `languages/institution-${language}`);
};

/** The live map of the race that runs. */
export const liveMapPictures = async (page: Page, url: string, language: Language): Promise<void> => {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const theme of ['light', 'dark'] as const) {
      await page.goto(url);
      await chooseTheme(page, theme);
      await page.locator('a[href^="/map/"]').first().click();
      await page.locator('.race-bar').waitFor();
      await page.waitForTimeout(SETTLED_MS);
      await keepPicture(page, `languages/live-map-${language}-${theme}`, size);
      expect.soft(await faults(page), `${language}, ${theme}, ${size.width} px`).toEqual([]);
    }
  }
};
