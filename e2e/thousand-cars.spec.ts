/// <reference lib="dom" />
import { expect, test } from '@playwright/test';
import { FLAGS } from '@flagpost/contracts';
import { TEXTS } from '@flagpost/backoffice/texts';
import { signIn } from '@flagpost/race-testing/calls';
import { startFlagpost } from '@flagpost/race-testing/flagpost';
import { startScriptedRace } from '@flagpost/race-testing/scripted-race';
import { EMAILS, openMap } from './shared-race.js';
import { button, count, dialog, feed, flagButton, liveMap, panel, receivers } from './screen.js';
import { startSession } from './session.js';
import { closeContexts } from './contexts.js';
import { WHOLE_PIXELS } from './pixels.js';

test.use(WHOLE_PIXELS);

const CARS = 1_000;
const WATCHED_MS = 10_000;
const LONG_FRAME_MS = 50;

/** The intervals between frames within so many milliseconds. */
const framesOf = (forMs: number): Promise<number[]> =>
  new Promise((resolve) => {
    const began = performance.now();
    const gaps: number[] = [];
    let before = began;
    const look = (now: number): void => {
      gaps.push(now - before);
      before = now;
      if (now - began < forMs) requestAnimationFrame(look);
      else resolve(gaps);
    };
    requestAnimationFrame(look);
  });

test.afterAll(closeContexts);

test('a thousand cars at 1 Hz: the map stays usable; the times of its frames are printed', async ({
  browser,
}) => {
  const flagpost = await startFlagpost({ DEMO_RACE: '0', TILE_URL: 'none' });
  const race = await startScriptedRace({
    url: flagpost.url,
    cars: CARS,
    showsOrders: false,
    categories: ['Scripted'],
    speed: 1,
  });
  try {
    const context = await browser.newContext();
    await startSession(context, flagpost.url, EMAILS.director);
    const page = await openMap(context, { url: flagpost.url, eventId: race.eventId });
    await expect(panel(page, new RegExp(`^Offline cars \\d+/${CARS}$`))).toBeVisible();
    // On a machine that has other work, some of a thousand phones come late.
    await expect.poll(() => count(page, 'Running'), { timeout: 120_000 }).toBeGreaterThan(CARS / 2);
    const running = await count(page, 'Running');

    // Cars slide while they are watched alone: by software that is most of what drawing costs.
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const gaps = (await page.evaluate(framesOf, WATCHED_MS)).sort((a, b) => a - b);
    const at = (share: number): string => (gaps[Math.floor(gaps.length * share)] ?? 0).toFixed(1);
    const long = gaps.filter((gap) => gap > LONG_FRAME_MS).length;
    console.log(
      `1,000 cars, ${running} of them running, frames of ${WATCHED_MS / 1_000} s: ${gaps.length}; p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, ` +
        `p99 ${at(0.99)} ms, longest ${at(1 - 1 / gaps.length)} ms; ${long} longer than ${LONG_FRAME_MS} ms`,
    );

    await page.emulateMedia({ reducedMotion: 'reduce' });

    // A press on the map shows the one car that is there, or lists those that are.
    const box = (await liveMap(page).boundingBox())!;
    const pressed = panel(page, /^Car \d+$/);
    let tries = 0;
    await expect(async () => {
      // Somewhere here the course passes through the north.
      const share = 0.06 + 0.02 * (tries++ % 6);
      await page.mouse.click(box.x + box.width / 2, box.y + box.height * share);
      await expect(pressed.or(dialog(page))).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 30_000 });
    if (await dialog(page).isVisible())
      await dialog(page).getByRole('listitem').first().getByRole('button').click();
    await expect(receivers(page)).toHaveText(TEXTS.flags.allCars);
    await button(pressed, TEXTS.car.sendTo).click();
    await expect(receivers(page)).toHaveText(/^Car \d+$/);

    const search = panel(page, TEXTS.panels.cars).getByRole('searchbox');
    await search.fill('777');
    await search.press('Enter');
    await expect(panel(page, TEXTS.car.title('777'))).toBeVisible();

    /** On a machine too slow to answer within 3 s, 'Not sent' is shown: then once more, under the same key. */
    const send = async (flag: string, line: RegExp): Promise<void> => {
      const retry = button(feed(page), TEXTS.retry);
      await flagButton(page, flag).click();
      await expect(async () => {
        if (await retry.isVisible()) await retry.click();
        await expect(feed(page).getByText(line)).toBeVisible({ timeout: 5_000 });
      }).toPass({ timeout: 60_000 });
    };
    await send(TEXTS.flags.names[FLAGS.warning], /^Warning to Car \d+, \d of 1/);
    await send(TEXTS.flags.names[FLAGS.yellow], /^Yellow to All cars[,:] \d+/);
    const director = await signIn(flagpost.url, EMAILS.director);
    expect((await director.call<unknown[]>('GET', `/events/flags/${race.eventId}`)).body).toHaveLength(2);
  } finally {
    race.stop();
    await flagpost.remove();
  }
});
