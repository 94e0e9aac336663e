import { expect, test, type Locator, type Page } from '@playwright/test';
import type { CircuitRouteAnswer, LapRow } from '@flagpost/contracts';
import { TEXTS } from '@flagpost/backoffice/texts';
import { answered, signIn, type Caller } from '@flagpost/race-testing/calls';
import { categoryIdsOf, enterAndPublish, makeEvent, numbered } from '@flagpost/race-testing/made-event';
import { roundCourse } from '@flagpost/race-testing/round-course';
import { distanceM } from '@flagpost/telemetry';
import { expectAccessible } from './axe.js';
import { startOffice, type Office } from './office.js';
import { button, dialog } from './screen.js';
import { startSession } from './session.js';

const PLANNER = 'planner@flagpost.demo';
const HOUR_MS = 3_600_000;
const MPS = 40;
const course = roundCourse(2_000);
const { trackDrive: words, editor } = TEXTS;

let office: Office;
let planner: Caller;
let categoryIds: readonly number[];

test.beforeAll(async () => {
  office = await startOffice();
  planner = await signIn(office.url, PLANNER);
  categoryIds = await categoryIdsOf(planner, ['WRC']);
});
test.afterAll(() => office.remove());

const newEvent = (name: string, startsAt: number): Promise<number> =>
  makeEvent(planner, { name, startsAt, finishesAt: startsAt + 5 * HOUR_MS, categoryIds, course });

/** An event that runs, in which one car has driven three laps until now. */
const drivenEvent = async (): Promise<number> => {
  const eventId = await newEvent('Test day', Date.now() - HOUR_MS);
  const [car] = await enterAndPublish(planner, eventId, categoryIds, [numbered(0)]);
  const seconds = Math.round((3.2 * course.lengthM) / MPS);
  const began = Date.now() - seconds * 1_000;
  const fixes = Array.from({ length: seconds }, (_, second) => ({
    t: began + second * 1_000,
    ...course.placeAt(second * MPS - 200),
  }));
  const body = fixes.map((fix) => `${JSON.stringify(fix)}\n`).join('');
  expect((await fetch(car?.doors.positions ?? '', { method: 'POST', body })).status).toBe(200);
  await expect
    .poll(async () => (await answered<LapRow[]>(planner, 'GET', `/events/laps/${eventId}`)).length)
    .toBeGreaterThan(1);
  return eventId;
};
const gpx = (laps: number): string => {
  const points = Array.from({ length: Math.round((laps * course.lengthM) / MPS) }, (_, second) => {
    const { lat, lng } = course.placeAt(second * MPS);
    return `<trkpt lat="${lat}" lon="${lng}"></trkpt>`;
  });
  return `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Round</name><trkseg>${points.join('')}</trkseg></trk></gpx>`;
};

const openDialog = async (page: Page, eventId: number): Promise<void> => {
  await startSession(page.context(), office.url, PLANNER);
  await page.goto(`${office.url}/drawing/${eventId}`);
  await button(page, words.title).click();
  await dialog(page).waitFor();
};
const preview = (page: Page): Locator =>
  dialog(page).getByRole('region', { name: words.preview, exact: true });
const drawn = (eventId: number): Promise<CircuitRouteAnswer> =>
  answered(planner, 'GET', `/circuitRoutes/${eventId}`);

test('laps of a car from the history become the track of another event', async ({ page }) => {
  await drivenEvent();
  const eventId = await newEvent('Race', Date.now() + 24 * HOUR_MS);
  const before = await drawn(eventId);
  await openDialog(page, eventId);
  await expect(dialog(page).getByRole('combobox', { name: words.event })).toContainText('Test day');
  await expectAccessible(page);
  // What was received in the last second may not be stored yet.
  await expect(async () => {
    await button(dialog(page), words.show).click();
    await expect(preview(page)).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await expect(preview(page)).toContainText('2.00 km');
  await expectAccessible(page);
  await button(dialog(page), words.use).click();
  await expect(dialog(page)).toHaveCount(0);
  await button(page, editor.save).click();
  await expect.poll(async () => (await drawn(eventId)).revision).toBeGreaterThan(before.revision);
  const { track } = await drawn(eventId);
  expect(track.pointsTrack).toHaveLength(2);
  const line = track.pointsTrack[1]?.Positions ?? [];
  expect(line.at(-1)).toEqual(line[0]);
  expect(track.pointsMetaFinish).toEqual(line[0]);
  // Within 1 m of the circle that was driven.
  const radiusM = course.lengthM / (2 * Math.PI);
  const [north, south] = [course.placeAt(0), course.placeAt(course.lengthM / 2)];
  const middle = { lat: (north.lat + south.lat) / 2, lng: north.lng };
  for (const { lat, lng } of line)
    expect(Math.abs(distanceM(lat, lng, middle.lat, middle.lng) - radiusM)).toBeLessThan(1);
});

test('a GPX of somebody who drives round becomes a closed track, on a phone', async ({ browser }) => {
  const page = await (
    await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  ).newPage();
  const eventId = await newEvent('Race', Date.now() + 24 * HOUR_MS);
  await openDialog(page, eventId);
  // The dialog moves as it grows by what it has read: a press may miss the tab.
  const tab = dialog(page).getByRole('tab', { name: words.sources.file });
  await expect(async () => {
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true', { timeout: 1_000 });
  }).toPass();
  const asked = page.waitForEvent('filechooser');
  await button(dialog(page), TEXTS.trackImport.choose).click();
  await (
    await asked
  ).setFiles({ name: 'round.gpx', mimeType: 'application/gpx+xml', buffer: Buffer.from(gpx(2.5)) });
  await expect(preview(page)).toContainText(words.circuit(2));
  await expectAccessible(page);
  await button(dialog(page), words.use).click();
  await expect(dialog(page)).toHaveCount(0);
  await page.context().close();
});
