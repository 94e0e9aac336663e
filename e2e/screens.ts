import { fileURLToPath } from 'node:url';
import { test } from '@playwright/test';
import { startFlagpost, type Flagpost } from '../apps/standalone/src/testing/flagpost.js';
import { liveMap, logIn, watchLink } from './screen.js';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const picture = (name: string, { width, height }: { width: number; height: number }): string =>
  fileURLToPath(new URL(`../docs/screens/${name}-${width}x${height}.png`, import.meta.url));

test.describe.serial('pictures', () => {
  let flagpost: Flagpost;
  test.beforeAll(async () => {
    // No imagery: the pictures are the same with and without a network.
    flagpost = await startFlagpost({ DEMO: '1', TILE_URL: 'none' });
  });
  test.afterAll(() => flagpost.remove());

  for (const theme of ['light', 'dark'] as const) {
    for (const size of SIZES) {
      test(`${theme}, ${size.width} x ${size.height}`, async ({ browser }) => {
        test.setTimeout(240_000);
        const page = await browser.newPage({ viewport: size, colorScheme: theme });
        await page.goto(flagpost.url);
        await page.getByLabel('Email').waitFor();
        await page.screenshot({ path: picture(`login-${theme}`, size) });

        await logIn(page, flagpost.url, 'director@flagpost.demo');
        const watch = watchLink(page);
        await watch.waitFor({ timeout: 60_000 });
        await page.screenshot({ path: picture(`live-now-${theme}`, size) });

        await page.evaluate((chosen) => localStorage.setItem('flagpost.theme.liveMap', chosen), theme);
        await watch.click();
        await liveMap(page).waitFor();
        await page.waitForTimeout(theme === 'light' && size === SIZES[0] ? 150_000 : 8_000);
        await page.screenshot({ path: picture(`live-map-${theme}`, size) });
        await page.close();
      });
    }
  }
});
