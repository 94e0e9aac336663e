import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, test, type Page } from '@playwright/test';
import { startFlagpost, type Flagpost } from '@flagpost/race-testing/flagpost';
import { feed, liveMap } from './screen.js';
import { startSession } from './session.js';

const GREY_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);
const answers: RequestListener = (_, response) => void response.end(GREY_PIXEL);
const hangs: RequestListener = () => undefined;
const knowsNone: RequestListener = (_, response) => void response.writeHead(404).end();
const showsPage: RequestListener = (_, response) => void response.end('<!doctype html><p>Log in');

const lanAddress = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

/** Cars go on from row to row and on the map. */
const expectMoving = async (page: Page): Promise<void> => {
  const rows = page.locator('button.car-row');
  const before = await rows.allTextContents();
  await expect.poll(() => rows.allTextContents()).not.toEqual(before);
  const picture = await liveMap(page).screenshot();
  await expect.poll(async () => (await liveMap(page).screenshot()).equals(picture)).toBe(false);
};

test.describe('imagery from elsewhere, on a network without TLS', () => {
  let flagpost: Flagpost;
  let elsewhere: Server;
  let asked = 0;
  let behaves = answers;
  test.skip(lanAddress === undefined, 'This machine has no address on a network.');

  test.beforeAll(async () => {
    elsewhere = createServer((request, response) => {
      asked += 1;
      behaves(request, response);
    }).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    const { port } = elsewhere.address() as AddressInfo;
    const TILE_URL = `http://127.0.0.1:${port}/{z}/{x}/{y}.png`;
    flagpost = await startFlagpost({ DEMO: 'network', HOST: '0.0.0.0', TILE_URL });
  });
  test.afterAll(async () => {
    await flagpost.remove();
    elsewhere.closeAllConnections();
    elsewhere.close();
  });

  test('cars move, flags go out and the console has no error, whatever becomes of its tiles', async ({
    page,
  }) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    const url = `http://${lanAddress}:${new URL(flagpost.url).port}`;
    await startSession(page.context(), url, 'director@flagpost.demo');
    await page.goto(`${url}/map/1`);
    await liveMap(page).waitFor({ timeout: 60_000 });
    await page.locator('.car-row').first().waitFor();

    for (const behaviour of [answers, hangs, knowsNone, showsPage]) {
      behaves = behaviour;
      const before = asked;
      // Tiles that were not seen yet; after five that hung the server rests for half a minute.
      await page.getByRole('button', { name: 'Zoom out' }).click();
      await expect.poll(() => asked, { timeout: 90_000 }).toBeGreaterThan(before);
      await expectMoving(page);
      await page.getByRole('button', { name: 'Yellow', exact: false }).first().click();
      await expect(
        feed(page)
          .getByText(/Yellow to All cars/)
          .first(),
      ).toBeVisible();
    }
    expect(faults).toEqual([]);
  });
});
