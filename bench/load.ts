import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { startFlagpost } from '@flagpost/race-testing';
import type { Bench, Run } from './frame/bench.ts';
import { openBrowser } from './frame/browser.ts';

const ACCOUNT = { email: 'viewer@flagpost.demo', password: 'Flagpost1' };
const LOGIN = 'input[type=password]';
const MAP = '.race-map canvas';
/** The age of the newest position on the screen, which the frame that drew it reports. */
const PAINTED = '.race-connection-live span';
const PAINTED_WITHIN_MS = 60_000;
const KB = 1_000;

/** Names of chunks are in the script of the start: these are in the code itself. */
const MAP_CODE = /maplibregl|deck\.gl|luma\.gl/;

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
    // MapLibre's worker is made of functions that the page has loaded: a blob comes from no server.
    const isScript = type.includes('javascript') && !response.url().startsWith('blob:');
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
    hasMapCode: scripts.some((script) => MAP_CODE.test(script.toString())),
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

/** The address of the demo race, and a way to open browsers that are signed in and have nothing in their cache. */
const signedIn = async (
  browser: Browser,
  url: string,
): Promise<{ address: string; fresh: () => Promise<BrowserContext> }> => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  await page.locator('input[type=email], input[name=email]').first().fill(ACCOUNT.email);
  await page.locator(LOGIN).fill(ACCOUNT.password);
  await page.keyboard.press('Enter');
  const link = page.locator('a[href^="/map/"]').first();
  const address = `${url}${(await link.getAttribute('href')) ?? ''}`;
  const storageState = await context.storageState();
  await context.close();
  return { address, fresh: () => browser.newContext({ storageState }) };
};

/** As for a user who opens a link to the race: signed in, with an empty cache. */
const liveMap = async (browser: Browser, url: string): Promise<Run> => {
  const { address, fresh } = await signedIn(browser, url);
  const context = await fresh();
  const map = await context.newPage();
  const visit = await visited(map, MAP, () => map.goto(address));
  await context.close();
  if (!visit.hasMapCode)
    throw new Error('No code of the map was seen: the login page would pass without it too.');
  return runOf(visit);
};

/** Bytes a second of 1 Mbit/s. */
const SLOW_LINK = { offline: false, latency: 100, downloadThroughput: 125_000, uploadThroughput: 125_000 };

/** From opening the address to the frame with the first car in it, over a slow link, s. */
const untilPainted = async (context: BrowserContext, address: string): Promise<number> => {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_LINK);
  const began = performance.now();
  await page.goto(address, { waitUntil: 'commit', timeout: PAINTED_WITHIN_MS });
  await page.locator(PAINTED).waitFor({ timeout: PAINTED_WITHIN_MS });
  const seconds = (performance.now() - began) / 1_000;
  await page.waitForLoadState('networkidle');
  await page.close();
  return seconds;
};

const overSlowLink = async (browser: Browser, url: string, cache: 'cold' | 'warm'): Promise<Run> => {
  const { address, fresh } = await signedIn(browser, url);
  const context = await fresh();
  if (cache === 'warm') await untilPainted(context, address);
  const figure = await untilPainted(context, address);
  await context.close();
  return { figure };
};

/** What a browser loads to sign in and to watch a race, and how long until each can be used, from a server on the same machine. */
export const bench: Bench = async ({ kinds, compare, note }) => {
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
      limits: [{ atMost: 850 }],
    });
    for (const [cache, atMost] of kinds([
      ['cold', 10],
      ['warm', 4],
    ] as const))
      await compare({
        what: `The live map over 1 Mbit/s with 100 ms, ${cache}`,
        unit: 's until the first car is painted',
        ours: {
          what: cache === 'cold' ? 'with an empty cache' : 'opened for the second time',
          run: () => overSlowLink(browser, flagpost.url, cache),
        },
        limits: [{ atMost }],
      });
  } finally {
    await flagpost.remove();
    await browser.close();
  }
};
