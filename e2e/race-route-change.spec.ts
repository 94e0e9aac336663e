import { expect, test, type Browser, type Page } from '@playwright/test';
import type { CircuitRouteAnswer, EventMapAnswer, EventMapRequest } from '@flagpost/contracts';
import { answered, staySignedIn, type Caller } from '@flagpost/race-testing/calls';
import { startFlagpost, type Flagpost } from '@flagpost/race-testing/flagpost';
import { startScriptedRace, type ScriptedRace } from '@flagpost/race-testing/scripted-race';
import { TEXTS } from '@flagpost/backoffice/texts';
import { axeFaults, settled } from './axe.js';
import { closeContexts } from './contexts.js';
import { button, carRow, feed, liveMap, turnSoundOn } from './screen.js';
import { startSession } from './session.js';
import { EMAILS, type Account } from './shared-race.js';
import { WHOLE_PIXELS } from './pixels.js';

test.use(WHOLE_PIXELS);

const words = TEXTS.raceChange;
/** The round course is drawn with a point every 50 m. */
const POINT_EVERY_M = 50;

let flagpost: Flagpost;
let race: ScriptedRace;
let planner: Caller;
test.beforeAll(async () => {
  flagpost = await startFlagpost({ DEMO_RACE: '0', TILE_URL: 'none' });
  race = await startScriptedRace({
    url: flagpost.url,
    name: 'Ronde of the Vines',
    cars: 4,
    categories: ['WRC'],
    speed: 1,
  });
  planner = await staySignedIn(flagpost.url, EMAILS.planner);
});
test.afterAll(closeContexts);
test.afterAll(async () => {
  race.stop();
  await flagpost.remove();
});

const watching = async (browser: Browser, account: Account): Promise<Page> => {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await startSession(page.context(), flagpost.url, EMAILS[account]);
  await page.goto(`${flagpost.url}/map/${race.eventId}`);
  await liveMap(page).waitFor();
  await carRow(page, '1').waitFor();
  return page;
};
const cards = (page: Page) =>
  page
    .getByRole('list', { name: TEXTS.cautions.label })
    .getByRole('listitem')
    .filter({ hasText: TEXTS.cautions.route });
const save = async (changes: Omit<EventMapRequest, 'eventId'>): Promise<CircuitRouteAnswer> => {
  const body: EventMapRequest = { eventId: race.eventId, ...changes };
  return (await answered<EventMapAnswer>(planner, 'POST', '/events/map', body)).route;
};

test('a map that is saved during the race cautions directors with before and after; others have it in the feed', async ({
  browser,
}, info) => {
  const director = await watching(browser, 'director');
  const viewer = await watching(browser, 'viewer');
  const before = await answered<CircuitRouteAnswer>(planner, 'GET', `/circuitRoutes/${race.eventId}`);
  const drawn = before.track.pointsTrack[0]?.Positions ?? [];
  const after = await save({
    pointsTrack: [{ Positions: [...drawn.slice(0, 40), ...drawn.slice(50)] }],
    pointsMetaFinish: drawn[1],
    pointsBoxes: drawn.slice(60, 66),
  });
  const km = ({ track }: CircuitRouteAnswer): string => track.kilometres.toFixed(2);
  const told = [
    words.finish.moved(POINT_EVERY_M),
    words.line.moved(km(before), km(after)),
    words.boxes.placed,
  ];
  const by = after.savedBy ?? '';
  await expect(cards(director)).toHaveCount(1);
  for (const text of [...told, TEXTS.cautions.by(by)]) await expect(cards(director)).toContainText(text);
  await turnSoundOn(director);
  const line = (page: Page, changes: readonly string[]) =>
    feed(page)
      .getByRole('listitem')
      .filter({ hasText: TEXTS.feed.routeChanged(by, changes.join(', ')) });
  for (const page of [director, viewer]) await expect(line(page, told)).toBeVisible();
  await expect(cards(viewer)).toHaveCount(0);
  await settled(director);
  expect(await axeFaults(director)).toEqual([]);
  await director.screenshot({ path: info.outputPath('caution-1440x900.png') });
  await director.setViewportSize({ width: 390, height: 844 });
  await expect(cards(director)).toBeVisible();
  await director.screenshot({ path: info.outputPath('caution-390x844.png') });
  await director.setViewportSize({ width: 1440, height: 900 });

  await save({ pointsBoxes: null });
  await expect(cards(director)).toHaveCount(2);
  await expect(cards(director).first()).toContainText(words.boxes.removed);
  await button(cards(director).first(), TEXTS.cautions.dismiss(TEXTS.cautions.route)).click();
  await expect(cards(director)).toHaveCount(1);
  // A name changes nothing for the race.
  await save({ trackName: 'Vineyards' });
  const newcomer = await watching(browser, 'deputy');
  for (const changes of [told, [words.boxes.removed]]) await expect(line(newcomer, changes)).toBeVisible();
  await expect(cards(newcomer)).toHaveCount(0);
  await expect(cards(director)).toHaveCount(1);
});
