/// <reference lib="dom" />
import { gzipSync } from 'node:zlib';
import { expect, test, type Page } from '@playwright/test';
import { TEXTS } from '@flagpost/backoffice/texts';
import { startFlagpost } from '@flagpost/race-testing/flagpost';
import { EMAILS } from './shared-race.js';
import { liveMap, logIn, watchLink } from './screen.js';

declare global {
  interface Window {
    /** The sum of all layout shifts of the page. */
    layoutShift: number;
  }
}
/** TypeScript's library does not know it yet. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
}

const MOST_BYTES = 140_000;
/** Names of chunks are in the script of the start: these are in the code itself. */
const MAP_CODE = /maplibregl|luma\.gl/;
/** A class name of the drawing surface. */
const EDITOR_CODE = /race-map-editor/;
/** Outlines of land, which a race that fills the map does not show. */
const OUTLINES = /type:`Topology`|"type":"Topology"/;
const SCHEMA_CODE = /ZodError/;
const LIBRARY_CODE = /PrimeReact/;

/** The scripts that this page has loaded so far, in the end, and the bytes that were sent for them. */
const scriptsOf = (page: Page): (() => Promise<{ scripts: Buffer[]; sent: number }>) => {
  const scripts: Promise<Buffer>[] = [];
  let sent = 0;
  page.on('response', (response) => {
    const { 'content-type': type = '', 'content-length': length } = response.headers();
    if (!type.includes('javascript')) return;
    const script = response.body();
    scripts.push(script);
    // The page may end before what it fetched ahead has come: only who asks for the scripts wants to know.
    void script.catch(() => undefined);
    sent += Number(length);
  });
  return async () => ({ scripts: await Promise.all(scripts), sent });
};

test('who signs in waits for less than 140 KB of script, and none of the map, the schemas or PrimeReact', async ({
  page,
}) => {
  const flagpost = await startFlagpost({ DEMO: '1', TILE_URL: 'none' });
  try {
    const loaded = scriptsOf(page);
    await page.goto(flagpost.url);
    await page.getByLabel('Email').waitFor();
    await page.waitForLoadState('networkidle');
    const { scripts, sent } = await loaded();
    expect(sent).toBeLessThan(MOST_BYTES);
    expect(scripts.reduce((bytes, script) => bytes + gzipSync(script).length, 0)).toBeLessThan(MOST_BYTES);
    const holds = (code: RegExp, among: Buffer[]): boolean =>
      among.some((script) => code.test(script.toString()));
    for (const code of [MAP_CODE, EDITOR_CODE, SCHEMA_CODE, LIBRARY_CODE])
      expect(holds(code, scripts)).toBe(false);

    await logIn(page, flagpost.url, EMAILS.viewer);
    // Fetched ahead, while nobody waits for it.
    await expect.poll(async () => holds(MAP_CODE, (await loaded()).scripts)).toBe(true);
    await watchLink(page).first().click();
    await liveMap(page).waitFor();
    await page.waitForLoadState('networkidle');
    expect(holds(OUTLINES, (await loaded()).scripts)).toBe(false);
    expect(holds(EDITOR_CODE, (await loaded()).scripts)).toBe(false);

    const link = await page.context().newPage();
    const opened = scriptsOf(link);
    await link.goto(page.url());
    await liveMap(link).waitFor();
    await link.waitForLoadState('networkidle');
    for (const code of [SCHEMA_CODE, EDITOR_CODE, OUTLINES])
      expect(holds(code, (await opened()).scripts)).toBe(false);
    await link.close();

    const drawing = await page.context().newPage();
    const drawn = scriptsOf(drawing);
    await drawing.goto(`${flagpost.url}/drawing/${new URL(page.url()).pathname.split('/').at(-1) ?? ''}`);
    await drawing.locator('.race-map-editor').waitFor();
    await drawing.waitForLoadState('networkidle');
    expect(holds(EDITOR_CODE, (await drawn()).scripts)).toBe(true);
  } finally {
    await flagpost.remove();
  }
});

/** The largest sum of layout shifts that counts as good is 0.1; this page has nothing that may move. */
const MOST_SHIFT = 0.02;

test('nothing on the login page moves when its font and the address of the manual come late', async ({
  browser,
}) => {
  const flagpost = await startFlagpost({ DEMO: '1', TILE_URL: 'none' });
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(() => {
      Object.assign(window, { layoutShift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          Object.assign(window, { layoutShift: window.layoutShift + (entry as LayoutShift).value });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const late: string[] = [];
    await page.route(/\.woff2$|\/api\/settings$/, async (route) => {
      await page.getByLabel('Email').waitFor();
      // Drawn once without it.
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 0))));
      late.push(new URL(route.request().url()).pathname);
      await route.continue();
    });
    await page.goto(flagpost.url);
    await page.getByRole('link', { name: TEXTS.login.help }).waitFor();
    await page.evaluate(() => document.fonts.ready);
    await page.waitForLoadState('networkidle');
    expect(late.some((path) => path.includes('inter-latin'))).toBe(true);
    expect(await page.evaluate(() => window.layoutShift)).toBeLessThan(MOST_SHIFT);
  } finally {
    await context.close();
    await flagpost.remove();
  }
});
