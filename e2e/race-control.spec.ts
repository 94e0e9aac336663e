import { expect, test, type Page } from '@playwright/test';
import type { FlagRow, LiveNowItem } from '@flagpost/contracts';
import { signIn, type Caller } from '../apps/standalone/src/testing/calls.js';
import { startFlagpost, type Flagpost } from '../apps/standalone/src/testing/flagpost.js';
import { feed, liveMap, logIn } from './screen.js';

const MINUTE = 60_000;

/** What a clerk of course does with hands and keys, seen on a second screen. */
test.describe.serial('race control', () => {
  let flagpost: Flagpost;
  let page: Page;
  let director: Caller;
  let eventId: number;

  const sent = async (): Promise<number[]> =>
    (await director.call<FlagRow[]>('GET', `/events/flags/${eventId}`)).body.map(({ StateId }) => StateId);
  const timer = (screen: Page, title: string) => screen.locator('.timer', { hasText: title });

  test.beforeAll(async ({ browser }) => {
    flagpost = await startFlagpost({ DEMO: '1', TILE_URL: 'none' });
    director = await signIn(flagpost.url, 'director@flagpost.demo');
    await expect
      .poll(
        async () => {
          const live = await director.call<LiveNowItem[]>('GET', '/events/liveNow/1');
          eventId = live.body[0]?.EventId ?? 0;
          return eventId;
        },
        { timeout: MINUTE },
      )
      .toBeGreaterThan(0);
    page = await browser.newPage();
    await logIn(page, flagpost.url, 'director@flagpost.demo');
    await page.goto(`${flagpost.url}/map/${eventId}`);
    await liveMap(page).waitFor();
    await page.locator('.car-row').nth(5).waitFor();
  });
  test.afterAll(async () => {
    await page.close();
    await flagpost.remove();
  });

  test('a key only arms a flag: Escape disarms it, Enter sends it', async () => {
    await page.locator('body').press('y');
    await expect(page.getByText('Enter sends', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Enter sends', { exact: true })).toBeHidden();
    expect(await sent()).toEqual([]);

    await page.keyboard.press('y');
    await page.keyboard.press('Enter');
    await expect(feed(page).getByText(/^Yellow to All cars, \d+ of/)).toBeVisible();
    await expect.poll(sent).toEqual([806]);
  });

  test('the safety car is counted down, with a way out', async () => {
    await page.getByRole('button', { name: 'S/C' }).click();
    const countDown = page.getByRole('timer').and(page.locator('.count-down'));
    await expect(countDown).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(countDown).toBeHidden();
    expect(await sent()).toEqual([806]);

    await page.getByRole('button', { name: 'S/C' }).click();
    await expect(countDown.locator('strong')).not.toHaveText('7');
    await expect(feed(page).getByText(/^S\/C to All cars, \d+ of/)).toBeVisible({ timeout: MINUTE });
    await expect.poll(sent).toEqual([802, 806]);
  });

  test('a penalty goes to one driver only', async () => {
    const rows = page.locator('button.car-row');
    await rows.nth(0).click();
    await rows.nth(1).click();
    await page.getByRole('button', { name: 'Penalty' }).click();
    await expect(page.getByText('Cannot send more than one pilot at a time').first()).toBeVisible();
    expect(await sent()).toEqual([802, 806]);

    await rows.nth(1).click();
    await page.getByRole('button', { name: 'Penalty' }).click();
    await expect(feed(page).getByText(/^Penalty to Car .*\d+ of/)).toBeVisible();
    await expect.poll(sent).toEqual([805, 802, 806]);
  });

  test('timers are the same on every screen and survive a reload', async ({ browser }) => {
    const other = await browser.newPage();
    await logIn(other, flagpost.url, 'viewer@flagpost.demo');
    await other.goto(`${flagpost.url}/map/${eventId}`);

    await page.getByLabel('Title of a new timer').fill('Pit window');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Start Pit window' }).click();
    for (const screen of [page, other]) {
      await expect(timer(screen, 'Pit window').locator('time')).not.toHaveText('00:00:00', {
        timeout: 20_000,
      });
    }
    await expect(other.getByRole('button', { name: 'Pause Pit window' })).toHaveCount(0);

    await page.getByRole('button', { name: 'Pause Pit window' }).click();
    const paused = await timer(page, 'Pit window').locator('time').innerText();
    await page.reload();
    await expect(timer(page, 'Pit window').locator('time')).toHaveText(paused);
    await expect(timer(other, 'Pit window').locator('time')).toHaveText(paused);

    await page.getByRole('button', { name: /^Stop Pit window/ }).click();
    await expect(timer(other, 'Pit window').locator('time')).toHaveText('00:00:00');
    await other.close();
  });
});
