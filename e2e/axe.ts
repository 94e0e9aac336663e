/// <reference lib="dom" />
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What the markup of a library leaves, by axe's rule, and why it stays. There is nothing. */
const LEFT_BY_LIBRARIES: readonly { readonly rule: string; readonly reason: string }[] = [];

/** What axe finds serious or critical, in words. */
export const axeFaults = async (page: Page, within = 'html'): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page })
    .include(within)
    .disableRules(LEFT_BY_LIBRARIES.map(({ rule }) => rule))
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
};

/** What comes into view does so in fewer frames. */
const MOST_FRAMES = 30;

/**
 * What is still coming into view has not its contrast yet. A colour that is inherited reaches what is inside a frame
 * later, and there comes into view in its turn.
 */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async (mostFrames) => {
    let still = 0;
    for (let frame = 0; frame < mostFrames && still < 3; frame++) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const isComing = document
        .getAnimations()
        .some(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
        );
      still = isComing ? 0 : still + 1;
    }
  }, MOST_FRAMES);

/** Holds what is shown to axe in the light and in the dark theme; the page has to follow the system's. */
export const expectAccessible = async (page: Page): Promise<void> => {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await settled(page);
    expect(await axeFaults(page), `in the ${colorScheme} theme`).toEqual([]);
  }
};
