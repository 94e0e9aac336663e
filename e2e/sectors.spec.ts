import type { SectorRow } from '@flagpost/contracts';
import { TEXTS } from '@flagpost/backoffice/texts';
import { answered, signIn, type Caller } from '@flagpost/race-testing/calls';
import { categoryIdsOf, enterAndPublish, makeEvent } from '@flagpost/race-testing/made-event';
import { roundCourse } from '@flagpost/race-testing/round-course';
import { sectorPicture } from '@flagpost/simulator';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { axeFaults, expectAccessible } from './axe.js';
import { startOffice, type Office } from './office.js';
import { button, liveMap, notice } from './screen.js';
import { startSession } from './session.js';
import { EMAILS } from './shared-race.js';
import { closeContexts } from './contexts.js';

/** The sectors and stages of one event: each part begins where the last ended. */
test.afterAll(closeContexts);

test.describe.configure({ mode: 'serial' });

const HOUR_MS = 3_600_000;
const NAME = 'Ronde Val Bormida';
const course = roundCourse(6_000);
const words = TEXTS.sectors;
const stages = TEXTS.event.stages;

let office: Office;
let page: Page;
let planner: Caller;
let eventId: number;
let categoryIds: number[];

test.beforeAll(async ({ browser }) => {
  office = await startOffice({ DEMO: '1' });
  planner = await signIn(office.url, EMAILS.planner);
  categoryIds = await categoryIdsOf(planner, ['WRC']);
  const startsAt = Date.now() - HOUR_MS;
  eventId = await makeEvent(planner, {
    ...{ name: NAME, startsAt, finishesAt: startsAt + 9 * HOUR_MS, categoryIds, course },
  });
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await startSession(page.context(), office.url, EMAILS.planner);
});
test.afterAll(() => office.remove());

const named = (name: string): Locator => page.getByRole('dialog', { name, exact: true });
const row = (number: number): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('cell', { name: String(number), exact: true }) });
/** A picture that is there, and not the sign of a missing one. */
const expectPicture = async (image: Locator): Promise<void> => {
  await expect(image).toBeVisible();
  const widthPx = () => image.evaluate((element) => (element as HTMLImageElement).naturalWidth);
  await expect.poll(widthPx).toBeGreaterThan(100);
};
const ofTrack = (): Promise<SectorRow[]> => answered(planner, 'GET', `/sectors/byTrack/${eventId}`);

test('a sector is made with an image and a stretch in metres, from the card of the map', async () => {
  await page.goto(`${office.url}/event/${eventId}`);
  await page.getByRole('link', { name: TEXTS.event.map.sectors, exact: true }).click();
  await expect(page.getByText(words.empty)).toBeVisible();
  await button(page, words.create).click();
  const form = named(words.create);
  expect((await form.boundingBox())?.width).toBe(250);
  await button(form, TEXTS.form.save).click();
  await expect(form.getByText('A image is required.')).toBeVisible();
  const picture = sectorPicture(course.drawn, course.drawn.slice(0, 30));
  await form.locator('input[type=file]').setInputFiles({
    ...{ name: 'bend.png', mimeType: 'image/png', buffer: picture },
  });
  await expectPicture(form.locator('img'));
  await button(form, words.choose).click();
  const stretch = named(words.stretch.title);
  await stretch.getByRole('spinbutton', { name: words.stretch.from }).fill('1000');
  await stretch.getByRole('spinbutton', { name: words.stretch.to }).fill('2500');
  await expect(stretch.getByText('1.50 km')).toBeVisible();
  await expectAccessible(page);
  await button(stretch, words.stretch.done).click();
  await expect(form.getByText('1.50 km')).toBeVisible();
  await button(form, TEXTS.form.save).click();
  await expect(notice(page, 'Sector Created')).toBeVisible();
  await expect(row(1)).toContainText(words.onTrack);
  await expectPicture(page.getByRole('img', { name: words.pictureOf(1) }));
  await expectAccessible(page);
});

test('gates are pressed on the map, and the image is made from it in one press', async () => {
  await button(page, words.create).click();
  const form = named(words.create);
  await button(form, words.choose).click();
  const stretch = named(words.stretch.title);
  const map = stretch.locator('.sector-map');
  await map.locator('canvas').first().waitFor();
  const box = await map.boundingBox();
  if (box === null) throw new Error('The map is not shown.');
  const from = stretch.getByRole('spinbutton', { name: words.stretch.from });
  const to = stretch.getByRole('spinbutton', { name: words.stretch.to });
  await expect(stretch.getByText(words.stretch.next.from)).toBeVisible();
  // Of a course that is driven clockwise from the north: a quarter in the east, half in the south.
  await page.mouse.click(box.x + box.width / 2 + 80, box.y + box.height / 2);
  await expect(from).not.toHaveValue('0');
  await expect(stretch.getByText(words.stretch.next.to)).toBeVisible();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2 + 80);
  await expect(to).not.toHaveValue('6000');
  expect(Math.abs(Number(await from.inputValue()) - 1_500)).toBeLessThan(200);
  expect(Math.abs(Number(await to.inputValue()) - 3_000)).toBeLessThan(200);
  await button(stretch, words.stretch.done).click();
  await button(form, words.fromMap).click();
  await expectPicture(form.locator('img'));
  await button(form, TEXTS.form.save).click();
  await expect(notice(page, 'Sector Created')).toBeVisible();
  await expectPicture(page.getByRole('img', { name: words.pictureOf(2) }));
});

test('the track is divided in three, which replaces the sectors', async () => {
  await button(page, words.divide.open).click();
  const dialog = named(words.divide.title);
  await expect(dialog.getByText(words.divide.each('2.00'))).toBeVisible();
  await expect(dialog.getByText(words.divide.replaces(2))).toBeVisible();
  await expectAccessible(page);
  await button(dialog, words.divide.start).click();
  await expect(notice(page, words.divide.done(3))).toBeVisible();
  await expect(dialog).toHaveCount(0);
  for (const number of [1, 2, 3]) {
    await expect(row(number)).toContainText('2.00');
    await expectPicture(page.getByRole('img', { name: words.pictureOf(number) }));
  }
  await expect.poll(async () => (await ofTrack()).map(({ OffM }) => OffM)).toEqual([0, 0, 0]);
});

test('a division is undone, with the images that there were', async () => {
  await expect(page.getByText(words.divide.replaced(2))).toBeVisible();
  await button(page, words.divide.undo).click();
  await expect(notice(page, words.divide.restored(2))).toBeVisible();
  await expect(page.getByText(words.divide.replaced(2))).toHaveCount(0);
  await expect(row(1)).toContainText('1.50');
  await expect(row(3)).toHaveCount(0);
  for (const number of [1, 2]) await expectPicture(page.getByRole('img', { name: words.pictureOf(number) }));
  await button(page, words.divide.open).click();
  await button(named(words.divide.title), words.divide.start).click();
  await expect(row(3)).toContainText('2.00');
  await expect(named(words.divide.title)).toHaveCount(0);
});

test('a stretch is marked if the line moves away, and set again', async () => {
  const draw = (line: typeof course.drawn) =>
    answered(planner, 'PUT', '/circuitRoutes', { eventId, pointsTrack: [{ Positions: line }] });
  await draw(course.drawn.map(({ lat, lng }) => ({ lat: lat + 0.001, lng })));
  await page.reload();
  await expect(row(1)).toContainText(/\d+ m off the track/);
  await page.getByRole('button', { name: TEXTS.tables.editOf(words.name(1)), exact: true }).click();
  const form = named(words.details);
  await button(form, words.setAgain).click();
  await button(named(words.stretch.title), words.stretch.done).click();
  await button(form, TEXTS.form.save).click();
  await expect(notice(page, 'Sector Updated')).toBeVisible();
  await expect(row(1)).toContainText(words.onTrack);
  await draw(course.drawn);
});

test('a sector is deleted after a question', async () => {
  await page.getByRole('button', { name: TEXTS.tables.removeOf(words.name(3)), exact: true }).click();
  await button(named(words.remove), words.remove).click();
  await expect(notice(page, 'Sector Deleted')).toBeVisible();
  await expect(row(3)).toHaveCount(0);
});

test('special stages are added, changed and deleted in their dialog', async () => {
  await page.getByRole('link', { name: TEXTS.back, exact: true }).click();
  await button(page, stages.title).click();
  const list = named(stages.title);
  await expect(list.getByText(stages.empty)).toBeVisible();
  await button(list, stages.create).click();
  const form = named(stages.create);
  await form.getByLabel(stages.heads.name, { exact: true }).fill('Langhe');
  await form.getByLabel(stages.heads.km, { exact: true }).fill('12.4');
  await expectAccessible(page);
  await button(form, TEXTS.form.save).click();
  await expect(list.getByRole('cell', { name: 'Langhe', exact: true })).toBeVisible();
  await expect(list.getByRole('cell', { name: '12.40', exact: true })).toBeVisible();
  await list.getByRole('button', { name: TEXTS.tables.editOf('Langhe'), exact: true }).click();
  await named(stages.details).getByLabel(stages.heads.name, { exact: true }).fill('Murazzano');
  await button(named(stages.details), TEXTS.form.save).click();
  await expect(list.getByRole('cell', { name: 'Murazzano', exact: true })).toBeVisible();
  await list.getByRole('button', { name: TEXTS.tables.removeOf('Murazzano'), exact: true }).click();
  await button(named(stages.remove), stages.remove).click();
  await expect(list.getByText(stages.empty)).toBeVisible();
});

test('the live map shows the pictures where a sector is chosen', async ({ browser }) => {
  await enterAndPublish(planner, eventId, categoryIds, [
    { carNumber: '7', name: 'Gino', surname: 'Ferrero' },
  ]);
  const live = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await startSession(live.context(), office.url, EMAILS.director);
  await live.goto(`${office.url}/map/${eventId}`);
  await liveMap(live).waitFor();
  await button(live, TEXTS.flags.wholeTrack).click();
  const choice = live.getByRole('dialog', { name: TEXTS.flags.selectSector, exact: true });
  await expect(choice.getByRole('radio')).toHaveCount(2);
  for (const index of [0, 1]) await expectPicture(choice.locator('img').nth(index));
  expect(await axeFaults(live)).toEqual([]);
});
