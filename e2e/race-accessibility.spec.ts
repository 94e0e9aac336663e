import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { startFlagpost, type Flagpost } from '../apps/standalone/src/testing/flagpost.js';
import { liveMap, logIn, watchLink } from './screen.js';

/** What axe finds serious or critical on a page, in words. */
const faults = async (page: Page): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
};

test.describe('axe finds nothing serious or critical', () => {
  let flagpost: Flagpost;
  test.beforeAll(async () => {
    flagpost = await startFlagpost({ DEMO: '1', TILE_URL: 'none' });
  });
  test.afterAll(() => flagpost.remove());

  for (const theme of ['light', 'dark'] as const) {
    test(`in the ${theme} theme`, async ({ browser }) => {
      const context = await browser.newContext({ colorScheme: theme });
      const page = await context.newPage();
      await page.goto(flagpost.url);
      await page.getByLabel('Email').waitFor();
      expect(await faults(page)).toEqual([]);

      await logIn(page, flagpost.url, 'director@flagpost.demo');
      await watchLink(page).waitFor({ timeout: 60_000 });
      expect(await faults(page)).toEqual([]);

      await page.evaluate((chosen) => localStorage.setItem('flagpost.theme.liveMap', chosen), theme);
      await watchLink(page).click();
      await liveMap(page).waitFor();
      await page.locator('.car-row').nth(3).waitFor();
      expect(await faults(page)).toEqual([]);
      await context.close();
    });
  }
});
