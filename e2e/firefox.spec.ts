import type { Page } from 'puppeteer-core';
import sharp from 'sharp';
import { FLAGS } from '@flagpost/contracts';
import { TEXTS } from '@flagpost/backoffice/texts';
import { NO_FIREFOX, startFirefox, type Firefox } from './firefox.js';
import { CARS, EMAILS, expect, test, type Course } from './shared-race.js';

/** Checks in another engine: login, live map, a flag, an SOS. Screens are tested in full in Chromium. */

if (NO_FIREFOX !== null) console.log(`The tests in Firefox are skipped: ${NO_FIREFOX}`);

/** Software draws everything, beside other tests. */
const MINUTE_MS = 60_000;

/** The elements that assistive technology finds by this role and name. */
const named = (role: string, name: string): string => `::-p-aria([name="${name}"][role="${role}"])`;
const textOf = (page: Page, selector: string): Promise<string> =>
  page.$eval(selector, (element) => element.textContent);

const logIn = async (page: Page, url: string): Promise<void> => {
  await page.goto(url);
  await page.locator('input[type="email"], input[name="email"]').fill(EMAILS.director);
  await page.locator('input[type="password"]').fill('Flagpost1');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Live now');
};

const openMap = async (page: Page, course: Course): Promise<void> => {
  await page.goto(`${course.url}/map/${course.eventId}`);
  await page.waitForSelector('button.car-row');
};

/** Mean brightness, 0 to 255, of the widest scroll bar on the page; null if nothing scrolls. */
const scrollBarBrightness = async (page: Page): Promise<number | null> => {
  const clip = await page.evaluate(() => {
    const bars = [...document.querySelectorAll<HTMLElement>('*')].flatMap((element) => {
      const width = element.offsetWidth - element.clientWidth - 2;
      const { right, top, height } = element.getBoundingClientRect();
      const scrolls = getComputedStyle(element).overflowY === 'auto';
      return scrolls && width >= 4 && height > 40 ? [{ x: right - width, y: top, width, height }] : [];
    });
    return bars.sort((one, other) => other.width - one.width)[0] ?? null;
  });
  if (clip === null) return null;
  const { channels } = await sharp(await page.screenshot({ clip })).stats();
  return channels.slice(0, 3).reduce((sum, { mean }) => sum + mean / 3, 0);
};

test.describe.serial('in Firefox', () => {
  test.skip(NO_FIREFOX !== null, NO_FIREFOX ?? '');
  let firefox: Firefox;
  let page: Page;

  test.beforeAll(async () => {
    firefox = await startFirefox({
      'ui.systemUsesDarkTheme': 1,
      'widget.gtk.overlay-scrollbars.enabled': false,
    });
    page = await firefox.browser.newPage();
    page.setDefaultTimeout(2 * MINUTE_MS);
  });
  test.afterAll(() => firefox.close());

  test('a person logs in and sees the race live on the map', async ({ course }) => {
    await logIn(page, course.url);
    await openMap(page, course);
    const running = async (): Promise<number> => {
      const text = await page.$$eval('.race-counts button', (all) => all[0]?.textContent ?? '');
      return Number(/\d+/.exec(text)?.[0]);
    };
    await expect.poll(running, { timeout: 2 * MINUTE_MS }).toBe(CARS);
    // Cars are drawn: the picture changes as they drive.
    const map = await page.waitForSelector(named('region', TEXTS.map.map));
    if (map === null) throw new Error('There is no map.');
    const before = await map.screenshot();
    await expect
      .poll(async () => Buffer.from(await map.screenshot()).equals(before), { timeout: MINUTE_MS })
      .toBe(false);
  });

  test('a flag is sent and confirmed', async ({ course }) => {
    const yellow = TEXTS.flags.names[FLAGS.yellow];
    await page.$$eval(
      '.flag-button',
      (buttons, name) => {
        const button = buttons.find((each) => each.querySelector('.flag-name')?.textContent === name);
        (button as HTMLElement).click();
      },
      yellow,
    );
    await expect
      .poll(async () => (await course.flags())[0]?.Confirmed.length, { timeout: MINUTE_MS })
      .toBe(CARS);
    await expect.poll(() => textOf(page, '.flag-in-force'), { timeout: MINUTE_MS }).toContain(yellow);
    await expect
      .poll(() => textOf(page, '.flag-in-force'), { timeout: MINUTE_MS })
      .toContain(TEXTS.race.share(CARS, CARS));
  });

  test('an SOS is shown, and acknowledged by name', async ({ course }) => {
    course.car('5').say('sos');
    await page.waitForSelector('.sos-card');
    await page.$$eval(
      '.sos-card button',
      (buttons, name) => {
        (buttons.find((each) => each.textContent.includes(name)) as HTMLElement).click();
      },
      TEXTS.sos.acknowledge,
    );
    const acknowledged = async (): Promise<string | undefined> =>
      (await course.alerts()).find(({ CarNumber, ClearedAt }) => CarNumber === '5' && ClearedAt === null)
        ?.AcknowledgedBy?.Name;
    await expect.poll(acknowledged, { timeout: MINUTE_MS }).toMatch(/\S/);
  });

  test('scroll bars are as dark as the theme', async () => {
    await expect.poll(() => scrollBarBrightness(page), { timeout: MINUTE_MS }).not.toBeNull();
    expect(await scrollBarBrightness(page)).toBeLessThan(128);
  });
});
