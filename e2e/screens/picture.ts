/// <reference lib="dom" />
import { expect, type Locator, type Page } from '@playwright/test';
import { faults } from './faults.js';
import type { Theme } from '@flagpost/backoffice/theme';
import { chooseTheme, keepPicture, SIZES, type Size } from './places.js';

const THEMES: readonly Theme[] = ['light', 'dark'];

/** Options of a picture of one state of a screen. */
export interface Pose {
  /** Scrolled to the top of the window; the top of the page if omitted. */
  readonly at?: Locator;
  readonly sizes?: readonly Size[];
  /** Light and dark if omitted. */
  readonly themes?: readonly Theme[];
  /** Run before each picture, for states that do not last. */
  readonly show?: () => Promise<unknown>;
}

/** Submits an incomplete form: its button is marked as disabled, and pressing it lists the missing fields. */
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

/** Shows a theme without loading the page anew: it reads the choice when the theme of the system changes. */
export const followTheme = async (page: Page, theme: Theme): Promise<void> => {
  await chooseTheme(page, theme);
  const [own, other] = theme === 'dark' ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  for (const colorScheme of [other, own]) {
    await page.emulateMedia({ colorScheme });
    await drawn(page);
  }
  await page.locator(`html[data-theme=${theme}]`).waitFor({ state: 'attached' });
};

/** Takes pictures of the open page at all sizes and in all themes asked for, in the same window, and looks for faults. */
export const picture = async (
  page: Page,
  name: string,
  { at, sizes = SIZES, themes = THEMES, show }: Pose = {},
): Promise<void> => {
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const theme of themes) {
      await followTheme(page, theme);
      await show?.();
      if (at === undefined) await page.locator('.shell-page').evaluateAll(([one]) => one?.scrollTo(0, 0));
      else await at.evaluate((one) => one.scrollIntoView({ block: 'start' }));
      await drawn(page);
      await keepPicture(page, `${name}-${theme}`, size);
    }
    expect.soft(await faults(page), `${name}, ${size.width} px`).toEqual([]);
  }
  await page.setViewportSize(SIZES[0]!);
};
