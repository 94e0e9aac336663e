import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { createLatencies, signIn, startFlagpost } from '@flagpost/race-testing';
import type { Bench } from './frame/bench.ts';
import { openBrowser } from './frame/browser.ts';
import { driveCars, enterCars } from './load/cars.ts';

const DIRECTOR = { email: 'director@flagpost.demo', password: 'Flagpost1' };
const VIEWPORT = { width: 1440, height: 900 };
/** Cars in alarm at the same time. */
const AT_ONCE = 10;
/** Not a multiple of the 100 ms of a frame: the calls come in every phase of it. */
const APART_MS = 230;
const CONNECTIONS = 16;
const TICK_MS = 10;
const SETTLES_MS = 5_000;
const PAINTED_WITHIN_MS = 15_000;

declare global {
  interface Window {
    /** When the alert of a car was first painted, in ms of the clock, by its number; NaN until then. */
    paintedAt: Record<string, number>;
    /** When the page had the alert of a car, by its number. */
    shownAt: Record<string, number>;
  }
}

/** Runs in the page. */
const watchPaints = (): void => {
  window.paintedAt = {};
  window.shownAt = {};
  new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll('.sos-card strong')) {
      const carNumber = /\d+$/.exec(textContent)?.[0];
      if (carNumber === undefined || carNumber in window.paintedAt) continue;
      window.paintedAt[carNumber] = NaN;
      window.shownAt[carNumber] = Date.now();
      requestAnimationFrame(() => {
        // The task after a frame's callbacks runs when the frame has been painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => (window.paintedAt[carNumber] = Date.now());
        port2.postMessage(null);
      });
    }
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
};

const openMap = async (browser: Browser, url: string, eventId: number): Promise<Page> => {
  const page = await browser.newPage({ viewport: VIEWPORT });
  await page.goto(url);
  await page.locator('input[type=email], input[name=email]').first().fill(DIRECTOR.email);
  await page.locator('input[type=password]').fill(DIRECTOR.password);
  await page.keyboard.press('Enter');
  await page.locator('a[href^="/map/"]').first().waitFor();
  await page.goto(`${url}/map/${eventId}`);
  await page.locator('.race-connection-live').waitFor();
  await page.locator('.car-row').first().waitFor();
  return page;
};

/** How long it takes from a driver's call for help until its alert is painted on a director's screen, in a real browser. */
export const bench: Bench = async ({ at, sizes, compare, note }) => {
  const [cars = 0] = sizes('cars', [200], [12], [100]);
  const waves = at({ whole: 4, quick: 1, smoke: 1 });
  const browser = await openBrowser();
  if (browser === null) {
    note('missing', 'a Chromium; CHROMIUM_PATH says where one is');
    return;
  }
  const flagpost = await startFlagpost({ DEMO: '1', TILE_URL: 'none' });
  const ends: (() => unknown)[] = [];
  try {
    note('browser', `Chromium ${browser.version()}, drawing in software`);
    const { url } = flagpost;
    const { eventId, paths } = await enterCars(url, 'SOS', cars);
    ends.push(await driveCars({ url, paths, connections: CONNECTIONS, fixesAtOnce: 1, tickMs: TICK_MS }));
    const director = await signIn(url, DIRECTOR.email);
    const page = await openMap(browser, url, eventId);
    await wait(at({ whole: SETTLES_MS, quick: SETTLES_MS / 2, smoke: 0 }));
    await page.evaluate(watchPaints);
    let next = 0;

    const untilShown = createLatencies();
    const untilPainted = createLatencies();
    /** Ten calls that nobody answers, then all of them cleared. */
    const wave = async (): Promise<void> => {
      const saidAt: { carNumber: string; at: number }[] = [];
      for (let call = 0; call < AT_ONCE; call++) {
        const car = next++ % paths.length;
        const door = `${url}${(paths[car] ?? '').replace('/positions/', '/signals/')}`;
        saidAt.push({ carNumber: String(car + 1), at: Date.now() });
        const { status } = await fetch(door, { method: 'POST', body: JSON.stringify({ type: 'sos' }) });
        if (status !== 200) throw new Error(`An SOS was answered ${status}.`);
        await wait(APART_MS);
      }
      await page.waitForFunction(
        (numbers) => numbers.every((carNumber) => (window.paintedAt[carNumber] ?? NaN) > 0),
        saidAt.map(({ carNumber }) => carNumber),
        { timeout: PAINTED_WITHIN_MS },
      );
      const { painted, shown } = await page.evaluate(() => ({
        painted: window.paintedAt,
        shown: window.shownAt,
      }));
      for (const { carNumber, at: since } of saidAt) {
        untilShown.add((shown[carNumber] ?? NaN) - since);
        untilPainted.add((painted[carNumber] ?? NaN) - since);
      }
      await director.call('DELETE', `/flagRecords/event/${eventId}`);
      await page.locator('.sos-card').first().waitFor({ state: 'detached' });
      await page.evaluate(() => {
        window.paintedAt = {};
        window.shownAt = {};
      });
    };

    await compare({
      what: `${cars} cars at 1 Hz, ${AT_ONCE} of them call for help, from the device's request to the painted alert`,
      unit: 'p95, ms',
      ours: {
        what: 'door, topic, engine, command, log, views, socket, page; all on one machine',
        run: async () => {
          untilShown.clear();
          untilPainted.clear();
          for (let i = 0; i < waves; i++) await wave();
          return {
            figure: untilPainted.percentile(0.95) ?? NaN,
            also: {
              'p50, ms': untilPainted.percentile(0.5) ?? NaN,
              'longest, ms': untilPainted.percentile(1) ?? NaN,
              'until the page has it, p50, ms': untilShown.percentile(0.5) ?? NaN,
              'until the page has it, p95, ms': untilShown.percentile(0.95) ?? NaN,
            },
          };
        },
      },
      limits: [{ atMost: 250 }],
    });
  } finally {
    for (const end of ends) await end();
    await flagpost.remove();
    await browser.close();
  }
};
