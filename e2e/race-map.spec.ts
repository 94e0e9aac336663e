/// <reference lib="dom" />
import type { Locator } from '@playwright/test';
import { TEXTS } from '@flagpost/backoffice/texts';
import type { DriverPosition } from '@flagpost/contracts';
import { roundCourse } from '@flagpost/race-testing/round-course';
import { localPlane } from '@flagpost/telemetry';
import { axeFaults } from './axe.js';
import { CARS, expect, openMap, test } from './shared-race.js';
import { button, carRow, count, liveMap } from './screen.js';

/** The length of the round course. */
const COURSE_M = 6_000;

interface Counted {
  /** Calls that draw with WebGL. */
  drawings: number;
  /** Callbacks of frames. */
  callbacks: number;
}

declare global {
  interface Window {
    counted: Counted;
  }
}

/** Runs in the page before its own code. */
const countDrawings = (): void => {
  const counted: Counted = { drawings: 0, callbacks: 0 };
  window.counted = counted;
  const ask = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (draw) =>
    ask((at) => {
      counted.callbacks += 1;
      draw(at);
    });
  const { prototype } = WebGL2RenderingContext;
  for (const name of [
    'drawArrays',
    'drawArraysInstanced',
    'drawElements',
    'drawElementsInstanced',
  ] as const) {
    const draw: (...values: number[]) => void = prototype[name];
    prototype[name] = function (this: WebGL2RenderingContext, ...values: number[]) {
      counted.drawings += 1;
      draw.apply(this, values);
    };
  }
};

test('a track that cannot be loaded is said, and asked for again', async ({ course, windowOf }) => {
  const context = await windowOf('viewer');
  let failures = 0;
  await context.route('**/api/circuitRoutes/*', (route) => {
    failures += 1;
    return route.fulfill({ status: 500, json: {} });
  });
  const page = await openMap(context, course);
  const band = page.getByRole('alert').filter({ hasText: TEXTS.map.trackFailed });
  await expect(band).toBeVisible();
  // With the page, once more with its connection, and by parts that are shown later; then no more by itself.
  let known = 0;
  const isStill = (): boolean => {
    const before = known;
    known = failures;
    return known > 1 && known === before;
  };
  await expect.poll(isStill, { intervals: [2_000] }).toBe(true);
  await context.unroute('**/api/circuitRoutes/*');
  await button(band, TEXTS.retry).click();
  await expect(band).toBeHidden();
});

/** Runs in the page before its own code: the first observer of the map's element, which is MapLibre's own, is told nothing. */
const deafenMapLibre = (): void => {
  let isDeaf = false;
  window.ResizeObserver = class extends window.ResizeObserver {
    override observe(element: Element, options?: ResizeObserverOptions): void {
      if (!isDeaf && element.matches('.maplibregl-map')) isDeaf = true;
      else super.observe(element, options);
    }
  };
};

test('points of interest have the names of their kinds, on a map that fills its place whatever MapLibre missed, refits and follows', async ({
  course,
  windowOf,
}) => {
  const context = await windowOf('viewer');
  await context.addInitScript(deafenMapLibre);
  const page = await openMap(context, course);
  const boxOf = (name: string) => page.locator(name).boundingBox();
  await page.setViewportSize({ width: 1440, height: 800 });
  await expect.poll(async () => (await boxOf('.maplibregl-map'))?.height).toBe(564);
  await expect.poll(() => boxOf('.maplibregl-canvas')).toEqual(await boxOf('.maplibregl-map'));

  await button(page, TEXTS.race.showPois).click();
  const official = button(liveMap(page), `Post 1, ${TEXTS.map.poiKinds.banderillero}`);
  await expect(official).toHaveAttribute('title', `Post 1, ${TEXTS.map.poiKinds.banderillero}`);
  expect(await axeFaults(page)).toEqual([]);
  await official.press('Enter');
  const told = page.getByRole('group', { name: 'Post 1' });
  await expect(told).toContainText(TEXTS.map.poiKinds.banderillero);
  await button(told, TEXTS.close).click();
  await expect(told).toHaveCount(0);
  const rescue = button(liveMap(page), `Post 2, ${TEXTS.map.poiKinds.rescate}`);
  const other = page.getByRole('group', { name: 'Post 2' });
  await rescue.press('Enter');
  await expect(other).toContainText(TEXTS.map.poiKinds.rescate);

  // The posts are in the east and the west of the round course: they tell what the map shows.
  const middleOf = async (mark: Locator) => {
    const { x, y, width, height } = (await mark.boundingBox())!;
    return { x: x + width / 2, y: y + height / 2 };
  };
  /** The course, by its middle from that of the map and by its width; the map; pixels. */
  const shown = async () => {
    const [east, west, map] = [
      await middleOf(official),
      await middleOf(rescue),
      (await boxOf('.maplibregl-map'))!,
    ];
    return {
      fromMiddle: Math.hypot(
        (east.x + west.x - map.width) / 2 - map.x,
        (east.y + west.y - map.height) / 2 - map.y,
      ),
      wide: east.x - west.x,
      map,
    };
  };
  /** Room beside the course: 56 px, less on a small map. */
  const isFitted = async () => {
    const { fromMiddle, wide, map } = await shown();
    const spare = Math.min(map.width, map.height) - wide;
    return fromMiddle < 3 && spare > 2 * 40 && spare < 2 * 60;
  };
  await expect.poll(isFitted).toBe(true);
  const before = await shown();
  await button(page, TEXTS.menu.close).click();
  await expect.poll(async () => (await shown()).map.width).toBe(before.map.width + 240);
  await expect.poll(isFitted).toBe(true);
  await page.setViewportSize({ width: 1440, height: 700 });
  await expect.poll(async () => (await shown()).map.height).toBe(before.map.height - 100);
  await expect.poll(isFitted).toBe(true);
  await button(page, TEXTS.menu.open).click();

  // A car that is followed stays in sight, however near.
  const car = course.car('1');
  car.stands = true;
  await expect.poll(() => count(page, 'Stopped')).toBe(1);
  await carRow(page, '1').click();
  const follow = button(page, TEXTS.car.follow);
  await follow.click();
  const { wide } = await shown();
  for (let times = 2; times <= 16; times *= 2) {
    await button(page, TEXTS.map.zoomIn).click();
    await expect.poll(async () => (await shown()).wide / wide).toBeCloseTo(times, 1);
  }
  const path = `/positionRecords/event/${course.eventId}/999`;
  const { body } = await course.director.call<DriverPosition[]>('GET', path);
  const { Lat, Lng } = body.find(({ CarNumber }) => CarNumber === '1')!;
  const round = roundCourse(COURSE_M);
  const [eastAt, westAt] = [round.placeAt(COURSE_M / 4), round.placeAt((3 * COURSE_M) / 4)];
  const { metresPerLat, metresPerLng } = localPlane(eastAt.lat, eastAt.lng);
  const [east, near] = [await middleOf(official), await shown()];
  const pxPerM = near.wide / ((eastAt.lng - westAt.lng) * metresPerLng);
  const at = {
    x: east.x - near.map.x + (Lng! - eastAt.lng) * metresPerLng * pxPerM,
    y: east.y - near.map.y - (Lat! - eastAt.lat) * metresPerLat * pxPerM,
  };
  for (const [px, of] of [
    [at.x, near.map.width],
    [at.y, near.map.height],
  ] as const)
    expect(Math.abs(px / of - 0.5)).toBeLessThan(0.4);
  await button(page, TEXTS.map.fit).click();
  await expect(follow).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(isFitted).toBe(true);
});

test('nothing is drawn while no car moves, and no frame is asked for but by a message', async ({
  course,
  windowOf,
}) => {
  const context = await windowOf('viewer', { colorScheme: 'light', reducedMotion: 'no-preference' });
  await context.addInitScript(countDrawings);
  let messages = 0;
  context.on('page', (opened) =>
    opened.on('websocket', (socket) => socket.on('framereceived', () => (messages += 1))),
  );
  const page = await openMap(context, course);
  const counted = (): Promise<Counted> => page.evaluate(() => ({ ...window.counted }));
  for (const car of course.cars) car.stands = true;
  await expect.poll(() => count(page, 'Stopped')).toBe(CARS);
  // They send on, and their messages are still read.
  await expect(async () => {
    const [before, from] = [await counted(), messages];
    await expect.poll(() => messages - from).toBeGreaterThan(8);
    const [after, to] = [await counted(), messages];
    expect(after.drawings - before.drawings).toBe(0);
    expect(after.callbacks - before.callbacks).toBeLessThanOrEqual(to - from);
  }).toPass({ timeout: 60_000 });

  const { drawings } = await counted();
  course.car('1').stands = false;
  await expect.poll(async () => (await counted()).drawings).toBeGreaterThan(drawings);
});
