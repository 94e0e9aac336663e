import { gzipSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { startFlagpost } from '@flagpost/race-testing';
import type { Bench, Run } from './frame/bench.ts';
import { openBrowser } from './frame/browser.ts';

const ACCOUNT = { email: 'viewer@flagpost.demo', password: 'Flagpost1' };
const LOGIN = 'input[type=password]';
const MAP = '.race-map canvas';
const KB = 1_000;

interface Visit {
  /** Gzipped, bytes. */
  readonly scripts: number;
  /** As the server sent them, bytes. */
  readonly sent: number;
  readonly isInteractiveMs: number;
  readonly hasMapCode: boolean;
}

/** The scripts that the page opened by `go` loads until it shows `selector` and is idle. */
const visited = async (page: Page, selector: string, go: () => Promise<unknown>): Promise<Visit> => {
  const bodies: Promise<Buffer>[] = [];
  let sent = 0;
  page.on('response', (response) => {
    const { 'content-type': type = '', 'content-length': length } = response.headers();
    const isScript = type.includes('javascript');
    if (!isScript || !response.ok()) return;
    bodies.push(response.body());
    sent += Number(length);
  });
  await go();
  const isInteractiveMs = await page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          if (document.querySelector(wanted) === null) setTimeout(look, 5);
          else requestIdleCallback(() => resolve(performance.now()));
        };
        look();
      }),
    selector,
  );
  await page.waitForLoadState('networkidle');
  const scripts = await Promise.all(bodies);
  return {
    scripts: scripts.reduce((sum, script) => sum + gzipSync(script).length, 0),
    sent,
    isInteractiveMs,
    hasMapCode: scripts.some((script) => /maplibre|deck\.gl|luma\.gl/i.test(script.toString())),
  };
};

const runOf = ({ scripts, sent, isInteractiveMs }: Visit): Run => ({
  figure: scripts / KB,
  also: { 'as the server sends them, KB': sent / KB, 'until it can be used, ms': isInteractiveMs },
});

const login = async (browser: Browser, url: string): Promise<Run> => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const visit = await visited(page, LOGIN, () => page.goto(url));
  await context.close();
  if (visit.hasMapCode) throw new Error('The login page loads code of the map.');
  return runOf(visit);
};

/** As for a user who opens a link to the race: signed in, with an empty cache. */
const liveMap = async (browser: Browser, url: string): Promise<Run> => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  await page.locator('input[type=email], input[name=email]').first().fill(ACCOUNT.email);
  await page.locator(LOGIN).fill(ACCOUNT.password);
  await page.keyboard.press('Enter');
  const link = page.locator('a[href^="/map/"]').first();
  const address = await link.getAttribute('href');
  await page.close();
  const fresh = await browser.newContext({ storageState: await context.storageState() });
  const map = await fresh.newPage();
  const visit = await visited(map, MAP, () => map.goto(`${url}${address ?? ''}`));
  await fresh.close();
  await context.close();
  if (!visit.hasMapCode)
    throw new Error('No code of the map was seen: the login page would pass without it too.');
  return runOf(visit);
};

/** What a browser loads to sign in and to watch a race, and how long until each can be used, from a server on the same machine. */
export const bench: Bench = async ({ compare, note }) => {
  const browser = await openBrowser();
  if (browser === null) {
    note('missing', 'a Chromium; CHROMIUM_PATH says where one is');
    return;
  }
  const flagpost = await startFlagpost({ DEMO: '1', TILE_URL: 'none' });
  try {
    note('browser', `Chromium ${browser.version()}, which has nothing of it in its cache`);
    await compare({
      what: 'The login page, with no code of the map',
      unit: 'KB of JavaScript, gzipped',
      ours: { what: 'until the password can be typed', run: () => login(browser, flagpost.url) },
      limits: [{ atMost: 200 }],
    });
    await compare({
      what: 'The live map, signed in already',
      unit: 'KB of JavaScript, gzipped',
      ours: {
        what: 'until the map is there, its worker included',
        run: () => liveMap(browser, flagpost.url),
      },
    });
  } finally {
    await flagpost.remove();
    await browser.close();
  }
};
