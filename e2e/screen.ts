/// <reference lib="dom" />
import type { Locator, Page } from '@playwright/test';

/** What the tests do and read on the screens, in the words of the screens. */

export const logIn = async (page: Page, url: string, email: string): Promise<void> => {
  await page.goto(url);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Flagpost1');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Live now' }).waitFor();
};

/** What opens the live map of the one race that runs. */
export const watchLink = (page: Page): Locator =>
  page.getByRole('link', { name: 'View live race' }).or(page.getByRole('button', { name: 'View live race' }));
export const liveMap = (page: Page): Locator => page.getByRole('region', { name: 'Live race map' });
export const feed = (page: Page): Locator => page.getByRole('region', { name: 'Feed' });
export const bar = (page: Page): Locator => page.locator('.race-bar');

export type CarState = 'Running' | 'Stopped' | 'Offline' | 'SOS';

/** Cars in a state, as the bar counts them. */
export const count = async (page: Page, state: CarState): Promise<number> => {
  const text = await bar(page).getByRole('button', { name: state }).innerText();
  return Number(/\d+/.exec(text)?.[0]);
};

export interface CarLine {
  readonly carNumber: string;
  readonly lap: number;
  readonly speedKph: number;
}

/** The rows of the cars box that are in view. */
export const carLines = async (page: Page): Promise<CarLine[]> => {
  const labels = await page
    .locator('button.car-row')
    .evaluateAll((rows) => rows.map((row) => row.textContent));
  return labels.flatMap((label) => {
    const [, carNumber, lap, speed] = /^Car (\S+), lap (\d+), (\d+) km\/h/.exec(label) ?? [];
    return carNumber === undefined ? [] : [{ carNumber, lap: Number(lap), speedKph: Number(speed) }];
  });
};
