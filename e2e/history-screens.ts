import { test } from '@playwright/test';
import { FLAGS, type FlagAnswer, type PastStory } from '@flagpost/contracts';
import { answered, staySignedIn, type Caller } from '@flagpost/race-testing/calls';
import { startFlagpost, type Flagpost } from '@flagpost/race-testing/flagpost';
import { categoryIdsOf } from '@flagpost/race-testing/made-event';
import { startScriptedRace, type ScriptedRace } from '@flagpost/race-testing/scripted-race';
import { until } from '@flagpost/testing';
import { historyPictures, type PastRace } from './screens/history.js';
import { LONG, makeEventFromNow } from './screens/organising-data.js';
import { LANGUAGES, openViewer } from './screens/viewer.js';
import { sessionCookies } from './session.js';
import { EMAILS } from './shared-race.js';

/** The pictures of the replay of a race: forty cars that have driven for ten minutes, a red flag, and a car in an SOS. */

test.describe.configure({ timeout: 900_000 });

const CARS = 40;
const MINUTE_MS = 60_000;
/** Of what follows the flag. */
const AFTER_MS = 25_000;

let flagpost: Flagpost;
let race: ScriptedRace;

test.beforeAll(async () => {
  test.setTimeout(5 * MINUTE_MS);
  flagpost = await startFlagpost({ DEMO_RACE: '0', TILE_URL: 'none' });
  race = await startScriptedRace({
    url: flagpost.url,
    name: LONG.event,
    cars: CARS,
    categories: ['GT', 'Rally2', 'WRC'],
    speed: 1,
    drivenMs: 10 * MINUTE_MS,
  });
});
test.afterAll(async () => {
  race.stop();
  await flagpost.remove();
});

/** Red comes out; one car never confirms it, one falls silent, one stands, and one is in an SOS. */
const drive = async (director: Caller): Promise<Pick<PastRace, 'redAt' | 'carId'>> => {
  const [sos, silent, standing, deaf] = race.cars;
  if (sos === undefined || silent === undefined || standing === undefined || deaf === undefined)
    throw new Error('The race lacks cars.');
  const { eventId } = race;
  const story = (): Promise<PastStory> => answered(director, 'GET', `/history/${eventId}/story`);
  await until('every car', async () => (await story()).from !== null, { deadlineMs: MINUTE_MS });
  silent.isSilent = standing.stands = true;
  deaf.confirms = false;
  sos.say('sos');
  const red = { EventId: eventId, StateId: FLAGS.red, InvitationsSelected: [] };
  const { FlagId } = await answered<FlagAnswer>(director, 'POST', '/flagRecords', red);
  const flag = await until('the flag', async () =>
    (await story()).flags.find((one) => one.FlagId === FlagId),
  );
  const redAt = Date.parse(flag.SentAt);
  await until('what follows', async () => ((await story()).to ?? 0) > redAt + AFTER_MS, {
    deadlineMs: 2 * MINUTE_MS,
  });
  return { redAt, carId: sos.invitationId };
};

test('the replay of a race', async ({ browser }) => {
  const driven = await drive(await staySignedIn(flagpost.url, EMAILS.director));
  const planner = await staySignedIn(flagpost.url, EMAILS.planner);
  const categoryIds = await categoryIdsOf(planner, ['GT']);
  const emptyId = await makeEventFromNow(planner, 'Rally Alba', [-1, 3], categoryIds);
  const cookies = await sessionCookies(browser, flagpost.url, EMAILS.planner);
  const past: PastRace = { url: flagpost.url, eventId: race.eventId, emptyId, ...driven };
  for (const language of LANGUAGES) {
    const viewer = await openViewer(browser, language, cookies);
    await historyPictures(viewer, past);
    await viewer.close();
  }
});
