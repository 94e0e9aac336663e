/// <reference lib="dom" />
import type { Locator, Page } from '@playwright/test';
import { FLAGS } from '@flagpost/contracts';
import { openLink } from '@flagpost/race-testing/link';
import { TEXTS } from '@flagpost/backoffice/texts';
import { CARS, expect, openMap, test } from './shared-race.js';
import { bar, button, carRow, count, feed, flagButton, panel, sosCard, turnSoundOn } from './screen.js';
import { WHOLE_PIXELS } from './pixels.js';

test.use(WHOLE_PIXELS);

/** The cars box as a table and as tiles, and the live map at the sizes that it was laid out for. */

const { columns, sortBy, sortedBy, asTable, asTiles } = TEXTS.panels;
type Column = keyof typeof columns;
/** The cells of a row in the order of the columns; the first child is the sentence for screen readers. */
const CELLS: readonly Column[] = [
  'state',
  'carNumber',
  'driver',
  'category',
  'lap',
  'lastLap',
  'best',
  'speed',
  'unconfirmed',
];
/** The first press on their heads sorts the highest first. */
const HIGH_FIRST: readonly Column[] = ['lap', 'speed', 'unconfirmed'];

const box = (page: Page): Locator => panel(page, TEXTS.panels.cars);
const head = (page: Page, column: Column): Locator =>
  box(page)
    .locator('.car-heads')
    .getByRole('button', { name: new RegExp(`^Sort(ed)? by ${columns[column]}(,|$)`) });
const shownColumns = async (page: Page): Promise<Column[]> => {
  const shown = await Promise.all(
    CELLS.map(async (column) => ((await head(page, column).isVisible()) ? column : null)),
  );
  return shown.flatMap((column) => column ?? []);
};

/** The cells of a column as what they are sorted by. Unknown: NaN. */
const cellsOf = async (page: Page, column: Column): Promise<(number | string)[]> => {
  const texts = await box(page)
    .locator('button.car-row')
    .evaluateAll(
      (rows, at) => rows.map((row) => row.children[at]?.textContent ?? ''),
      CELLS.indexOf(column) + 1,
    );
  return texts.map((text) => {
    const time = /^(\d+):(\d+\.\d+)$/.exec(text);
    if (time !== null) return Number(time[1]) * 60 + Number(time[2]);
    if (text === TEXTS.unknown) return Number.NaN;
    return text === '' ? 0 : Number.isNaN(Number(text)) ? text : Number(text);
  });
};
const isSorted = (cells: readonly (number | string)[], isDescending: boolean): boolean => {
  const known = cells.filter((cell) => !Number.isNaN(cell));
  return known.every((cell, at) => {
    const next = known[at + 1];
    return next === undefined || (isDescending ? cell >= next : cell <= next);
  });
};

const NARROW: readonly Column[] = ['state', 'carNumber', 'driver', 'lap', 'lastLap', 'speed', 'unconfirmed'];
/** `side` is the width of alerts and cars, which at 2560 px are two columns; `rows` of cars are whole. */
const WINDOWS = [
  { width: 1366, height: 768, flags: 196, map: 586, side: 344, feed: 112, rows: 16, shown: NARROW },
  { width: 1440, height: 900, flags: 196, map: 660, side: 344, feed: 112, rows: 20, shown: NARROW },
  {
    width: 1920,
    height: 1080,
    flags: 284,
    map: 976,
    side: 420,
    feed: 160,
    rows: 27,
    shown: CELLS.filter((column) => column !== 'category'),
  },
  { width: 2560, height: 1440, flags: 320, map: 1200, side: 800, feed: null, rows: 41, shown: CELLS },
] as const;

for (const { width, height, flags, map, side, feed: feedPx, rows, shown } of WINDOWS) {
  test(`at ${width} x ${height} every flag is in sight, and the cars have the columns that fit`, async ({
    screenOf,
  }) => {
    const page = await screenOf('director');
    await page.setViewportSize({ width, height });
    await expect.poll(() => shownColumns(page)).toEqual(shown);
    await turnSoundOn(page);
    const sizes = await page.evaluate(() => {
      const of = (name: string): DOMRect | undefined => document.querySelector(name)?.getBoundingClientRect();
      const block = document.querySelector('.race-flags');
      return {
        flags: of('.race-flags')?.width,
        map: of('.race-ground')?.width,
        receivers: of('.receivers-slot')?.height,
        rows: Math.floor((of('.car-list')?.height ?? 0) / 28),
        cutCells: [...document.querySelectorAll('.car-row > :not(.visually-hidden)')]
          .filter((cell) => cell.scrollWidth > cell.clientWidth || cell.scrollHeight > cell.clientHeight + 2)
          .map(({ textContent }) => textContent),
        side: (of('.race-body')?.right ?? 0) - (of('.race-alerts')?.left ?? 0),
        feed: of('.race-feed')?.height,
        bar: of('.race-bar')?.height,
        strip: of('.race-state')?.height,
        flagColumns: new Set(
          [...document.querySelectorAll('.flag-group .flag-button')].map(
            (flag) => flag.getBoundingClientRect().left,
          ),
        ).size,
        flagHeight: of('.flag-group .flag-button')?.height,
        heads: [...document.querySelectorAll('.race-heads .panel')].map(
          (head) => head.getBoundingClientRect().height,
        ),
        headsAboveEnd: (of('.race-below')?.bottom ?? 0) - (of('.race-heads')?.bottom ?? 0),
        feedFromAlerts: [
          (of('.race-feed')?.left ?? 0) - (of('.race-alerts')?.left ?? 0),
          (of('.race-feed')?.top ?? 0) - (of('.race-alerts')?.bottom ?? 0),
        ],
        flagsScrollBy: (block?.scrollHeight ?? 0) - (block?.clientHeight ?? 0),
        pageScrollsBy: document.documentElement.scrollHeight - innerHeight,
      };
    });
    expect(sizes).toMatchObject({ flags, map, receivers: 132, rows, cutCells: [] });
    expect(sizes).toMatchObject({ bar: 56, strip: 32, flagsScrollBy: 0, pageScrollsBy: 0 });
    // The border of the column is part of it.
    expect(Math.abs(sizes.side - side)).toBeLessThanOrEqual(1);
    if (feedPx !== null) expect(sizes.feed).toBe(feedPx);
    // Two or three abreast; lower where the window is.
    expect(sizes.flagColumns).toBe(width >= 1_800 ? 3 : 2);
    if (height < 840) expect(sizes.flagHeight).toBe(56);
    // Categories, offline and timers are folded heads at the foot.
    expect(sizes.heads).toHaveLength(3);
    for (const head of sizes.heads) expect(head).toBeLessThanOrEqual(29);
    expect(Math.abs(sizes.headsAboveEnd)).toBeLessThanOrEqual(1);
    // The widest window has the feed below the alerts.
    if (feedPx === null) for (const px of sizes.feedFromAlerts) expect(Math.abs(px)).toBeLessThanOrEqual(1);

    const measured = (): Promise<Record<string, number>> =>
      page.evaluate(() => {
        const [alerts, cars, ground, canvas] = ['alerts', 'below', 'ground', 'map-view'].map((name) =>
          document.querySelector(`.race-${name}`)!.getBoundingClientRect(),
        ) as [DOMRect, DOMRect, DOMRect, DOMRect];
        return {
          alerts: Math.round(alerts.width),
          alertsHigh: Math.round(alerts.height),
          cars: Math.round(cars.width),
          map: ground.width,
          // Zoom, scale, imagery and attribution stand under the canvas.
          tools: Math.round(ground.bottom - canvas.bottom),
          text: Number.parseFloat(getComputedStyle(document.querySelector('.race')!).fontSize),
        };
      });
    const isWide = width >= 2_400;
    expect(await measured()).toMatchObject({
      tools: 36,
      text: isWide ? 16 : 14,
      ...(isWide ? { alerts: 360, cars: 440 } : { alertsHigh: 44 }),
    });
    // Without the menu the map has its 240 px too.
    await button(page, TEXTS.menu.close).click();
    await expect.poll(async () => (await measured())['map']).toBe(map + 240);
    await button(page, TEXTS.menu.open).click();
  });
}

test('the table is sorted by any column, by mouse and by keyboard', async ({ course, screenOf }) => {
  course.car('9').confirms = false;
  const page = await screenOf('director');
  await page.setViewportSize({ width: 2560, height: 1440 });
  await flagButton(page, TEXTS.flags.names[FLAGS.white]).click();
  await expect(button(feed(page), TEXTS.feed.unconfirmed(1)).first()).toBeVisible();

  const byMouse = (column: Column): Promise<void> => head(page, column).click();
  const byKeyboard = async (column: Column): Promise<void> => {
    await head(page, column).focus();
    await page.keyboard.press('Enter');
    await head(page, column).blur();
  };
  const isSortedBy = async (column: Column, isDescending: boolean): Promise<void> => {
    await expect(head(page, column)).toHaveAttribute('aria-pressed', 'true');
    await expect(head(page, column)).toHaveAccessibleName(sortedBy(columns[column], isDescending));
    // Cars drive on, and a list that somebody points at is not sorted again.
    await page.mouse.move(0, 0);
    // A look has no text: `car-order.spec.ts` knows how looks are sorted. The list is sorted every 2 s, and cars count laps
    // between: it is looked at until it was just sorted.
    if (column !== 'state')
      await expect
        .poll(async () => isSorted(await cellsOf(page, column), isDescending), {
          message: column,
          intervals: [50],
        })
        .toBe(true);
  };
  await isSortedBy('carNumber', false);
  await byMouse('carNumber');
  await isSortedBy('carNumber', true);
  await byKeyboard('carNumber');
  await isSortedBy('carNumber', false);
  for (const column of CELLS.filter((one) => one !== 'carNumber')) {
    const isHighFirst = HIGH_FIRST.includes(column);
    await expect(head(page, column)).toHaveAccessibleName(sortBy(columns[column]));
    await byMouse(column);
    await isSortedBy(column, isHighFirst);
    await byKeyboard(column);
    await isSortedBy(column, !isHighFirst);
  }
  await byMouse('unconfirmed');
  await expect.poll(async () => (await cellsOf(page, 'carNumber'))[0]).toBe(9);
});

test('tiles show the whole field, dangers first, and are pressed as rows are', async ({
  course,
  screenOf,
}) => {
  const page = await screenOf('director');
  await button(box(page), asTiles).click();
  const tiles = box(page).locator('.car-tile');
  await expect(tiles).toHaveCount(CARS);
  expect(await tiles.first().boundingBox()).toMatchObject({ width: 44, height: 32 });

  course.car('15').say('sos');
  await sosCard(page, '15').waitFor();
  await page.mouse.move(0, 0);
  await expect(tiles.first().locator('.car-tile-number')).toHaveText('15');

  const opened = page.locator('.car-detail');
  await tiles.first().focus();
  await page.keyboard.press('Enter');
  await expect(tiles.first()).toHaveAttribute('aria-pressed', 'true');
  await expect(opened).toContainText(TEXTS.car.title('15'));
  await tiles.first().click();
  await expect(opened).toHaveCount(0);

  // The device keeps which.
  await page.reload();
  await expect(tiles).toHaveCount(CARS);
  await button(box(page), asTable).click();
  await expect(carRow(page, '1')).toBeVisible();
});

test('an SOS moves no control that somebody points at, and is first once the list is left', async ({
  course,
  screenOf,
}) => {
  const page = await screenOf('director');
  // Below where the alerts will be.
  await carRow(page, '16').hover();
  /** Where the flags, the buttons of the bar and the rows are, by their first words: lap and speed go on. */
  const places = (): Promise<Record<string, number>> =>
    page.evaluate(() => {
      const controls = document.querySelectorAll(
        '.race-flags button, .race-actions button, button.car-row, .cars-mode button, .car-heads button',
      );
      return Object.fromEntries(
        [...controls].map((control) => {
          const name = /^Car [^\s,]+/.exec(control.textContent)?.[0];
          return [name ?? control.ariaLabel ?? control.textContent, control.getBoundingClientRect().top];
        }),
      );
    });
  const before = await places();
  expect(Object.keys(before)).toEqual(expect.arrayContaining(['Car 1', 'Car 18']));
  course.car('18').say('sos');
  await expect(sosCard(page, '18')).toBeVisible();
  await expect(carRow(page, '18').locator('.car-mark-sos')).toBeVisible();
  // A list that nobody points at is sorted within 2 s.
  await page.waitForTimeout(2_500);
  const after = await places();
  // What scrolled out of the list is not drawn.
  for (const [control, top] of Object.entries(before))
    if (control in after) expect([control, after[control]]).toEqual([control, top]);
  expect(Object.keys(after)).toEqual(expect.arrayContaining(['Car 1', 'Car 18']));

  await page.mouse.move(0, 0);
  await expect.poll(async () => (await cellsOf(page, 'carNumber'))[0]).toBe(18);

  // A list that was scrolled is brought to its head for the next one.
  const list = box(page).locator('.car-list');
  await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await expect.poll(() => list.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
  course.car('24').say('sos');
  await expect.poll(() => list.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  await expect(carRow(page, '24')).toBeInViewport({ ratio: 1 });
});

test('without a link the list and the counts are grey, as the map is', async ({ course, windowOf }) => {
  const link = await openLink(course.url);
  try {
    const page = await openMap(await windowOf('director'), { ...course, url: link.url });
    const styleOf = (what: string, property: 'filter' | 'color'): Promise<string> =>
      page
        .locator(what)
        .first()
        .evaluate((element, name) => getComputedStyle(element)[name], property);
    expect(await styleOf('.race-counts', 'filter')).toBe('none');
    const lively = await styleOf('.car-row', 'color');
    expect(await count(page, 'Running')).toBeGreaterThan(0);

    link.cut();
    await expect(page.locator('.race-trouble')).toBeVisible();
    await expect.poll(() => styleOf('.race-counts', 'filter')).toMatch(/grayscale/);
    await expect.poll(() => styleOf('.car-row .car-mark', 'filter')).toMatch(/grayscale/);
    await expect.poll(() => styleOf('.car-row', 'color')).not.toBe(lively);
    // The age is that of the newest position.
    await expect(bar(page).locator('.race-connection')).toContainText(/\d+ s ago/);

    link.mend();
    await expect(page.locator('.race-trouble')).toHaveCount(0);
    await expect.poll(() => styleOf('.race-counts', 'filter')).toBe('none');
    await expect.poll(() => styleOf('.car-row', 'color')).toBe(lively);
  } finally {
    await link.remove();
  }
});
