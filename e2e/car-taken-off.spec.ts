import { expect, test, type Browser, type Page } from '@playwright/test';
import { startFlagpost, type Flagpost } from '@flagpost/race-testing/flagpost';
import { startScriptedRace, type ScriptedCar, type ScriptedRace } from '@flagpost/race-testing/scripted-race';
import { TEXTS } from '@flagpost/backoffice/texts';
import { WHOLE_PIXELS, countDiffering } from './pixels.js';
import { EMAILS } from './shared-race.js';
import { button, carRow, count, liveMap, notice, sosCard } from './screen.js';
import { startSession } from './session.js';
import { closeContexts } from './contexts.js';

test.use(WHOLE_PIXELS);

const words = TEXTS.entries;
const NUMBERS = ['1', '2', '3', '4'] as const;
/** Drawn pixels of one grey car, at least. */
const RING_PX = 60;

let flagpost: Flagpost;
let race: ScriptedRace;
test.afterAll(closeContexts);

test.beforeAll(async () => {
  flagpost = await startFlagpost({ DEMO_RACE: '0', TILE_URL: 'none' });
  race = await startScriptedRace({
    url: flagpost.url,
    name: 'Ronde of the Vines',
    cars: NUMBERS.length,
    gridGapM: 1_200,
    categories: ['WRC'],
    speed: 1,
  });
});
test.afterAll(async () => {
  race.stop();
  await flagpost.remove();
});

const carOf = (carNumber: string): ScriptedCar => {
  const car = race.cars.find((one) => one.carNumber === carNumber);
  if (car === undefined) throw new Error(`There is no car ${carNumber}.`);
  return car;
};
const signedIn = async (browser: Browser, email: string): Promise<Page> => {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await startSession(page.context(), flagpost.url, email);
  return page;
};
const watch = async (page: Page): Promise<void> => {
  await page.goto(`${flagpost.url}/map/${race.eventId}`);
  await liveMap(page).waitFor();
  await carRow(page, '1').waitFor();
};

test('a car that is taken off while it races is asked for, told of, and greyed for 60 s; its SOS stays', async ({
  browser,
}, info) => {
  for (const car of race.cars) car.stands = true;
  const director = await signedIn(browser, EMAILS.director);
  await watch(director);
  carOf('3').say('sos');
  await expect(sosCard(director, '3')).toBeVisible();
  await expect.poll(() => count(director, 'Stopped')).toBe(NUMBERS.length - 1);

  const planner = await signedIn(browser, EMAILS.planner);
  await planner.goto(`${flagpost.url}/drivers/${race.eventId}/null/null`);
  for (const number of ['2', '3'])
    await planner
      .getByRole('row')
      .filter({ has: planner.getByRole('cell', { name: number, exact: true }) })
      .getByRole('checkbox')
      .check();
  await planner.getByLabel(words.action).selectOption(words.actions.unauthorize);
  await button(planner, words.apply).click();
  const question = planner.getByRole('dialog', { name: words.racing });
  await expect(question).toContainText(words.racingQuestion('2, 3', 2));
  await expect(carRow(director, '2')).toBeVisible();
  await button(question, words.racingYes).click();
  await expect(notice(planner, words.unauthorized)).toBeVisible();

  const told = director.getByRole('listitem').filter({ hasText: TEXTS.cautions.takenOff(2, '') });
  await expect(told).toContainText('2');
  await expect(told).toContainText('3');
  await expect(carRow(director, '2')).toHaveCount(0);
  await expect(carRow(director, '3')).toBeVisible();
  await expect(sosCard(director, '3')).toBeVisible();

  const newcomer = await signedIn(browser, EMAILS.viewer);
  await watch(newcomer);
  await expect(carRow(newcomer, '2')).toHaveCount(0);
  await expect(carRow(newcomer, '3')).toBeVisible();
  expect(await count(newcomer, 'SOS')).toBe(1);
  // Nothing moves on the map any more, until the grey car goes.
  const map = liveMap(newcomer);
  let seen = await map.screenshot();
  const changed = async (): Promise<number> => countDiffering(newcomer, seen, await map.screenshot());
  await expect
    .poll(
      async () => {
        const before = seen;
        // The track may come after the cars.
        await newcomer.waitForTimeout(5_000);
        seen = await map.screenshot();
        return countDiffering(newcomer, before, seen);
      },
      { timeout: 30_000 },
    )
    .toBe(0);
  await director.screenshot({ path: info.outputPath('director.png') });
  await newcomer.screenshot({ path: info.outputPath('newcomer.png') });

  await expect.poll(changed, { timeout: 90_000, intervals: [2_000] }).toBeGreaterThan(RING_PX);
  for (const page of [director, newcomer]) {
    await expect(carRow(page, '3')).toBeVisible();
    await expect(carRow(page, '2')).toHaveCount(0);
  }
  await expect(sosCard(director, '3')).toBeVisible();
});
