/// <reference lib="dom" />
import { expect, type Locator, type Page } from '@playwright/test';
import { faults } from './faults.js';
import { keepPicture, SIZES, type Size } from './places.js';

const THEMES = ['light', 'dark'] as const;

/** In what one state of a screen is pictured. */
export interface Pose {
  /** Brought to the top of the window; the top of the page where nothing is said. */
  readonly at?: Locator;
  readonly sizes?: readonly Size[];
  /** Done before each picture, for what does not stay. */
  readonly show?: () => Promise<unknown>;
}

/** Sends a form as it is: its button is marked as blocked while something is missing, and then says what. */
export const send = (on: Page | Locator): Promise<void> =>
  on.locator('.form [type=submit]').click({ force: true });

/** Sizes and themes take effect in the next frames. */
export const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
    const passing = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });

/** Pictures what is open at both sizes, light and dark, in the same window, and looks for faults. */
export const picture = async (
  page: Page,
  name: string,
  { at, sizes = SIZES, show }: Pose = {},
): Promise<void> => {
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-theme=${colorScheme}]`).waitFor({ state: 'attached' });
      await show?.();
      if (at === undefined) await page.locator('.shell-page').evaluateAll(([one]) => one?.scrollTo(0, 0));
      else await at.evaluate((one) => one.scrollIntoView({ block: 'start' }));
      await drawn(page);
      await keepPicture(page, `${name}-${colorScheme}`, size);
    }
    expect.soft(await faults(page), `${name}, ${size.width} px`).toEqual([]);
  }
  await page.setViewportSize(SIZES[0]!);
};
