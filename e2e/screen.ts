/// <reference lib="dom" />
import { expect, type Locator, type Page } from '@playwright/test';
import { TEXTS } from '@flagpost/backoffice/texts';

/** The tests' actions and locators on the screens, by the screens' texts. */

/** Sends the login form; the caller waits for the result. */
export const sendLogin = async (page: Page, email: string, password: string): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
};

export const logIn = async (
  page: Page,
  url: string,
  email: string,
  password = 'Flagpost1',
): Promise<void> => {
  await page.goto(url);
  await sendLogin(page, email, password);
  await page.getByRole('heading', { name: 'Live now' }).waitFor();
};

/** The link to the live map of the one running race. */
export const watchLink = (page: Page): Locator =>
  page.getByRole('link', { name: 'View live race' }).or(page.getByRole('button', { name: 'View live race' }));
export const liveMap = (page: Page): Locator => page.getByRole('region', { name: 'Live race map' });
/** The title of a live map on which no SOS is open: the map, and the event. */
export const CALM_TITLE = new RegExp(`^${TEXTS.map.map} · .+ · ${TEXTS.product}$`);
export const feed = (page: Page): Locator => page.getByRole('region', { name: 'Feed' });
/** The strip under the bar. */
export const stateStrip = (page: Page): Locator =>
  page.getByRole('list', { name: TEXTS.stateStrip.title, exact: true });
/** What has its place in the bar of a phone. */
export const stateChip = (page: Page): Locator =>
  page.getByRole('button', { name: new RegExp(`^${TEXTS.stateStrip.title}: `) });
/** The alerts at the head of the right column. */
export const alerts = (page: Page): Locator =>
  page.getByRole('region', { name: TEXTS.alerts.title, exact: true });
/** The flags that were not answered or not sent. */
export const unsentFlags = (page: Page): Locator =>
  alerts(page).getByRole('list', { name: TEXTS.flags.unsent, exact: true });
/** The first press on a page turns its sound on, and the band above the alerts goes if there was one. */
export const turnSoundOn = async (page: Page): Promise<void> => {
  await feed(page).click();
  await expect(button(page, TEXTS.sos.soundOff)).toBeHidden();
};
export const bar = (page: Page): Locator => page.locator('.race-bar');
export const panel = (page: Page, title: string | RegExp): Locator =>
  page.getByRole('region', { name: title, exact: true });

/** Unfolds a panel that is folded on a device that nobody has used yet. */
export const unfold = (page: Page, title: string | RegExp): Promise<void> =>
  panel(page, title).getByRole('button', { name: title, expanded: false }).click();

/** The one dialog that is open. */
export const dialog = (page: Page): Locator => page.getByRole('dialog');
/** Expects this text in the failure dialog, and closes it with Enter. */
export const dismissAttention = async (page: Page, text: string): Promise<void> => {
  const attention = page.getByRole('dialog', { name: TEXTS.attention });
  await expect(attention).toContainText(text);
  await expect(button(attention, TEXTS.ok)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(attention).toHaveCount(0);
};
export const button = (on: Page | Locator, name: string | RegExp): Locator =>
  on.getByRole('button', { name, exact: true });
/** A notice that comes and goes, with this text in it. */
export const notice = (page: Page, text: string): Locator =>
  page.getByRole('alert').filter({ hasText: text }).first();
export const flagButton = (page: Page, name: string | RegExp): Locator =>
  button(page.getByRole('region', { name: TEXTS.flags.title, exact: true }), name);
/** The line of the cars box of this car. */
export const carRow = (page: Page, carNumber: string): Locator =>
  panel(page, TEXTS.panels.cars).getByRole('button', { name: new RegExp(`^Car ${carNumber}\\s*, lap`) });
/** The tick that makes a car of the cars box a receiver of the next flag. */
export const carTick = (page: Page, carNumber: string): Locator =>
  panel(page, TEXTS.panels.cars).getByRole('checkbox', { name: TEXTS.flags.tick(carNumber), exact: true });
/** The receivers of the next flag, from the flags' panel. */
export const receivers = (page: Page): Locator => page.locator('.receivers strong');
/** The card of a car's open SOS. */
export const sosCard = (page: Page, carNumber: string): Locator =>
  page
    .getByRole('list', { name: TEXTS.sos.title, exact: true })
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`Car ${carNumber}(?!\\d)`) });

/** Opens the card of an SOS that is a row. */
export const openSos = async (page: Page, carNumber: string): Promise<void> => {
  const row = sosCard(page, carNumber).locator('.sos-show');
  if (await row.isVisible()) await row.click();
};

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
