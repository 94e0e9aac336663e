import { FLAGS, type LapRow } from '@flagpost/contracts';
import { openLink } from '@flagpost/race-testing/link';
import { TEXTS } from '@flagpost/backoffice/texts';
import { WHOLE_PIXELS, countPixels, token } from './pixels.js';
import { startPlainBrowser } from './plain-browser.js';
import { CARS, EMAILS, expect, openMap, test } from './shared-race.js';
import {
  bar,
  button,
  CALM_TITLE,
  carLines,
  count,
  feed,
  flagButton,
  liveMap,
  notice,
  sosCard,
  unsentFlags,
} from './screen.js';
import { startSession } from './session.js';
import { isSounding, meterSound } from './sound.js';

test.use(WHOLE_PIXELS);

const CUT_MS = 40_000;
const HIDDEN_MS = 60_000;
/** Cars that call for help while the link is cut. */
const HELP = ['3', '5', '7', '9', '11'];
const GREEN = TEXTS.flags.names[FLAGS.green];
const YELLOW = TEXTS.flags.names[FLAGS.yellow];

/** Two tabs of one person: the one behind is hidden for a minute, the one in front loses its link for 40 s meanwhile. */
test('a tab hidden for a minute still sounds, and one without a link says so and sends nothing by itself', async ({
  course,
}) => {
  const link = await openLink(course.url);
  const browser = await startPlainBrowser();
  const open = async (): Promise<string[]> =>
    (await course.alerts()).filter(({ ClearedAt }) => ClearedAt === null).map(({ CarNumber }) => CarNumber);
  const sent = async (): Promise<number[]> =>
    (await course.flags()).filter(({ ClearedAt }) => ClearedAt === null).map(({ StateId }) => StateId);
  try {
    await meterSound(browser.tabs);
    await startSession(browser.tabs, course.url, EMAILS.director);
    const hidden = await openMap(browser.tabs, course);
    await hidden.keyboard.press('Shift');
    const page = await openMap(browser.tabs, { ...course, url: link.url });
    await page.bringToFront();
    const hiddenSince = Date.now();
    expect(await hidden.evaluate(() => document.visibilityState)).toBe('hidden');
    await page.keyboard.press('Shift');

    const map = liveMap(page);
    /** Pixels of the look that cars have once they have confirmed the green. */
    const coloured = async (): Promise<number> => {
      const png = await map.screenshot();
      const { width, height } = (await map.boundingBox()) ?? { width: 0, height: 0 };
      const area = { x: 0, y: 0, width: Math.floor(width), height: Math.floor(height) };
      return (await countPixels(page, png, await token(page, '--race-default'), [area]))[0] ?? 0;
    };
    /** Without the notes and cards over the map's upper half. */
    const lowerHalf = async (): Promise<Buffer> => {
      const { x, y, width, height } = (await map.boundingBox()) ?? { x: 0, y: 0, width: 1, height: 1 };
      return page.screenshot({ clip: { x, y: y + height / 2, width, height: height / 2 } });
    };
    await flagButton(page, GREEN).click();
    await expect.poll(coloured).toBeGreaterThan(CARS * 60);

    const posted: { key: string | undefined; at: number }[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/flagRecords'))
        posted.push({ key: request.headers()['idempotency-key'], at: Date.now() });
    });
    link.cut();
    const cutAt = Date.now();
    await flagButton(page, YELLOW).click();
    const unanswered = unsentFlags(page).getByRole('listitem').filter({ hasText: TEXTS.flags.unanswered });
    await expect(unanswered).toContainText(/No answer yet for 0:\d\d: Yellow to All cars/);
    const unsent = unsentFlags(page).getByRole('alert').filter({ hasText: TEXTS.flags.notSent });

    const band = page
      .getByRole('listitem')
      .filter({ hasText: /No connection for \d:\d\d, positions of \d\d:/ });
    await expect(band).toBeVisible();
    await expect(bar(page)).toContainText(TEXTS.race.offline);
    // Greyed, at their last positions; no car is shown as offline. Of the track's teal edges up to 160 pixels count.
    expect(await coloured()).toBeLessThan(CARS * 12);
    const picture = await lowerHalf();
    expect(await count(page, 'Offline')).toBe(0);

    for (const carNumber of HELP) course.car(carNumber).say('sos');
    await expect.poll(open).toHaveLength(HELP.length);
    await expect.poll(() => isSounding(hidden)).toBe(true);
    await expect(hidden).toHaveTitle(TEXTS.sos.pageTitle(HELP.length));
    await expect(page).toHaveTitle(CALM_TITLE);

    await page.waitForTimeout(cutAt + CUT_MS - Date.now());
    expect((await lowerHalf()).equals(picture)).toBe(true);
    await expect(band).toContainText(/No connection for 0:(3[5-9]|4\d)/);
    await expect(unanswered).toContainText(/No answer yet for 0:(3[5-9]|4\d)/);
    await expect(unsent).toHaveCount(0);
    link.mend();
    const announced = new RegExp(TEXTS.sos.raised(HELP.length, '.+', HELP.length - 3));
    await expect(band).toBeHidden();
    await expect(notice(page, TEXTS.sos.title)).toContainText(announced);
    await expect(page.getByRole('alert').filter({ hasText: TEXTS.sos.title })).toHaveCount(1);
    await expect(page).toHaveTitle(TEXTS.sos.pageTitle(HELP.length));
    await expect.poll(() => isSounding(page)).toBe(true);

    // The server never had the flag and closed its key: it waits for the person, and goes out once, under another.
    await expect(unsent).toContainText(`${YELLOW} to ${TEXTS.flags.allCars}. ${TEXTS.noAnswer}`);
    await page.waitForTimeout(hiddenSince + HIDDEN_MS - Date.now());
    expect(posted).toHaveLength(1);
    expect(await sent()).toEqual([FLAGS.green]);
    const yellows = feed(page).getByText(/^Yellow to All cars, \d+ of/);
    const before = await yellows.count();
    await button(unsent, TEXTS.retry).click();
    await expect(yellows).toHaveCount(before + 1);
    expect(posted).toHaveLength(2);
    expect(new Set(posted.map(({ key }) => key)).size).toBe(2);
    expect(await sent()).toEqual([FLAGS.yellow, FLAGS.green]);

    expect(await hidden.evaluate(() => document.visibilityState)).toBe('hidden');
    expect(await isSounding(hidden)).toBe(true);
    // Shown already while the page is hidden.
    await expect(bar(hidden).getByText(YELLOW, { exact: true })).toHaveCount(1);
    await hidden.bringToFront();
    for (const carNumber of HELP) await expect(sosCard(hidden, carNumber)).toBeVisible();
    await expect(bar(hidden).getByText(YELLOW, { exact: true })).toBeVisible();
    await expect.poll(() => count(hidden, 'SOS')).toBe(HELP.length);
    expect(await count(hidden, 'Running')).toBe(CARS - HELP.length);

    for (const carNumber of HELP) await button(sosCard(hidden, carNumber), TEXTS.sos.acknowledge).click();
    for (const tab of [hidden, page]) await expect.poll(() => isSounding(tab)).toBe(false);
  } finally {
    await browser.close();
    await link.remove();
  }
});

test('half an hour of the race is driven, and its laps have the times that were driven', async ({
  course,
  screenOf,
}) => {
  const page = await screenOf('viewer');
  await expect.poll(() => course.elapsedMs(), { timeout: 100_000 }).toBeGreaterThan(30 * 60_000);
  expect(await count(page, 'Running')).toBe(CARS);
  const laps = (await course.director.call<LapRow[]>('GET', `/events/laps/${course.eventId}`)).body;
  // Earlier tests stopped cars or cut their links: those laps took longer.
  const driven = course.cars.flatMap((car) =>
    laps.flatMap(({ CarNumber, lapTimeMs, crossedAt }) => {
      if (CarNumber !== car.carNumber || lapTimeMs === null) return [];
      const ended = Date.parse(crossedAt);
      return car.wasSteady(ended - lapTimeMs, ended)
        ? [{ CarNumber, crossedAt, byMs: Math.abs(lapTimeMs - car.lapTimeMs) }]
        : [];
    }),
  );
  expect(driven.length).toBeGreaterThan(CARS);
  expect(driven.filter(({ byMs }) => byMs >= 50)).toEqual([]);
  const lastOf = (carNumber: string): number =>
    laps.filter((lap) => lap.CarNumber === carNumber).at(-1)?.Lap ?? 0;
  await expect
    .poll(async () => (await carLines(page)).every(({ carNumber, lap }) => lap >= lastOf(carNumber)))
    .toBe(true);
});
