import type { APIRequestContext } from '@playwright/test';
import {
  ANSWER_TEXTS,
  FLAGS,
  REFUSALS,
  type AlertRow,
  type EventRow,
  type FlagRow,
  type LapRow,
  type LapsResetAnswer,
  type TimerRow,
} from '@flagpost/contracts';
import { signIn, type Caller } from '../apps/standalone/src/testing/calls.js';
import { startScriptedRace } from '../apps/standalone/src/testing/scripted-race.js';
import { TEXTS } from '../apps/backoffice/src/shared/texts.js';
import { EMAILS, expect, openMap, test, type Account, type Course } from './race.js';
import { bar, button, carRow, liveMap, panel, sosCard } from './screen.js';

type Right = 'read' | 'control' | 'resetLaps';

/** Specification 001, section 6: its roles, on an event of their own club (an administrator's are all). */
const MAY: Record<Right, readonly Account[]> = {
  read: ['admin', 'planner', 'director', 'viewer'],
  control: ['director'],
  resetLaps: ['admin', 'director'],
};

interface Call {
  readonly right: Right;
  readonly path: string;
  readonly body?: unknown;
}

/** Every call of race control, as the description of the api names it. What begins another one's state comes first. */
const callsOn = (eventId: number, alertId: number, timerId: number): Record<string, Call> => ({
  'GET /api/events/flags/{id}': { right: 'read', path: `/events/flags/${eventId}` },
  'GET /api/events/alerts/{id}': { right: 'read', path: `/events/alerts/${eventId}` },
  'GET /api/events/laps/{id}': { right: 'read', path: `/events/laps/${eventId}` },
  'GET /api/events/timers/{id}': { right: 'read', path: `/events/timers/${eventId}` },
  'POST /api/flagRecords': {
    right: 'control',
    path: '/flagRecords',
    body: { EventId: eventId, StateId: FLAGS.yellow, InvitationsSelected: [] },
  },
  'POST /api/alerts/{id}/acknowledge': { right: 'control', path: `/alerts/${alertId}/acknowledge` },
  'POST /api/alerts/{id}/clear': { right: 'control', path: `/alerts/${alertId}/clear` },
  'DELETE /api/flagRecords/event/{eventId}': { right: 'control', path: `/flagRecords/event/${eventId}` },
  'POST /api/timers': { right: 'control', path: '/timers', body: { EventId: eventId, Title: 'Stint' } },
  'PUT /api/timers/{id}/start': { right: 'control', path: `/timers/${timerId}/start` },
  'PUT /api/timers/{id}/pause': { right: 'control', path: `/timers/${timerId}/pause` },
  'PUT /api/timers/{id}/resume': { right: 'control', path: `/timers/${timerId}/resume` },
  'PUT /api/timers/{id}/stop': { right: 'control', path: `/timers/${timerId}/stop` },
  'DELETE /api/timers/{id}': { right: 'control', path: `/timers/${timerId}` },
  'PUT /api/events/resetLaps/{id}': { right: 'resetLaps', path: `/events/resetLaps/${eventId}` },
});

/** All calls that the api describes under race control. */
const described = async (request: APIRequestContext, url: string): Promise<string[]> => {
  const { paths } = (await (await request.get(`${url}/api/docs-json`)).json()) as {
    paths: Record<string, Record<string, { tags?: string[] }>>;
  };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { tags }]) =>
      tags?.includes('race control') === true ? [`${method.toUpperCase()} ${path}`] : [],
    ),
  );
};

const openSos = async (course: Course, carNumber: string): Promise<number> => {
  course.car(carNumber).say('sos');
  const find = async (): Promise<AlertRow | undefined> =>
    (await course.alerts()).find((alert) => alert.CarNumber === carNumber && alert.ClearedAt === null);
  await expect.poll(find).toBeDefined();
  return (await find())?.AlertId ?? 0;
};

test('by call: everybody may do what section 6 says, and no more', async ({ course, request }) => {
  const { eventId, director, url } = course;
  const alertId = await openSos(course, '10');
  const made = await director.call<TimerRow>('POST', '/timers', { EventId: eventId, Title: 'Session' });
  const calls = callsOn(eventId, alertId, made.body.TimerId);
  expect(Object.keys(calls).sort()).toEqual((await described(request, url)).sort());

  const state = async (): Promise<unknown> => ({
    flags: (await course.flags()).map(({ FlagId, ClearedAt }: FlagRow) => [FlagId, ClearedAt]),
    alerts: await course.alerts(),
    timers: (await director.call<{ timers: TimerRow[] }>('GET', `/events/timers/${eventId}`)).body.timers,
    epochs: new Set(
      (await director.call<LapRow[]>('GET', `/events/laps/${eventId}`)).body.map(({ LapEpoch }) => LapEpoch),
    ),
  });
  const walk = async (account: Account, rights: readonly Right[]): Promise<void> => {
    const caller = await signIn(url, EMAILS[account]);
    for (const [name, { right, path, body }] of Object.entries(calls)) {
      if (!rights.includes(right)) continue;
      const { status } = await caller.call(name.split(' ')[0] ?? '', path, body);
      const isAllowed = MAY[right].includes(account);
      expect([account, name, isAllowed ? status < 300 : status]).toEqual([account, name, isAllowed || 403]);
    }
  };

  const before = await state();
  for (const account of ['viewer', 'rival'] as const) await walk(account, ['read', 'control', 'resetLaps']);
  for (const account of ['admin', 'planner'] as const) await walk(account, ['read', 'control']);
  await walk('planner', ['resetLaps']);
  expect(await state()).toEqual(before);
  // The same calls are carried out for who may: none was refused for another reason.
  await walk('director', ['read', 'control', 'resetLaps']);
  await walk('admin', ['resetLaps']);
});

test('a viewer, a planner and an administrator watch; points, and the administrator’s reset, are all they have', async ({
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
    await expect(button(page, TEXTS.race.resetLaps)).toHaveCount(account === 'admin' ? 1 : 0);
    await expect(page.getByRole('region', { name: TEXTS.flags.title, exact: true })).toHaveCount(0);
    for (const name of [
      TEXTS.race.cleanFlags,
      TEXTS.snapshot.open,
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
      .poll(async () => (await rows(course.director)).find((row) => row.EventId === eventId)?.Schedules, {
        timeout: 15_000,
      })
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
