import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { FLAGS, type TimersAnswer } from '@flagpost/contracts';
import { TEXTS } from '@flagpost/backoffice/texts';
import { countPixels, token } from './pixels.js';
import { CARS, CATEGORIES, expect, test } from './shared-race.js';
import {
  bar,
  button,
  carLines,
  carRow,
  dialog,
  feed,
  flagButton,
  notice,
  panel,
  sosCard,
  unfold,
} from './screen.js';

test('categories: all is every one, one less ends it, the last one brings it back', async ({ screenOf }) => {
  const page = await screenOf('viewer');
  await unfold(page, TEXTS.panels.categories);
  const categories = panel(page, TEXTS.panels.categories);
  const box = (name: string): Locator => categories.getByRole('checkbox', { name, exact: true });
  const shown = (total: number): Locator => page.getByText(TEXTS.panels.offline(0, total), { exact: true });
  const [first, ...others] = CATEGORIES;
  const eighth = CARS / CATEGORIES.length;

  for (const name of [TEXTS.panels.all, ...CATEGORIES]) await expect(box(name)).toBeChecked();
  // What is longer than 400 px scrolls.
  await expect(categories.locator('.panel-scroll')).toHaveCSS('max-height', '400px');
  await expect(shown(CARS)).toBeVisible();

  await box(first).click();
  await expect(box(TEXTS.panels.all)).not.toBeChecked();
  await expect(shown(CARS - eighth)).toBeVisible();
  await expect(carRow(page, '1')).toHaveCount(0);
  await expect(carRow(page, '2')).toBeVisible();

  await box(first).click();
  await expect(box(TEXTS.panels.all)).toBeChecked();

  await box(TEXTS.panels.all).click();
  for (const name of CATEGORIES) await expect(box(name)).not.toBeChecked();
  await expect(panel(page, TEXTS.panels.cars)).toContainText(TEXTS.panels.noCars);

  for (const name of others) await box(name).click();
  await expect(box(TEXTS.panels.all)).not.toBeChecked();
  await box(first).click();
  await expect(box(TEXTS.panels.all)).toBeChecked();
  await expect(shown(CARS)).toBeVisible();
});

test('the counts of the bar narrow the cars box to a state', async ({ course, screenOf }) => {
  const page = await screenOf('viewer');
  course.car('2').stands = true;
  course.car('4').say('sos');
  const stopped = bar(page).getByRole('button', { name: TEXTS.race.counts.stopped });
  await expect(stopped).toContainText('1');
  await stopped.click();
  await expect(carRow(page, '2')).toBeVisible();
  await expect(carRow(page, '1')).toHaveCount(0);

  await bar(page).getByRole('button', { name: TEXTS.race.counts.sos }).click();
  await expect(carRow(page, '4')).toBeVisible();
  await expect(carRow(page, '2')).toHaveCount(0);
  await button(page, TEXTS.panels.showAll).click();
  await expect(carRow(page, '1')).toBeVisible();
});

test('points of interest are shown and hidden by one button', async ({ screenOf }) => {
  const page = await screenOf('viewer');
  await button(page, TEXTS.race.showPois).click();
  await button(page, TEXTS.race.hidePois).click();
  await expect(button(page, TEXTS.race.showPois)).toBeVisible();
});

test('resetting the laps asks first, and counts from nothing', async ({ screenOf }) => {
  const page = await screenOf('director');
  const ask = async (answer: string): Promise<void> => {
    await button(page, TEXTS.race.resetLaps).click();
    await expect(dialog(page)).toContainText(TEXTS.laps.resetTitle);
    await expect(dialog(page)).toContainText(TEXTS.laps.resetQuestion);
    await button(dialog(page), answer).click();
  };
  const leaderLap = async (): Promise<number> => Math.max(...(await carLines(page)).map(({ lap }) => lap));
  await expect.poll(leaderLap).toBeGreaterThan(1);
  const before = await leaderLap();
  await ask(TEXTS.cancel);
  expect(await leaderLap()).toBeGreaterThanOrEqual(before);

  await ask(TEXTS.laps.reset);
  await expect(notice(page, TEXTS.laps.done)).toBeVisible();
  await expect(feed(page).getByText(TEXTS.feed.lapsReset, { exact: true })).toBeVisible();
  await expect.poll(leaderLap).toBeLessThan(2);
  await expect.poll(async () => (await carLines(page))[0]?.lap).toBe(1);
});

test('a snapshot is a picture with the cars, the points and the list of cars', async ({
  course,
  screenOf,
}) => {
  const page = await screenOf('director');
  await flagButton(page, TEXTS.flags.names[FLAGS.yellow]).click();
  await expect(bar(page).getByText(TEXTS.flags.names[FLAGS.yellow], { exact: true })).toBeVisible();
  course.car('7').say('sos');
  await expect(sosCard(page, '7')).toBeVisible();

  await button(page, TEXTS.snapshot.open).click();
  await expect(dialog(page)).toContainText(TEXTS.snapshot.title);
  const downloading = page.waitForEvent('download');
  await button(dialog(page), TEXTS.snapshot.download).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('snapshot.png');
  const png = await readFile(await download.path());

  // The race is 600 by 600, and the list is to its right: a head and one line of 20 pixels for each car.
  const race = { x: 0, y: 0, width: 600, height: 600 };
  const line = (index: number) => ({ x: 616, y: 92 + index * 20, width: 300, height: 20 });
  const lines = Array.from({ length: CARS }, (_, index) => line(index));
  const colour = async (name: string): Promise<string> => token(page, name);

  const [yellow] = await countPixels(page, png, await colour('--race-yellow'), [race]);
  const [red] = await countPixels(page, png, await colour('--race-red'), [race]);
  // A car is a disc of some hundred pixels.
  expect(yellow).toBeGreaterThan((CARS - 1) * 60);
  expect(red).toBeGreaterThan(100);
  const written = await countPixels(page, png, await colour('--text'), [
    { x: 616, y: 0, width: 300, height: 56 },
    ...lines,
  ]);
  expect(written[0]).toBeGreaterThan(200);
  for (const ink of written.slice(1)) expect(ink).toBeGreaterThan(40);
  await button(dialog(page).locator('.p-dialog-footer'), TEXTS.close).click();
});

test('a viewer keeps a snapshot with the event, whose page lists it and downloads the same picture', async ({
  course,
  screenOf,
}) => {
  const page = await screenOf('viewer');
  await button(page, TEXTS.snapshot.open).click();
  await button(dialog(page), TEXTS.snapshot.keep).click();
  await expect(button(dialog(page), TEXTS.snapshot.kept)).toBeDisabled();
  const { width, height } = await dialog(page)
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => ({ width: canvas.width, height: canvas.height }));

  const words = TEXTS.event.pictures;
  await page.goto(`${course.url}/event/${course.eventId}`);
  await button(page, words.title).click();
  const row = dialog(page).getByRole('row').nth(1);
  await expect(row).toContainText(/\d{2}:\d{2}/);
  const [kept] = await Promise.all([page.waitForEvent('download'), row.getByRole('button').click()]);
  expect(kept.suggestedFilename()).toBe('snapshot.png');
  const { info } = await sharp(await readFile(await kept.path())).toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ format: 'png', width, height });
});

test('an SOS that arrives closes the snapshot, which a viewer takes too', async ({ course, screenOf }) => {
  const page = await screenOf('viewer');
  await button(page, TEXTS.snapshot.open).click();
  await expect(button(dialog(page), TEXTS.snapshot.download)).toBeEnabled();
  course.car('7').say('sos');
  await expect(dialog(page)).toHaveCount(0);
  await expect(sosCard(page, '7')).toBeVisible();
});

test('the feed is narrowed to its flags, and a call for help stays in it', async ({ course, screenOf }) => {
  const page = await screenOf('director');
  const filter = (name: keyof typeof TEXTS.feed.filters) => button(feed(page), TEXTS.feed.filters[name]);
  const reset = feed(page).getByText(TEXTS.feed.lapsReset);
  await course.director.call('POST', '/flagRecords', { EventId: course.eventId, StateId: FLAGS.white });
  course.car('7').say('sos');
  const flag = feed(page)
    .getByText(/^White to All cars/)
    .first();
  const sos = feed(page).getByText(TEXTS.feed.sos('7')).first();
  await expect(flag).toBeVisible();
  await expect(sos).toBeVisible();
  await filter('flags').click();
  await expect(filter('flags')).toHaveAttribute('aria-pressed', 'true');
  await expect(flag).toBeVisible();
  await expect(sos).toBeVisible();
  await expect(reset).toHaveCount(0);
  await filter('laps').click();
  await expect(flag).toHaveCount(0);
  await expect(sos).toBeVisible();
  await filter('all').click();
  await expect(flag).toBeVisible();
});

test('timers are the same on every screen and survive a reload', async ({ screenOf }) => {
  const page = await screenOf('director');
  const other = await screenOf('viewer');
  const title = 'Pit window';
  const words = TEXTS.timers;
  const face = (screen: Page): Locator =>
    panel(screen, words.panel).getByRole('listitem').filter({ hasText: title }).getByRole('time');
  const screens = [page, other];
  for (const screen of screens) await unfold(screen, words.panel);

  await page.getByLabel(words.title).fill(title);
  await page.keyboard.press('Enter');
  for (const screen of screens) await expect(face(screen)).toHaveText('00:00:00');
  await button(page, words.start(title)).click();
  for (const screen of screens) await expect(face(screen)).toHaveText(/^00:00:0[1-9]$/);
  await expect(other.getByRole('button', { name: words.pause(title) })).toHaveCount(0);

  await button(page, words.pause(title)).click();
  await expect(button(page, words.resume(title))).toBeVisible();
  const paused = await face(page).innerText();
  await page.reload();
  for (const screen of screens) await expect(face(screen)).toHaveText(paused);

  await button(page, words.resume(title)).click();
  for (const screen of screens) await expect(face(screen)).not.toHaveText(paused);
  await button(page, words.stop(title)).click();
  for (const screen of screens) await expect(face(screen)).toHaveText('00:00:00');

  await button(page, words.remove(title)).click();
  await expect(dialog(page)).toContainText(words.removeQuestion(title));
  await button(dialog(page), words.removeYes).click();
  for (const screen of screens) await expect(panel(screen, words.panel)).toContainText(words.empty);
});

test('a timer is pinned to the bar of one browser, and unpinned there', async ({ course, screenOf }) => {
  const words = TEXTS.timers;
  const titles = ['Pit window', 'Neutralisation after the accident at bend 3'] as const;
  for (const Title of titles) {
    const body = { EventId: course.eventId, Title };
    expect((await course.director.call('POST', '/timers', body)).status).toBe(201);
  }
  const page = await screenOf('viewer');
  const pinned = bar(page).locator('.pinned-timer');
  await unfold(page, words.panel);
  await button(page, words.pin(titles[0])).press('Enter');
  await expect(pinned).toContainText(titles[0]);
  await button(page, words.pin(titles[1])).press('Enter');
  await expect(pinned).toHaveCount(1);
  await expect(pinned).toContainText('00:00:00');

  const { timers } = (await course.director.call<TimersAnswer>('GET', `/events/timers/${course.eventId}`))
    .body;
  await course.director.call('PUT', `/timers/${timers.at(-1)!.TimerId}/start`);
  await expect(pinned).toContainText(/00:00:0[1-9]/);
  await page.reload();
  await expect(pinned).toContainText(titles[1]);
  for (const width of [1_440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const { height } = (await bar(page).boundingBox())!;
    expect(height).toBeLessThan(width < 768 ? 94 : 58);
    const { x, width: its } = (await pinned.boundingBox())!;
    expect(x + its).toBeLessThan(width);
  }
  await pinned.press('Enter');
  await expect(pinned).toHaveCount(0);
});
