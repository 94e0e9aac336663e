/// <reference lib="dom" />
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Tolerated faults in a library's markup, by axe's rule, with the reason. There are none. */
const LEFT_BY_LIBRARIES: readonly { readonly rule: string; readonly reason: string }[] = [];

/** What a theme can break: it changes colours alone. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** A page compiles axe for a tenth of a second: once. */
const isLoaded = (page: Page): Promise<boolean> => page.evaluate(() => 'axe' in window);
/** An empty source would be taken for none. */
const NOTHING = ';';

/** axe's serious and critical findings, in words: of all its rules, or of those on colours. */
export const axeFaults = async (
  page: Page,
  within = 'html',
  rules: 'all' | 'colour' = 'all',
): Promise<string[]> => {
  // In the page itself: nothing here is in frames of others, for which each analysis would open a page of its own.
  const axe = new AxeBuilder({ page, ...((await isLoaded(page)) && { axeSource: NOTHING }) })
    .include(within)
    // What passes is not listed: finding out where it stands is most of an analysis.
    .options({ resultTypes: ['violations'] })
    .setLegacyMode();
  if (rules === 'colour') axe.withRules(COLOUR_RULES);
  else axe.disableRules(LEFT_BY_LIBRARIES.map(({ rule }) => rule));
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
};

/** Every transition ends in fewer frames. */
const MOST_FRAMES = 30;

/**
 * An element that is still fading in has not its final contrast yet. An inherited colour reaches children a frame
 * later, and starts a transition there too.
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

/** Checks the page with axe: by every rule in the dark theme, by those on colours in the light one. The page has to follow the system's. */
export const expectAccessible = async (page: Page): Promise<void> => {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await settled(page);
    const rules = colorScheme === 'dark' ? 'all' : 'colour';
    expect(await axeFaults(page, 'html', rules), `in the ${colorScheme} theme`).toEqual([]);
  }
};
