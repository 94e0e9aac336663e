/// <reference lib="dom" />
import { FLAGS, type FlagAnswer, type PastStory } from '@flagpost/contracts';
import { TEXTS } from '@flagpost/backoffice/texts';
import { THEMES } from '@flagpost/backoffice/theme';
import { staySignedIn } from '@flagpost/race-testing/calls';
import { startFlagpost, type Flagpost } from '@flagpost/race-testing/flagpost';
import { startScriptedRace, type ScriptedRace } from '@flagpost/race-testing/scripted-race';
import { expect, test, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { axeFaults, settled } from './axe.js';
import { fingersOn, type Spot } from './fingers.js';
import { WHOLE_PIXELS, countDiffering, countPixels } from './pixels.js';
import { bar, button, carRow, dialog, feed, liveMap, panel } from './screen.js';
import { startSession } from './session.js';
import { EMAILS, type Account } from './shared-race.js';
import { closeContexts } from './contexts.js';

test.use(WHOLE_PIXELS);

/** A steward's first questions. Cars drive as fast as time goes, so that both clocks of a race agree. */

const CARS = 4;
/** Cars have driven for seconds: their trails are short, and lie on the track. */
const TRAIL_PIXELS = 60;
const words = TEXTS.history;

let flagpost: Flagpost;
let race: ScriptedRace;
let redAt: number;

const signedIn = async (context: BrowserContext, account: Account): Promise<Page> => {
  await startSession(context, flagpost.url, EMAILS[account]);
  return context.newPage();
};
const truths = (page: Page) => page.getByRole('group', { name: words.truth.label });
const instant = (page: Page) => page.getByRole('slider', { name: words.player.instant });
const address = (at: number, truth = 'seen'): string =>
  `${flagpost.url}/history/${race.eventId}?at=${new Date(at).toISOString()}&truth=${truth}`;

/** Car 3 has no driver who confirms; car 2 falls silent; red comes out. */
test.afterEach(closeContexts);

test.beforeAll(async () => {
  flagpost = await startFlagpost({ DEMO_RACE: '0', TILE_URL: 'none' });
  race = await startScriptedRace({ url: flagpost.url, cars: CARS, categories: ['GT'], speed: 1 });
  const director = await staySignedIn(flagpost.url, EMAILS.director);
  const car = (carNumber: string) => race.cars.find((each) => each.carNumber === carNumber);
  const [two, three] = [car('2'), car('3')];
  if (two === undefined || three === undefined) throw new Error('The race lacks cars.');
  three.confirms = false;
  const story = async (): Promise<PastStory> =>
    (await director.call<PastStory>('GET', `/history/${race.eventId}/story`)).body;
  await expect.poll(async () => (await story()).to).not.toBeNull();
  two.isSilent = true;
  const body = { EventId: race.eventId, StateId: FLAGS.red, InvitationsSelected: [] };
  const sent = await director.call<FlagAnswer>('POST', '/flagRecords', body);
  const rowOf = async () => (await story()).flags.find(({ FlagId }) => FlagId === sent.body.FlagId);
  await expect.poll(async () => (await rowOf())?.Confirmed.length).toBe(CARS - 2);
  redAt = Date.parse((await rowOf())?.SentAt ?? '');
  await expect.poll(async () => (await story()).to).toBeGreaterThan(redAt + 12_000);
});
test.afterAll(async () => {
  race.stop();
  await flagpost.remove();
});

test('where was a car when the red came out, and did it know?', async ({ browser }) => {
  const page = await signedIn(await browser.newContext(), 'viewer');
  await page.goto(`${flagpost.url}/event/${race.eventId}`);
  await page.getByRole('link', { name: TEXTS.showInHistory }).click();
  await liveMap(page).waitFor();
  await expect(button(truths(page), words.truth.happened)).toHaveAttribute('aria-pressed', 'true');
  await expect(bar(page)).not.toContainText(TEXTS.flags.names[FLAGS.red]);

  // To the red: it is out, and nobody has confirmed it yet.
  await button(truths(page), words.truth.seen).click();
  await page.keyboard.press('f');
  await expect(bar(page)).toContainText(TEXTS.flags.names[FLAGS.red]);
  await expect(bar(page)).toContainText(TEXTS.race.share(0, CARS));
  await expect(carRow(page, '3')).toContainText('3');

  // Ten seconds later all have but the driver who never did, and the car that is silent.
  await page.keyboard.press('Shift+ArrowRight');
  await expect(bar(page)).toContainText(TEXTS.race.share(CARS - 2, CARS));
  // By then its frames are kept.
  await expect(page.getByText(words.truth.tags.published, { exact: true })).toBeVisible();
  await feed(page)
    .getByRole('button', { name: TEXTS.feed.unconfirmed(2) })
    .click();
  await carRow(page, '3').click();
  await expect(panel(page, TEXTS.car.title('3'))).toContainText(TEXTS.flags.names[FLAGS.red]);
  await expect(page).toHaveURL(/car=\d+/);
  await expect(page).toHaveURL(/truth=seen/);

  // A second before, there was no red.
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(bar(page)).toContainText(TEXTS.race.noFlag);
});

test('a colleague opens the link and sees the same; another club is refused', async ({ browser }) => {
  const planner = await signedIn(await browser.newContext(), 'planner');
  await planner.goto(
    `${address(redAt + 3_000)}&car=${race.cars[2]?.invitationId}&q=1&map=44.612345,8.160000,14.25`,
  );
  await expect(button(truths(planner), words.truth.seen)).toHaveAttribute('aria-pressed', 'true');
  await expect(bar(planner)).toContainText(TEXTS.flags.names[FLAGS.red]);
  await expect(panel(planner, TEXTS.car.title(race.cars[2]?.carNumber ?? ''))).toBeVisible();
  await expect(carRow(planner, '1')).toBeVisible();
  await expect(carRow(planner, '2')).toHaveCount(0);
  // The map has been drawn there, and the address says what it shows.
  await planner.getByRole('button', { name: TEXTS.map.zoomIn }).click();
  await expect(planner).toHaveURL(/map=44\.61\d+%2C8\.1[56]\d+%2C15\.25/);

  // The line of the feed leads to its instant.
  await feed(planner)
    .getByRole('link', { name: /^\d\d:\d\d:\d\d$/ })
    .first()
    .click();
  await expect(planner).toHaveURL(new RegExp(`at=${encodeURIComponent(new Date(redAt).toISOString())}`));

  const rival = await signedIn(await browser.newContext(), 'rival');
  await rival.goto(address(redAt));
  await expect(liveMap(rival)).toHaveCount(0);
  await expect(rival.getByText(words.reading)).toHaveCount(0);
});

test('who followed the red is asked, exported, and led to', async ({ browser }) => {
  const page = await signedIn(await browser.newContext({ viewport: { width: 1440, height: 900 } }), 'viewer');
  await page.goto(address(redAt + 10_000));
  await button(page, words.questions.title).click();
  const questions = dialog(page);
  await questions.getByRole('tab', { name: words.questions.tabs.flag }).click();
  await button(questions, words.questions.ask).click();
  // Car 2 is silent; car 3 has shown the flag, and nobody has confirmed it.
  const row = (carNumber: string) =>
    questions.getByRole('row').filter({ has: page.getByRole('cell', { name: carNumber, exact: true }) });
  await expect(row('1').getByRole('link')).not.toHaveCount(0);
  const head = questions.getByRole('columnheader', { name: words.questions.heads.confirmedAt });
  const column = await head.evaluate((cell) => (cell as HTMLTableCellElement).cellIndex);
  await expect(row('3').getByRole('cell').nth(column)).toHaveText(words.questions.none);

  const [table] = await Promise.all([
    page.waitForEvent('download'),
    button(questions, words.questions.csv).click(),
  ]);
  expect(table.suggestedFilename()).toMatch(/ flagResponse \d{8}T\d{6}Z-\d{8}T\d{6}Z \d+\.csv$/);
  const confirmed = row('1').getByRole('cell').nth(column).getByRole('link');
  const shown = (await confirmed.textContent()) ?? '';
  await confirmed.click();
  await expect(questions).toHaveCount(0);
  await expect(page.locator('.history-instant')).toHaveText(shown);

  await button(page, words.exports.title).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: words.exports.make }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/ positions \d{8}T\d{6}Z-\d{8}T\d{6}Z \d+\.gpx$/);
});

/** The form for the speeds in a part of the track, and from there to the map. */
const draw = async (
  page: Page,
  where: string,
  texts: { readonly draw: string; readonly title: string },
): Promise<Locator> => {
  await page.goto(address(redAt + 10_000));
  await expect(bar(page)).toContainText(TEXTS.flags.names[FLAGS.red]);
  await button(page, words.questions.title).click();
  await dialog(page).getByRole('tab', { name: words.questions.tabs.speeds }).click();
  await dialog(page).getByLabel(words.questions.where).selectOption(where);
  await button(dialog(page), texts.draw).click();
  return page.getByRole('dialog', { name: texts.title });
};
const drawArea = (page: Page): Promise<Locator> =>
  draw(page, words.questions.byCorners, words.questions.area);
const corner = (page: Page, number: number): Locator => button(page, words.questions.area.corner(number));
const middleOf = async (element: Locator): Promise<Spot> => {
  const { x = 0, y = 0, width = 0, height = 0 } = (await element.boundingBox()) ?? {};
  return { x: x + width / 2, y: y + height / 2 };
};
/** A place of the map, in shares of its sides. */
const onMap = async (page: Page, across: number, down: number): Promise<Spot> => {
  const { x = 0, y = 0, width = 0, height = 0 } = (await liveMap(page).boundingBox()) ?? {};
  return { x: x + width * across, y: y + height * down };
};
const expectAt = async (element: Locator, { x, y }: Spot): Promise<void> => {
  const awayPx = async (): Promise<number> => {
    const is = await middleOf(element);
    return Math.hypot(is.x - x, is.y - y);
  };
  await expect.poll(awayPx).toBeLessThan(3);
};

test('an area is drawn with a mouse, and how fast cars were in it is answered', async ({ browser }) => {
  const page = await signedIn(await browser.newContext({ viewport: { width: 1440, height: 900 } }), 'viewer');
  const panelOf = await drawArea(page);
  for (const [across, down] of [
    [0.05, 0.05],
    [0.95, 0.05],
    [0.95, 0.95],
    [0.3, 0.5],
  ] as const) {
    const { x, y } = await onMap(page, across, down);
    await page.mouse.click(x, y);
  }
  await expect(panelOf.getByRole('status')).toHaveText(words.questions.area.count(4, 50));

  // The last one is dragged to its place; a drag beside the corners moves the map, and they with it.
  const to = await onMap(page, 0.05, 0.95);
  await corner(page, 4).hover();
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  await expectAt(corner(page, 4), to);
  const ground = await onMap(page, 0.5, 0.5);
  await page.mouse.move(ground.x, ground.y);
  await page.mouse.down();
  await page.mouse.move(ground.x + 20, ground.y, { steps: 4 });
  await page.mouse.up();
  await expectAt(corner(page, 4), { x: to.x + 20, y: to.y });

  // A side gets a corner by its handle, which a key removes again.
  const side = await middleOf(button(page, words.questions.area.side(4)));
  await page.mouse.move(side.x, side.y);
  await page.mouse.down();
  await page.mouse.move(side.x + 60, side.y, { steps: 4 });
  await page.mouse.up();
  await expectAt(corner(page, 5), { x: side.x + 60, y: side.y });
  await corner(page, 5).focus();
  await page.keyboard.press('ArrowLeft');
  await expectAt(corner(page, 5), { x: side.x + 55, y: side.y });
  await page.keyboard.press('Delete');
  await expect(panelOf.getByRole('status')).toHaveText(words.questions.area.count(4, 50));

  await button(panelOf, words.questions.done).click();
  const questions = dialog(page);
  await expect(questions.getByLabel(words.questions.corners)).toHaveValue(
    /^(-?\d+\.\d+, -?\d+\.\d+(; )?){4}$/,
  );
  await button(questions, words.questions.ask).click();
  await expect(questions.getByRole('cell', { name: '1', exact: true })).not.toHaveCount(0);
});

test('a stretch lies between two points that are pressed on the map, and how fast cars were in it is answered', async ({
  browser,
}) => {
  const { stretch } = words.questions;
  const page = await signedIn(await browser.newContext({ viewport: { width: 1440, height: 900 } }), 'viewer');
  const panelOf = await draw(page, words.questions.betweenPoints, stretch);
  // Clockwise from the north-west, over the finish in the north, to the west.
  for (const [across, down] of [
    [0.2, 0.2],
    [0.2, 0.5],
  ] as const) {
    const { x, y } = await onMap(page, across, down);
    await page.mouse.click(x, y);
  }
  await expect(panelOf.getByRole('status')).toHaveText(/^km \d+\.\d\d to km \d+\.\d\d, \d+\.\d\d km$/);
  const km = async (label: string): Promise<number> => Number(await panelOf.getByLabel(label).inputValue());
  const [from, to] = [await km(stretch.from), await km(stretch.to)];
  expect(from).toBeGreaterThan(to);

  // The second point is dragged along the line, from which the pointer may be away, and moved on by a key.
  const handle = page.getByRole('button', { name: new RegExp(`^${stretch.point('B', '')}`) });
  const south = await onMap(page, 0.45, 0.95);
  await handle.hover();
  await page.mouse.down();
  await page.mouse.move(south.x, south.y, { steps: 5 });
  await page.mouse.up();
  const dragged = await km(stretch.to);
  expect(dragged).toBeLessThan(to);
  await handle.focus();
  await page.keyboard.press('ArrowRight');
  await expect(panelOf.getByLabel(stretch.to)).toHaveValue((dragged + 0.01).toFixed(2));
  await settled(page);
  expect(await axeFaults(page)).toEqual([]);

  await button(panelOf, words.questions.done).click();
  const questions = dialog(page);
  await expect(questions.getByLabel(stretch.from)).toHaveValue(from.toFixed(2));
  await button(questions, words.questions.ask).click();
  await expect(questions.getByRole('cell', { name: '1', exact: true })).not.toHaveCount(0);
  const name = stretch.name(from.toFixed(2), (dragged + 0.01).toFixed(2));
  await expect(questions.getByText(`${words.truth.seen}, ${name}`)).toBeVisible();
});

test('an area is drawn with a finger on a phone', async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await signedIn(context, 'viewer');
  const panelOf = await drawArea(page);
  for (const [across, down] of [
    [0.2, 0.2],
    [0.8, 0.2],
    [0.5, 0.8],
  ] as const) {
    const { x, y } = await onMap(page, across, down);
    await page.touchscreen.tap(x, y);
  }
  await expect(panelOf.getByRole('status')).toHaveText(words.questions.area.count(3, 50));
  const fingers = await fingersOn(page);
  const to = await onMap(page, 0.2, 0.7);
  await fingers.slide(await middleOf(corner(page, 1)), to);
  await expectAt(corner(page, 1), to);
  await settled(page);
  expect(await axeFaults(page)).toEqual([]);
  await button(panelOf, words.questions.area.remove(2)).click();
  await expect(panelOf.getByRole('status')).toHaveText(words.questions.area.count(2, 50));
  await expect(button(panelOf, words.questions.done)).toBeDisabled();
});

test('trails are chosen by length and cars, drawn by both truths, and in the address', async ({
  browser,
}) => {
  const page = await signedIn(await browser.newContext({ viewport: { width: 1440, height: 900 } }), 'viewer');
  await page.goto(address(redAt + 10_000));
  await expect(bar(page)).toContainText(TEXTS.flags.names[FLAGS.red]);
  await button(page, words.trails.title).click();
  const panelOf = dialog(page);
  await panelOf.getByLabel(words.trails.length).selectOption(words.trails.none);
  await settled(page);
  const bare = await liveMap(page).screenshot();
  const drawn = async (): Promise<number> => countDiffering(page, bare, await liveMap(page).screenshot());

  await panelOf.getByLabel(words.trails.length).selectOption(words.trails.seconds(300));
  await panelOf.getByLabel(words.exports.cars).fill('1, 4');
  await expect.poll(drawn).toBeGreaterThan(TRAIL_PIXELS);
  const ids = ['1', '4'].map((number) => race.cars.find((each) => each.carNumber === number)?.invitationId);
  await expect(page).toHaveURL(new RegExp(`trail=300&trails=${ids.join('%2C')}`));
  await button(truths(page), words.truth.happened).click();
  await expect.poll(drawn).toBeGreaterThan(TRAIL_PIXELS);

  const colleague = await page.context().newPage();
  await colleague.goto(page.url());
  await button(colleague, words.trails.title).click();
  await expect(dialog(colleague).getByLabel(words.trails.length)).toHaveValue('300');
  await expect(dialog(colleague).getByLabel(words.exports.cars)).toHaveValue('1, 4');
});

test('an incident is printed, with its instants, cars, notes and who made it', async ({ browser }) => {
  const page = await signedIn(await browser.newContext({ colorScheme: 'dark' }), 'viewer');
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', document.title);
  });
  const last = race.cars.at(-1)?.invitationId;
  await page.goto(`${address(redAt + 10_000)}&trail=60&trails=${last}`);
  await liveMap(page).waitFor();
  await expect(bar(page)).toContainText(TEXTS.flags.names[FLAGS.red]);
  await button(page, words.report.title).click();
  const panelOf = dialog(page);
  await panelOf.getByLabel(words.report.note).fill('Car 3 did not confirm.');
  await panelOf.getByLabel(words.exports.cars).fill('1, 3');
  await button(panelOf, words.report.add).click();
  await expect(panelOf.getByRole('listitem')).toHaveCount(1);
  await button(panelOf, words.report.print).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', / report \d{8}T\d{6}Z \d+$/);

  await page.emulateMedia({ media: 'print' });
  const paper = page.getByRole('article');
  await expect(paper).toBeVisible();
  await expect(paper).toContainText('Car 3 did not confirm.');
  await expect(paper.getByRole('row')).toHaveCount(3);
  await expect(paper.getByRole('img')).toBeVisible();
  await expect(liveMap(page)).toBeHidden();
  // Light, as paper is, and with the trail that was shown.
  const [, drawn = ''] = ((await paper.getByRole('img').getAttribute('src')) ?? '').split(',');
  const picture = Buffer.from(drawn, 'base64');
  expect(await countPixels(page, picture, '#ffffff', [{ x: 0, y: 0, width: 4, height: 4 }])).toEqual([16]);
  const accent = await page
    .locator('canvas.on-paper')
    .evaluate((canvas) => getComputedStyle(canvas).getPropertyValue('--accent'));
  const map = { x: 0, y: 0, width: 600, height: 600 };
  const [inTrail = 0] = await countPixels(page, picture, accent, [map]);
  expect(inTrail).toBeGreaterThan(100);
});

test('a race is played, faster and backwards, and dragged to its end', async ({ browser }) => {
  const page = await signedIn(await browser.newContext(), 'director');
  await page.goto(address(redAt - 2_000));
  await liveMap(page).waitFor();
  // Nothing of the live map acts here.
  await expect(page.getByRole('region', { name: TEXTS.flags.title, exact: true })).toHaveCount(0);
  await expect(bar(page)).toContainText(TEXTS.race.noFlag);
  await page.keyboard.press('l');
  await expect(bar(page)).toContainText(TEXTS.flags.names[FLAGS.red]);
  await page.keyboard.press('j');
  await expect(bar(page)).toContainText(TEXTS.race.noFlag);
  await button(page, words.player.pause).click();

  const { width = 0, height = 0 } = (await instant(page).boundingBox()) ?? {};
  await instant(page).click({ position: { x: width - 2, y: height / 2 } });
  await expect(instant(page)).toHaveAttribute('aria-valuetext', /^\d\d:\d\d:\d\d$/);
  expect(Number(await instant(page).inputValue())).toBeGreaterThan(redAt + 5_000);
  await page.keyboard.press('?');
  await expect(page.getByText(words.keyList[0][1])).toBeVisible();
});

for (const theme of THEMES)
  test(`axe finds nothing serious or critical in the ${theme} theme`, async ({ browser }) => {
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      const context = await browser.newContext({ viewport });
      await context.addInitScript((chosen) => {
        localStorage.setItem('flagpost.theme', chosen);
        localStorage.setItem('flagpost.theme.liveMap', chosen);
      }, theme);
      const page = await signedIn(context, 'viewer');
      await page.goto(address(redAt + 5_000));
      await liveMap(page).waitFor();
      await expect(bar(page)).toContainText(TEXTS.flags.names[FLAGS.red]);
      await settled(page);
      expect(await axeFaults(page)).toEqual([]);
      await context.close();
    }
  });
