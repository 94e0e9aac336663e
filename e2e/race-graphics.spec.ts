/// <reference lib="dom" />
import { chromium, type Page } from '@playwright/test';
import { FLAGS } from '@flagpost/contracts';
import { TEXTS } from '@flagpost/backoffice/texts';
import { BROWSER_ARGS, CHROMIUM_PATH } from './chromium.js';
import {
  loseContexts,
  lostBand,
  meterGraphics,
  missingBand,
  plainMap,
  untilRestored,
  type Layer,
} from './graphics.js';
import { WHOLE_PIXELS, countDiffering, countPixels, token } from './pixels.js';
import { CARS, EMAILS, expect, openMap, test } from './shared-race.js';
import { bar, button, carLines, count, flagButton, liveMap, panel, receivers } from './screen.js';
import { startSession } from './session.js';

test.use(WHOLE_PIXELS);

const GREEN = TEXTS.flags.names[FLAGS.green];
const LOSSES: readonly { layers: readonly Layer[]; isRestored: boolean }[] = [
  { layers: ['ground', 'cars'], isRestored: true },
  { layers: ['ground'], isRestored: true },
  { layers: ['cars'], isRestored: false },
  { layers: ['ground', 'cars'], isRestored: false },
];

/** The map's lower half: notes cover the upper one. */
const lowerHalf = async (page: Page): Promise<Buffer> => {
  const { x, y, width, height } = (await liveMap(page).boundingBox()) ?? { x: 0, y: 0, width: 1, height: 1 };
  return page.screenshot({ clip: { x, y: y + height / 2, width, height: height / 2 } });
};

const greens = async (page: Page): Promise<number> => {
  const png = await liveMap(page).screenshot();
  const { width, height } = (await liveMap(page).boundingBox()) ?? { width: 0, height: 0 };
  const area = { x: 0, y: 0, width: Math.floor(width), height: Math.floor(height) };
  return (await countPixels(page, png, await token(page, '--race-green'), [area]))[0] ?? 0;
};

/** Seconds since the newest position on the screen, from the bar. */
const age = async (page: Page): Promise<number> => {
  const text = await bar(page).locator('.race-connection').innerText();
  return Number(/(\d+) s ago/.exec(text)?.[1] ?? NaN);
};

test('cars, numbers and all are drawn again after the graphics were lost, and nothing is left behind', async ({
  course,
  windowOf,
}) => {
  for (const car of course.cars) car.stands = true;
  const context = await windowOf('director');
  await meterGraphics(context);
  const page = await openMap(context, course);
  await flagButton(page, GREEN).click();
  await button(page, TEXTS.race.showPois).click();
  await expect.poll(() => count(page, 'Stopped')).toBe(CARS);
  // Shown, and left again: no map that takes the place of another may go back there.
  await page.keyboard.press('5');
  const shown = panel(page, TEXTS.car.title('5'));
  await button(shown, TEXTS.close).click();
  await expect(shown).toHaveCount(0);
  await button(page, TEXTS.map.fit).click();
  await button(page, TEXTS.map.zoomIn).click();
  let before = await lowerHalf(page);
  await expect
    .poll(async () => {
      const former = before;
      before = await lowerHalf(page);
      return countDiffering(page, former, before);
    })
    .toBe(0);
  const held = await page.evaluate(() => window.heldContexts());
  expect(held).toBe(2);

  for (const { layers, isRestored } of LOSSES) {
    const said = lostBand(page).waitFor();
    const drawn = plainMap(page).waitFor();
    const restored = untilRestored(page);
    await loseContexts(page, layers, isRestored);
    await Promise.all([said, drawn]);
    expect((await carLines(page)).length).toBeGreaterThan(3);
    await expect(lostBand(page)).toBeHidden();
    await expect(plainMap(page)).toHaveCount(0);
    console.log(
      `${layers.join(' and ')} lost, ${isRestored ? 'given back' : 'made anew'}: drawn again after ${Math.round(await restored)} ms`,
    );
    await expect(bar(page)).toContainText(TEXTS.race.live);
    await expect
      .poll(async () => countDiffering(page, before, await lowerHalf(page)), { message: layers.join() })
      .toBeLessThan(200);
    await expect.poll(() => page.evaluate(() => window.heldContexts())).toBe(held);
  }
});

test('the age of the bar is that of what is on the screen', async ({ course, windowOf }) => {
  const context = await windowOf('viewer');
  await meterGraphics(context);
  const page = await openMap(context, course);
  await expect.poll(() => age(page)).toBeLessThan(4);
  const laps = async (): Promise<string> => JSON.stringify(await carLines(page));
  const before = await laps();
  await page.evaluate(() => window.freezeFrames(true));
  await expect.poll(() => age(page)).toBeGreaterThanOrEqual(6);
  await expect(bar(page)).toContainText(TEXTS.race.live);
  await expect.poll(laps).not.toBe(before);
  await page.evaluate(() => window.freezeFrames(false));
  await expect.poll(() => age(page)).toBeLessThan(4);
});

test('without WebGL 2 the race is drawn plainly, and a line says why', async ({ course }) => {
  for (const car of course.cars) car.stands = true;
  const browser = await chromium.launch({
    executablePath: CHROMIUM_PATH,
    args: [...BROWSER_ARGS, '--disable-3d-apis'],
  });
  try {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    });
    await startSession(context, course.url, EMAILS.director);
    const page = await openMap(context, course);
    expect(await page.evaluate(() => document.createElement('canvas').getContext('webgl2'))).toBeNull();
    await expect(missingBand(page)).toBeVisible();
    await expect(plainMap(page)).toBeVisible();

    await expect.poll(() => count(page, 'Stopped')).toBe(CARS);
    for (const car of course.cars) car.stands = false;
    await expect.poll(() => count(page, 'Running')).toBe(CARS);
    // Bright until they confirm it.
    for (const car of course.cars) car.confirms = false;
    await flagButton(page, GREEN).click();
    await expect.poll(() => greens(page)).toBeGreaterThan(CARS * 60);
    await expect.poll(() => age(page)).toBeLessThan(4);

    // A press on the map opens a car and closes it again, as it does on the other one; it addresses nobody.
    course.car('5').stands = true;
    const search = panel(page, TEXTS.panels.cars).getByRole('searchbox');
    await search.fill('5');
    await search.press('Enter');
    for (let zoom = 0; zoom < 4; zoom++) await button(page, TEXTS.map.zoomIn).click();
    await button(panel(page, TEXTS.car.title('5')), TEXTS.car.follow).click();
    const { x, y, width, height } = (await liveMap(page).boundingBox())!;
    await expect(async () => {
      await page.mouse.click(x + width / 2, y + height / 2);
      await expect(panel(page, TEXTS.car.title('5'))).toHaveCount(0, { timeout: 1_000 });
    }).toPass({ timeout: 30_000 });
    await expect(receivers(page)).toHaveText(TEXTS.flags.allCars);

    // Asked again, the browser has still none.
    await button(page, TEXTS.retry).click();
    await expect(missingBand(page)).toBeVisible();
    await expect(plainMap(page)).toBeVisible();
  } finally {
    await browser.close();
  }
});
