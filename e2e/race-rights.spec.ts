import {
  ANSWER_TEXTS,
  FLAGS,
  REFUSALS,
  type AlertRow,
  type EventAnswer,
  type EventRow,
  type LapsResetAnswer,
} from '@flagpost/contracts';
import { answered, staySignedIn, type Caller } from '@flagpost/race-testing/calls';
import { startScriptedRace } from '@flagpost/race-testing/scripted-race';
import { TEXTS } from '@flagpost/backoffice/texts';
import { EMAILS, expect, openMap, test, type Course } from './shared-race.js';
import { bar, button, carRow, liveMap, panel, sosCard, stateStrip } from './screen.js';

/** Rights as screens show them. For the rights of each call see docs/permissions.md and the api's own specs. */

const openSos = async (course: Course, carNumber: string): Promise<void> => {
  course.car(carNumber).say('sos');
  const isOpen = (alert: AlertRow): boolean => alert.CarNumber === carNumber && alert.ClearedAt === null;
  await expect.poll(async () => (await course.alerts()).some(isOpen)).toBe(true);
};

test('a viewer, a planner and an administrator watch; points, a snapshot and the administrator’s reset are all they have', async ({
  course,
  screenOf,
}) => {
  await openSos(course, '12');
  // Confirmations of an earlier flag may still come in.
  const sent = async (): Promise<number[]> => (await course.flags()).map(({ FlagId }) => FlagId);
  const before = await sent();
  for (const account of ['viewer', 'planner', 'admin'] as const) {
    const page = await screenOf(account);
    await expect(sosCard(page, '12')).toBeVisible();
    await expect(button(page, TEXTS.race.showPois)).toBeVisible();
    await expect(button(page, TEXTS.snapshot.open)).toBeVisible();
    await expect(button(page, TEXTS.race.resetLaps)).toHaveCount(account === 'admin' ? 1 : 0);
    await expect(page.getByRole('region', { name: TEXTS.flags.title, exact: true })).toHaveCount(0);
    for (const name of [
      TEXTS.race.cleanFlags,
      TEXTS.sos.acknowledge,
      TEXTS.sos.clear,
      TEXTS.sos.soundOff,
      TEXTS.timers.create,
    ]) {
      await expect(button(page, name)).toHaveCount(0);
    }
    // A car can be looked at, and no key sends.
    await carRow(page, '2').click();
    await expect(panel(page, TEXTS.car.title('2'))).toBeVisible();
    await page.locator('body').press('y');
    await page.keyboard.press('Enter');
    await page.context().close();
  }
  expect(await sent()).toEqual(before);
});

test('another club’s director sees neither the race in the list nor its map', async ({
  course,
  windowOf,
}) => {
  const page = await (await windowOf('rival')).newPage();
  await page.goto(course.url);
  await expect(page.getByRole('heading', { name: TEXTS.liveNow.title })).toBeVisible();
  await expect(page.getByText(TEXTS.liveNow.empty)).toBeVisible();
  await expect(page.getByText(course.name)).toHaveCount(0);

  await page.goto(`${course.url}/map/${course.eventId}`);
  await expect(page.getByText(ANSWER_TEXTS.forbidden)).toBeVisible();
  await expect(liveMap(page)).toHaveCount(0);
  await button(page, TEXTS.toEvents).click();
  await expect(page.getByRole('heading', { name: TEXTS.liveNow.title })).toBeVisible();
});

test('a draft says that nothing can be sent, until it is published', async ({ course, windowOf }) => {
  const planner = await staySignedIn(course.url, EMAILS.planner);
  const draft = {
    Name: 'Draft of a race',
    Start: new Date(Date.now() - 60_000).toISOString(),
    Finish: new Date(Date.now() + 3_600_000).toISOString(),
  };
  const { eveId } = await answered<EventAnswer>(planner, 'POST', `/events/copy/${course.eventId}`, draft);
  const page = await (await windowOf('director')).newPage();
  await page.goto(`${course.url}/map/${eveId}`);
  const flags = page.getByRole('region', { name: TEXTS.flags.title, exact: true });
  const says = stateStrip(page).getByText(TEXTS.stateStrip.draft);
  await expect(says).toBeVisible();
  await expect(flags).toHaveCount(0);
  for (const name of [TEXTS.race.cleanFlags, TEXTS.timers.create])
    await expect(button(page, name)).toHaveCount(0);

  await answered(planner, 'PUT', `/events/publish/${eveId}`);
  await expect(flags).toBeVisible();
  await expect(says).toHaveCount(0);
  await answered(planner, 'DELETE', `/events/${eveId}`);
});

test('what is past is read only, for its director too', async ({ course, windowOf }) => {
  const short = await startScriptedRace({
    url: course.url,
    cars: 4,
    categories: ['Scripted GT'],
    speed: 1,
    lastsMs: 5_000,
  });
  try {
    const { eventId } = short;
    const rows = async (caller: Caller): Promise<EventRow[]> =>
      (await caller.call<EventRow[]>('GET', '/events/')).body;
    await expect
      .poll(async () => (await rows(course.director)).find((row) => row.EventId === eventId)?.Schedules)
      .toBe('past');
    const page = await openMap(await windowOf('director'), { url: course.url, eventId });
    await expect(bar(page).getByText(TEXTS.race.past)).toBeVisible();
    await expect(page.getByRole('region', { name: TEXTS.flags.title, exact: true })).toHaveCount(0);
    for (const name of [TEXTS.race.cleanFlags, TEXTS.race.resetLaps, TEXTS.timers.create])
      await expect(button(page, name)).toHaveCount(0);

    const past = { status: 418, body: { message: REFUSALS['event.past'] } };
    const body = { EventId: eventId, StateId: FLAGS.red, InvitationsSelected: [] };
    expect(await course.director.call('POST', '/flagRecords', body)).toMatchObject(past);
    const reset = await course.director.call<LapsResetAnswer>('PUT', `/events/resetLaps/${eventId}`);
    expect(reset).toMatchObject(past);
  } finally {
    short.stop();
  }
});
