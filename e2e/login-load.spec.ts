import { gzipSync } from 'node:zlib';
import { expect, test, type Page } from '@playwright/test';
import { startFlagpost } from '../apps/standalone/src/testing/flagpost.js';
import { EMAILS } from './race.js';
import { liveMap, logIn, watchLink } from './screen.js';

const MOST_BYTES = 200_000;
const MAP_CODE = /maplibre|luma\.gl/;
const SCHEMA_CODE = /ZodError/;

/** The scripts that this page has loaded so far, in the end, and the bytes that were sent for them. */
const scriptsOf = (page: Page): (() => Promise<{ scripts: Buffer[]; sent: number }>) => {
  const scripts: Promise<Buffer>[] = [];
  let sent = 0;
  page.on('response', (response) => {
    const { 'content-type': type = '', 'content-length': length } = response.headers();
    if (!type.includes('javascript')) return;
    scripts.push(response.body());
    sent += Number(length);
  });
  return async () => ({ scripts: await Promise.all(scripts), sent });
};

test('who signs in waits for less than 200 KB of script, and none of the map or the schemas', async ({
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
    expect([holds(MAP_CODE, scripts), holds(SCHEMA_CODE, scripts)]).toEqual([false, false]);

    await logIn(page, flagpost.url, EMAILS.viewer);
    await watchLink(page).first().click();
    await liveMap(page).waitFor();
    expect(holds(MAP_CODE, (await loaded()).scripts)).toBe(true);
  } finally {
    await flagpost.remove();
  }
});
