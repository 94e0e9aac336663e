/// <reference lib="dom" />
import { TEXTS } from '@flagpost/backoffice/texts';
import { CARS, expect, openMap, test } from './shared-race.js';
import { button, count, liveMap } from './screen.js';

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
  await context.route('**/api/circuitRoutes/*', (route) => route.fulfill({ status: 500, json: {} }));
  const page = await openMap(context, course);
  const band = page.getByRole('alert').filter({ hasText: TEXTS.map.trackFailed });
  await expect(band).toBeVisible();
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

test('points of interest have the names of their kinds, on a map that fills its place whatever MapLibre missed', async ({
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
  await official.press('Enter');
  const told = page.getByRole('group', { name: 'Post 1' });
  await expect(told).toContainText(TEXTS.map.poiKinds.banderillero);
  await button(told, TEXTS.close).click();
  await expect(told).toHaveCount(0);
  const rescue = button(liveMap(page), `Post 2, ${TEXTS.map.poiKinds.rescate}`);
  const other = page.getByRole('group', { name: 'Post 2' });
  await rescue.press('Enter');
  await expect(other).toContainText(TEXTS.map.poiKinds.rescate);
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
  await expect.poll(() => count(page, 'Stopped'), { timeout: 60_000 }).toBe(CARS);
  // They send on, and their messages are still read.
  await expect(async () => {
    const [before, from] = [await counted(), messages];
    await expect.poll(() => messages - from).toBeGreaterThan(20);
    const [after, to] = [await counted(), messages];
    expect(after.drawings - before.drawings).toBe(0);
    expect(after.callbacks - before.callbacks).toBeLessThanOrEqual(to - from);
  }).toPass({ timeout: 60_000 });

  const { drawings } = await counted();
  course.car('1').stands = false;
  await expect.poll(async () => (await counted()).drawings).toBeGreaterThan(drawings);
});
