import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import type { Bench, Run } from './frame/bench.ts';
import { cpuBetween, cpuOf, openBrowser } from './frame/browser.ts';
import { mainThread, withPage } from './frame/page.ts';
import type {} from './load/page/page.ts';

const PAGE = fileURLToPath(new URL('load/page/', import.meta.url));
const VIEWPORT = { width: 1440, height: 900 };

type Map = 'ours' | 'source' | 'markers';

const WORDS: Readonly<Record<Map, string>> = {
  ours: 'the live map: decoded, taken into columns, drawn by our layers; cars slide between fixes',
  source: 'MapLibre: decoded, setData of a GeoJSON source under a layer of circles; cars jump',
  markers: 'MapLibre: decoded, an element of the page for each car; cars jump',
};

/** On a busy machine the page is looked at later than asked for, and has updates until then. */
const SPARE_S = 5;

/** Before measuring: code gets compiled, and the load becomes steady. */
interface Span {
  readonly settlesS: number;
  readonly seconds: number;
}

const watched = async (
  browser: Browser,
  url: string,
  map: Map,
  cars: number,
  { settlesS, seconds }: Span,
): Promise<Run> => {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  const failures: Error[] = [];
  page.on('pageerror', (error) => failures.push(error));
  await page.goto(`${url}/?side=${map}&cars=${cars}&seconds=${seconds + settlesS + SPARE_S}`);
  await page.waitForFunction(() => window.page.isReady, undefined, { timeout: 60_000 });
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const look = async () => ({
    ...(await page.evaluate(() => ({ updates: window.page.updates, frames: window.page.frames }))),
    renderer: await cpuOf(browser, 'renderer'),
    gpu: await cpuOf(browser, 'GPU'),
    main: await mainThread(session),
    at: performance.now(),
  });

  const updatesAfter = (former: number) =>
    page.waitForFunction((taken) => window.page.updates > taken, former, { timeout: 60_000 });

  await page.evaluate(() => window.page.start());
  await wait(settlesS * 1_000);
  await updatesAfter(0);
  const before = await look();
  await wait(seconds * 1_000);
  await updatesAfter(before.updates);
  const after = await look();
  await context.close();
  const [failure] = failures;
  if (failure !== undefined) throw failure;

  const updates = after.updates - before.updates;
  const took = (after.at - before.at) / 1_000;
  const renderer = cpuBetween(before.renderer, after.renderer);
  const anUpdate = (used: number): number => (used / updates) * 1_000;
  return {
    figure: updates / renderer,
    also: {
      'main-thread script, ms an update': anUpdate(after.main.script - before.main.script),
      'main thread, ms an update': anUpdate(after.main.all - before.main.all),
      'renderer process with its workers, ms an update': anUpdate(renderer),
      'GPU process, ms an update': anUpdate(cpuBetween(before.gpu, after.gpu)),
      'updates a second': updates / took,
      'frames a second': (after.frames - before.frames) / took,
    },
  };
};

/** All cars at new places ten times a second, in a real browser: our layers against MapLibre's own means. */
export const bench: Bench = async ({ at, sizes, compare, note }) => {
  const [cars = 0, ...otherCars] = sizes('cars', [10_000, 1_000, 100], [20]);
  const span = at({
    whole: { settlesS: 1.5, seconds: 3 },
    quick: { settlesS: 1, seconds: 1 },
    smoke: { settlesS: 0.5, seconds: 0.5 },
  });
  const browser = await openBrowser();
  if (browser === null) {
    note('missing', 'a Chromium; CHROMIUM_PATH says where one is');
    return;
  }
  note(
    'browser',
    `Chromium ${browser.version()}, drawing in software by its GPU process, which no figure of the renderer holds`,
  );
  const compareOn = async (url: string): Promise<void> => {
    const side = (map: Map, each: number) => ({
      what: WORDS[map],
      run: () => watched(browser, url, map, each, span),
    });
    const against = (each: number, map: Map | null, atLeast?: number): Promise<void> =>
      compare({
        what: `${each} cars, all of them ten times a second`,
        load: { cars: each },
        unit: 'updates of all cars per CPU-second of the renderer process',
        ours: side('ours', each),
        ...(map === null ? {} : { theirs: side(map, each) }),
        ...(atLeast === undefined ? {} : { ratio: { atLeast } }),
        limits: [{ of: 'main-thread script, ms an update', atMost: 4 }],
      });
    await against(cars, 'source', 10);
    await against(cars, 'markers', 20);
    // How cost grows.
    const [some, ...fewer] = otherCars;
    if (some !== undefined) await against(some, 'source');
    for (const each of fewer) await against(each, null);
  };
  await withPage(PAGE, compareOn).finally(() => browser.close());
};
