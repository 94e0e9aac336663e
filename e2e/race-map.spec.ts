import { TEXTS } from '@flagpost/backoffice/texts';
import { expect, openMap, test } from './shared-race.js';
import { button, liveMap } from './screen.js';

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

test('points of interest have the names of their kinds', async ({ screenOf }) => {
  const page = await screenOf('viewer');
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
