/// <reference lib="dom" />
import { FLAGS, type FlagAnswer, type PastStory } from '@flagpost/contracts';
import { TEXTS } from '@flagpost/backoffice/texts';
import { THEMES } from '@flagpost/backoffice/theme';
import { staySignedIn } from '@flagpost/race-testing/calls';
import { startFlagpost, type Flagpost } from '@flagpost/race-testing/flagpost';
import { startScriptedRace, type ScriptedRace } from '@flagpost/race-testing/scripted-race';
import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { axeFaults, settled } from './axe.js';
import { bar, button, carRow, dialog, feed, liveMap, logIn, panel } from './screen.js';
import { EMAILS, type Account } from './shared-race.js';

/** A steward's first questions. Cars drive as fast as time goes, so that both clocks of a race agree. */

const CARS = 4;
const words = TEXTS.history;

let flagpost: Flagpost;
let race: ScriptedRace;
let redAt: number;

const signedIn = async (context: BrowserContext, account: Account): Promise<Page> => {
  const page = await context.newPage();
  await logIn(page, flagpost.url, EMAILS[account]);
  return page;
};
const truths = (page: Page) => page.getByRole('group', { name: words.truth.label });
const instant = (page: Page) => page.getByRole('slider', { name: words.player.instant });
const address = (at: number, truth = 'seen'): string =>
  `${flagpost.url}/history/${race.eventId}?at=${new Date(at).toISOString()}&truth=${truth}`;

/** Car 3 has no driver who confirms; car 2 falls silent; red comes out. */
test.beforeAll(async () => {
  test.setTimeout(120_000);
  flagpost = await startFlagpost({ DEMO: '1', TILE_URL: 'none' });
  race = await startScriptedRace({ url: flagpost.url, cars: CARS, categories: ['GT'], speed: 1 });
  const director = await staySignedIn(flagpost.url, EMAILS.director);
  const car = (carNumber: string) => race.cars.find((each) => each.carNumber === carNumber);
  const [two, three] = [car('2'), car('3')];
  if (two === undefined || three === undefined) throw new Error('The race lacks cars.');
  three.confirms = false;
  const story = async (): Promise<PastStory> =>
    (await director.call<PastStory>('GET', `/history/${race.eventId}/story`)).body;
  await expect.poll(async () => (await story()).to, { timeout: 60_000 }).not.toBeNull();
  two.isSilent = true;
  const body = { EventId: race.eventId, StateId: FLAGS.red, InvitationsSelected: [] };
  const sent = await director.call<FlagAnswer>('POST', '/flagRecords', body);
  const rowOf = async () => (await story()).flags.find(({ FlagId }) => FlagId === sent.body.FlagId);
  await expect.poll(async () => (await rowOf())?.Confirmed.length, { timeout: 30_000 }).toBe(CARS - 2);
  redAt = Date.parse((await rowOf())?.SentAt ?? '');
  await expect.poll(async () => (await story()).to, { timeout: 60_000 }).toBeGreaterThan(redAt + 12_000);
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
  await planner.goto(`${address(redAt + 3_000)}&car=${race.cars[2]?.invitationId}`);
  await expect(button(truths(planner), words.truth.seen)).toHaveAttribute('aria-pressed', 'true');
  await expect(bar(planner)).toContainText(TEXTS.flags.names[FLAGS.red]);
  await expect(panel(planner, TEXTS.car.title(race.cars[2]?.carNumber ?? ''))).toBeVisible();

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

test('an incident is printed, with its instants, cars, notes and who made it', async ({ browser }) => {
  const page = await signedIn(await browser.newContext(), 'viewer');
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', document.title);
  });
  await page.goto(address(redAt + 3_000));
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
