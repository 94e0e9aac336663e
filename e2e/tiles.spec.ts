import { createServer, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, test } from '@playwright/test';
import { FLAG_NAMES, FLAGS } from '@flagpost/contracts';
import { startFlagpost } from '../apps/standalone/src/testing/flagpost.js';
import { startScriptedRace } from '../apps/standalone/src/testing/scripted-race.js';
import { EMAILS, openMap } from './race.js';
import { count, feed, flagButton, liveMap, logIn } from './screen.js';

const CARS = 6;
/** An address by which other machines reach this one. */
const lanAddress = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

/** A grey picture of one pixel. */
const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);
const ANSWERS = {
  'a picture': (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(TILE),
  nothing: () => undefined,
  404: (response: ServerResponse) => response.writeHead(404).end('Not found'),
  'an HTML page': (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Log in to the paddock network</h1>'),
} as const;

test('by a LAN address over plain http: whatever the imagery’s server answers, cars move and the console is empty', async ({
  browser,
}) => {
  test.skip(lanAddress === undefined, 'skipped: this machine has no LAN address');
  test.setTimeout(3 * 60_000);
  let asked = 0;
  let answer: (response: ServerResponse) => unknown = ANSWERS['a picture'];
  const tiles: Server = createServer((_request, response) => {
    asked++;
    answer(response);
  });
  tiles.listen(0, '0.0.0.0');
  await once(tiles, 'listening');
  const tilesUrl = `http://${lanAddress}:${(tiles.address() as AddressInfo).port}`;
  const flagpost = await startFlagpost({
    DEMO: '1',
    HOST: '0.0.0.0',
    TILE_URL: `${tilesUrl}/{z}/{x}/{y}.png`,
  });
  const race = await startScriptedRace({ url: flagpost.url, cars: CARS, categories: ['Scripted'], speed: 1 });
  try {
    const url = flagpost.url.replace('127.0.0.1', lanAddress ?? '');
    const context = await browser.newContext();
    const faults: string[] = [];
    context.on('console', (message) => {
      if (message.type() === 'error') faults.push(`${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => faults.push(String(error.error())));
    const entrance = await context.newPage();
    await logIn(entrance, url, EMAILS.director);
    await entrance.close();

    for (const [name, next] of Object.entries(ANSWERS)) {
      answer = next;
      const before = asked;
      const page = await openMap(context, { url, eventId: race.eventId });
      // A server that did not answer is left alone for half a minute.
      await expect
        .poll(() => asked, { message: `tiles are asked for that get ${name}`, timeout: 40_000 })
        .toBeGreaterThan(before);
      await expect.poll(() => count(page, 'Running')).toBe(CARS);
      const picture = await liveMap(page).screenshot();
      await expect
        .poll(async () => (await liveMap(page).screenshot()).equals(picture), `cars move over ${name}`)
        .toBe(false);
      // No flag waits behind a tile that hangs.
      await flagButton(page, FLAG_NAMES[FLAGS.white]).click();
      await expect(
        feed(page)
          .getByText(/^White to All cars, \d of/)
          .first(),
      ).toBeVisible();
      await page.close();
    }
    expect(faults).toEqual([]);
  } finally {
    race.stop();
    await flagpost.remove();
    tiles.closeAllConnections();
    tiles.close();
  }
});
