/// <reference lib="dom" />
import { expect, test, type Browser, type Page } from '@playwright/test';
import { TEXTS } from '@flagpost/backoffice/texts';
import type { CircuitRouteAnswer, LatLng } from '@flagpost/contracts';
import { answered, signIn, type Caller } from '@flagpost/race-testing/calls';
import { categoryIdsOf } from '@flagpost/race-testing/made-event';
import { fingersOn, type Spot } from './fingers.js';
import { loseContexts, meterGraphics } from './graphics.js';
import { startOffice, type Office } from './office.js';
import { button, notice } from './screen.js';
import { startSession } from './session.js';
import { makeEventFromNow } from './screens/organising-data.js';
import { EMAILS } from './shared-race.js';

/** The map of the track editor: whole shapes moved, two fingers, and graphics that are lost. */

const { editor } = TEXTS;

let office: Office;
let planner: Caller;
let eventId: number;

test.beforeAll(async () => {
  office = await startOffice();
  planner = await signIn(office.url, EMAILS.planner);
});
test.beforeEach(async () => {
  // Its track is a circle, whose handle is in the middle of the map.
  const categoryIds = await categoryIdsOf(planner, ['WRC']);
  eventId = await makeEventFromNow(planner, 'Giro del Lago', [240, 250], categoryIds);
});
test.afterAll(() => office.remove());

const map = (page: Page) => page.getByRole('region', { name: editor.map.region });
const raceLine = (page: Page) =>
  page.getByRole('complementary', { name: editor.panel }).getByRole('button', { name: /^Race line/ });
const middleOf = async (page: Page): Promise<Spot> => {
  const box = await map(page).boundingBox();
  if (box === null) throw new Error('no map');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};
const drawn = async (): Promise<readonly LatLng[]> =>
  (await answered<CircuitRouteAnswer>(planner, 'GET', `/circuitRoutes/${eventId}`)).track.pointsTrack[0]
    ?.Positions ?? [];

/** The editor with the race line chosen, in a window of its own. */
const choosing = async (browser: Browser, options: { hasTouch?: boolean } = {}): Promise<Page> => {
  const context = await browser.newContext({
    viewport: { width: 1180, height: 820 },
    reducedMotion: 'reduce',
    ...options,
  });
  await meterGraphics(context);
  await startSession(context, office.url, EMAILS.planner);
  const page = await context.newPage();
  await page.goto(`${office.url}/drawing/${eventId}`);
  await map(page).locator('.race-map-drawing canvas').waitFor();
  await button(page, editor.edit).click();
  await raceLine(page).click();
  await expect(raceLine(page)).toHaveAttribute('aria-pressed', 'true');
  return page;
};

/** The mouse on the handle that moves the whole line, which is near the middle: the pointer says where. */
const onHandle = async (page: Page): Promise<Spot> => {
  const { x, y } = await middleOf(page);
  for (const dy of [0, 8, -8, 16, -16, 24, -24, 32, -32]) {
    await page.mouse.move(x, y + dy);
    if ((await map(page).getAttribute('data-cursor')) === 'moves') return { x, y: y + dy };
  }
  throw new Error('The line has no handle.');
};
const dragLine = async (page: Page, dx: number, dy: number): Promise<void> => {
  const { x, y } = await onHandle(page);
  await page.mouse.down();
  await page.mouse.move(x + dx, y + dy, { steps: 4 });
  await page.mouse.up();
};

/** Between the first points of two lines, degrees. */
const shiftOf = ([from]: readonly LatLng[], [to]: readonly LatLng[]): LatLng => ({
  lat: (to?.lat ?? NaN) - (from?.lat ?? NaN),
  lng: (to?.lng ?? NaN) - (from?.lng ?? NaN),
});
const expectSaved = async (page: Page): Promise<void> => {
  await button(page, editor.save).click();
  await expect(notice(page, editor.saved)).toBeVisible();
};

test('a whole line is moved by the handle in its middle, undone and redone', async ({ browser }) => {
  const before = await drawn();
  const page = await choosing(browser);
  const length = await raceLine(page).innerText();
  await dragLine(page, 60, -40);
  await expect(page.getByText(editor.unsaved)).toBeVisible();
  await button(page, editor.undo).click();
  await expect(page.getByText(editor.unsaved)).toHaveCount(0);
  await button(page, editor.redo).click();
  await expect(raceLine(page)).toHaveText(length);
  await expectSaved(page);

  const moved = await drawn();
  const shift = shiftOf(before, moved);
  expect([Math.sign(shift.lat), Math.sign(shift.lng)]).toEqual([1, 1]);
  expect(moved).toHaveLength(before.length);
  for (const [at, point] of moved.entries()) {
    expect(point.lat - (before[at]?.lat ?? NaN)).toBeCloseTo(shift.lat, 5);
    expect(point.lng - (before[at]?.lng ?? NaN)).toBeCloseTo(shift.lng, 5);
  }
  await page.context().close();
});

test('two fingers zoom the map and leave the line as it is, also if one of them began on it', async ({
  browser,
}) => {
  const before = await drawn();
  const page = await choosing(browser, { hasTouch: true });
  const hand = await fingersOn(page);
  const scale = page.locator('.maplibregl-ctrl-scale');
  const first = await scale.innerText();
  const middle = await middleOf(page);
  const beside = (px: number): Spot => ({ ...middle, x: middle.x + px });
  await hand.pinch(middle, 60, 200);
  await expect(scale).not.toHaveText(first);
  const nearer = await scale.innerText();
  await hand.pinch(middle, 200, 60);
  await expect(scale).not.toHaveText(nearer);

  // One finger is on the handle that moves the line.
  await hand.slide(middle, beside(30));
  await expect(page.getByText(editor.unsaved)).toBeVisible();
  // By mouse: a tap right after a fling only ends the fling in Chromium.
  await button(page, editor.undo).click();
  await expect(page.getByText(editor.unsaved)).toHaveCount(0);
  await hand.pinchFrom(middle, beside(120), beside(260));
  await expect(page.getByText(editor.unsaved)).toHaveCount(0);
  expect(await drawn()).toEqual(before);
  await page.context().close();
});

test('a track goes on being drawn while the graphics are lost, and after', async ({ browser }) => {
  const page = await choosing(browser);
  const plain = page.locator('.race-map-editor-plain');
  const held = () => page.evaluate(() => window.heldContexts());
  expect(await held()).toBe(1);
  for (const isRestored of [true, false]) {
    const shown = plain.waitFor();
    await loseContexts(page, ['ground'], isRestored);
    await shown;
    await expect(plain).toHaveCount(0);
    await expect.poll(held).toBe(1);
    await expect(raceLine(page)).toHaveAttribute('aria-pressed', 'true');
  }

  // For as long as the page believes that nobody sees it, no other context is asked for.
  await page.evaluate(() =>
    Object.defineProperty(document, 'hidden', { get: () => true, configurable: true }),
  );
  await loseContexts(page, ['ground'], false);
  await plain.waitFor();
  await dragLine(page, 50, 30);
  await expect(page.getByText(editor.unsaved)).toBeVisible();
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => false });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(plain).toHaveCount(0);
  await expect(map(page).locator('.race-map-drawing canvas')).toBeVisible();
  await expect(page.getByText(editor.unsaved)).toBeVisible();
  const before = await drawn();
  await expectSaved(page);
  const { lat, lng } = shiftOf(before, await drawn());
  expect([Math.sign(lat), Math.sign(lng)]).toEqual([-1, 1]);
  await page.context().close();
});
