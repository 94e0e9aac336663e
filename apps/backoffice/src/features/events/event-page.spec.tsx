import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  PUBLISHED_STATE_ID,
  type CircuitRouteAnswer,
  type EventDetail,
  type RoleName,
} from '@flagpost/contracts';
import { TEXTS } from '../../shared/texts.js';
import { aCompetitor, anEvent, aReportedFlag, READY } from '../../testing/events.js';
import type { Asked } from '../../testing/fetch.js';
import { button, field, leave, ok, openAs, refused } from '../../testing/office.js';

const words = TEXTS.event;
const HOUR_MS = 3_600_000;

afterEach(leave);

/** Comes in ten days, so that the spec holds whenever it runs. */
const COMING = {
  eveStart: new Date(Date.now() + 240 * HOUR_MS).toISOString(),
  eveFinish: new Date(Date.now() + 250 * HOUR_MS).toISOString(),
};
const POIS = Array.from({ length: 7 }, (_, poi) => ({
  ...{ Id: poi + 1, Lat: 44.391234567, Long: 8.27, Description: `Post ${poi + 1}`, Icon: 'location' },
}));
const open = (role: RoleName, changes: Partial<EventDetail> = {}, answers = {}) =>
  openAs(role, '/event/7', {
    'GET /events/7': ok(anEvent({ ...COMING, ...changes })),
    'GET /events/ready/7': ok(READY),
    'GET /events/drivers/7': ok([aCompetitor(12, { Authorized: 1 }), aCompetitor(7)]),
    'GET /interestpoints/7': ok({ pois: POIS }),
    'GET /events/categories/7': ok([{ Id: 1, Description: 'WRC', selected: true }]),
    'GET /circuitRoutes/7': refused(404, { message: 'No track.' }),
    'GET /events/': ok([]),
    ...answers,
  });
const title = (name = 'Ronde') => screen.findByRole('heading', { name, level: 1 });
/** Without the report of the map, which cannot be drawn here. */
const sentTo = (calls: readonly Asked[], path: string): unknown[] =>
  calls.filter((asked) => asked.path === `/api${path}`).map(({ body }) => body);
/** Every button of the event as a whole. */
const offered = (): string[] =>
  Object.values({
    back: TEXTS.back,
    ...{ remove: words.remove, edit: words.edit, publish: words.publishEvent },
    ...{ postpone: words.postpone, copy: words.copy, reset: TEXTS.race.resetLaps },
    ...{ report: TEXTS.event.map.report, download: TEXTS.event.map.download },
  }).filter((name) => screen.queryAllByRole('button', { name }).length > 0);

it.each([
  [
    'admin',
    ['Back', 'Delete event', 'Edit details', 'Publish event', 'Postpone', 'Copy event', 'Reset laps'],
  ],
  ['planner', ['Back', 'Delete event', 'Edit details', 'Publish event', 'Postpone', 'Copy event']],
  ['viewer', ['Back']],
  ['director', ['Back', 'Reset laps']],
] as const)('offers to %s: %j, and the reports of the race', async (role, buttons) => {
  open(role);
  await title();
  await screen.findByText(TEXTS.event.ready.title);
  expect(offered()).toEqual([...buttons, 'Export race reports']);
  expect(screen.getByRole('link', { name: TEXTS.liveNow.watch }).getAttribute('href')).toBe('/map/7');
});

it('shows what the event is, five points of interest, and all of them in a dialog', async () => {
  const { user } = open('viewer');
  await title();
  const facts = within(screen.getByRole('region', { name: words.facts }));
  for (const text of ['Cairo Montenotte, Savona, Italy', 'Scuderia Colline', 'Not published'])
    expect(facts.getByText(text)).toBeTruthy();
  expect(await facts.findByText('WRC')).toBeTruthy();
  const pois = within(screen.getByRole('region', { name: TEXTS.event.pois.title }));
  expect(await pois.findAllByRole('listitem')).toHaveLength(5);
  expect(pois.getByText('Post 1').parentElement?.textContent).toBe('Post 144.3912345, 8.27');
  await user.click(button(TEXTS.event.pois.viewAll));
  const dialog = within(await screen.findByRole('dialog', { name: TEXTS.event.pois.dialog }));
  expect(dialog.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Description',
    'Lat',
    'Long',
  ]);
  expect(dialog.getByText('Showing 1 to 7 of 7 points of interest')).toBeTruthy();
});

it('lists the competitors by car number', async () => {
  open('viewer');
  await title();
  const table = within(screen.getByRole('region', { name: TEXTS.entries.title }));
  expect(await table.findAllByText('Ada Rossi (0+)')).toHaveLength(2);
  const [, ...rows] = table.getAllByRole('row');
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    ['7', 'Not Send', 'No', 'Ada Rossi (0+)', '–', 'WRC', 'Belbo', 'Sedici'],
    ['12', 'Not Send', 'Yes', 'Ada Rossi (0+)', '–', 'WRC', 'Belbo', 'Sedici'],
  ]);
});

it('says what keeps the race from starting, and leads to where it is mended', async () => {
  const { user } = open('planner');
  const panel = within(await screen.findByRole('region', { name: TEXTS.event.ready.title }));
  for (const text of [
    ...['Not published', 'Track with start and finish: 1 of 3', 'Categories: 1'],
    ...['Licenses left: 4, still needed: 9', 'Cars heard in the last day: 12 of 31'],
  ])
    expect(await panel.findByText(text)).toBeTruthy();
  expect(panel.getByText(/Competitors authorized: 31 of 40/)).toBeTruthy();
  expect(panel.getByText('Ada Rossi: car number, brand missing')).toBeTruthy();
  expect(panel.getByRole('link', { name: TEXTS.event.ready.ways.licences }).getAttribute('href')).toBe(
    '/club/4',
  );
  await user.click(panel.getByRole('button', { name: words.publishEvent }));
  expect(await screen.findByRole('dialog', { name: words.publishEvent })).toBeTruthy();
});

it('says what becomes visible and how many invitations go out, and publishes', async () => {
  const { user, calls } = open('planner', {}, { 'PUT /events/publish/7': ok({}) });
  await title();
  await user.click(screen.getAllByRole('button', { name: words.publishEvent })[0]!);
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('38 invitations go out.')).toBeTruthy();
  for (const text of ['Categories: 1', 'Competitors: 40', TEXTS.event.publish.noTrack])
    expect(dialog.getByText(text)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: words.publishEvent }));
  expect(await screen.findByText('Event Published')).toBeTruthy();
  expect(calls.filter(({ method }) => method === 'PUT').map(({ path }) => path)).toEqual([
    '/api/events/publish/7',
  ]);
});

describe('deleting', () => {
  it('asks, goes to the list and says so there', async () => {
    const { user } = open('planner', {}, { 'DELETE /events/7': ok({}) });
    await title();
    await user.click(button(words.remove));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByRole('textbox')).toBeNull();
    await user.click(dialog.getByRole('button', { name: words.remove }));
    expect(await screen.findByText('Event Deleted')).toBeTruthy();
    expect(screen.getByRole('heading', { name: TEXTS.events.titles.current })).toBeTruthy();
  });

  it('asks for the name of an event whose races were run', async () => {
    const { user, calls } = open('planner', { hasRaces: true }, { 'DELETE /events/7': ok({}) });
    await title();
    await user.click(button(words.remove));
    const name = field(words.removeName('Ronde'));
    await user.type(name, 'ronde{Enter}');
    expect(await screen.findByText(words.removeWrong)).toBeTruthy();
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
    await user.clear(name);
    await user.type(name, 'Ronde{Enter}');
    expect(await screen.findByText('Event Deleted')).toBeTruthy();
  });
});

it.each([
  ['Ronde  Notturna', 'Ronde Notturna'],
  ['Ronde d\u2019Estate\u0301', 'Ronde d\u2019Estat\u00e9'],
])('deletes %j by what its page shows', async (eveName, typed) => {
  const { user } = open('planner', { hasRaces: true, eveName }, { 'DELETE /events/7': ok({}) });
  await user.click(await screen.findByRole('button', { name: words.remove }));
  await user.type(screen.getByRole('textbox'), `${typed}{Enter}`);
  expect(await screen.findByText('Event Deleted')).toBeTruthy();
});

it('postpones with a reason, and the finish follows the start until somebody types it', async () => {
  const { user, calls } = open('planner', {}, { 'PUT /events/postpone/7': ok({}) });
  await title();
  await user.click(button(words.postpone));
  const start = field(TEXTS.event.dialog.start);
  await user.clear(start);
  await user.type(start, '2028-01-01T10:00');
  await waitFor(() => expect(field(TEXTS.event.dialog.finish).value).toBe('2028-01-01T20:00'));
  await user.type(field(words.reason), 'Snow{Enter}');
  expect(await screen.findByText('Event Postponed')).toBeTruthy();
  expect(sentTo(calls, '/events/postpone/7')).toEqual([
    { Start: '2028-01-01T09:00:00.000Z', Finish: '2028-01-01T19:00:00.000Z', Reason: 'Snow' },
  ]);
});

it('is not postponed any more once it has begun, though the page was opened before', async () => {
  const begun = Date.now() + HOUR_MS;
  const start = { eveStart: new Date(begun).toISOString() };
  const { user } = open('planner', start, { 'PUT /events/publish/7': ok({}) });
  await title();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(begun);
  await user.click(screen.getAllByRole('button', { name: words.publishEvent })[0]!);
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: words.publishEvent }));
  await waitFor(() => expect(screen.queryByRole('button', { name: words.postpone })).toBeNull());
  clock.mockRestore();
});

/** As a planner, whose copy is event 8. */
const openToCopy = (leftOut: number) =>
  open(
    'planner',
    {},
    {
      'POST /events/copy/7': ok({ eveId: 8, leftOut }),
      'GET /events/8': ok(anEvent({ ...COMING, eveId: 8, eveName: 'Ronde (copy)' })),
      'GET /events/ready/8': ok(READY),
      'GET /interestpoints/8': ok({ pois: [] }),
      'GET /events/drivers/8': ok([]),
      'GET /events/categories/8': ok([{ Id: 1, Description: 'WRC', selected: true }]),
      'GET /circuitRoutes/8': refused(404, { message: 'No track.' }),
      'GET /driverCategories/IdDescriptionByClub/4': ok([{ Id: 1, Description: 'WRC', selected: false }]),
    },
  );

it('copies what is chosen, and goes to the copy', async () => {
  const { user, calls } = openToCopy(0);
  await title();
  await user.click(button(words.copy));
  await user.click(screen.getByRole('checkbox', { name: words.copyCompetitors }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: words.copy }));
  await title('Ronde (copy)');
  expect(await screen.findByText('Event Created')).toBeTruthy();
  expect(sentTo(calls, '/events/copy/7')).toEqual([
    expect.objectContaining({
      ...{ Name: 'Ronde (copy)', Categories: [1] },
      ...{ Route: false, Sectors: false, Pois: true, Competitors: true },
    }),
  ]);
});

it.each([
  [1, '1 competitor was left out, as they were deleted from the institution.'],
  [2, '2 competitors were left out, as they were deleted from the institution.'],
])('says that a copy lacks %i who were deleted', async (leftOut, sentence) => {
  const { user } = openToCopy(leftOut);
  await title();
  await user.click(button(words.copy));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: words.copy }));
  await title('Ronde (copy)');
  expect(await screen.findByText(`Event Created. ${sentence}`)).toBeTruthy();
});

it.each([
  ['planner', false, 'Manage competitors'],
  ['planner', true, 'View competitors list'],
  ['viewer', false, 'View competitors list'],
  ['director', false, 'View competitors list'],
] as const)('leads a %s to the competitors, past: %s, by %s', async (role, past, name) => {
  open(role, { past });
  const link = await screen.findAllByRole('link', { name });
  expect(link.at(-1)?.getAttribute('href')).toBe(`/drivers/7/${past}/null`);
});

it('is finished once it is past: nothing to mend, and it can be printed', async () => {
  open('planner', { past: true, stsId: PUBLISHED_STATE_ID });
  await screen.findByText('FINISHED EVENT', { selector: '.p-tag-value' });
  expect(offered()).toEqual(['Back', 'Delete event', 'Copy event', 'Export race reports', 'Download']);
  expect(screen.queryByRole('region', { name: TEXTS.event.ready.title })).toBeNull();
});

it('is printed once all of it has been read, and not if a part cannot be', async () => {
  const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
  let isThere = false;
  const flag = aReportedFlag(1, { StateId: 800, Message: 'Slow down' });
  const { user } = open(
    'planner',
    { past: true, stsId: PUBLISHED_STATE_ID },
    { 'GET /events/flags/7': () => (isThere ? ok([flag]) : refused(500, {})) },
  );
  await user.click(await screen.findByRole('button', { name: words.map.download }));
  await user.click(await screen.findByRole('button', { name: TEXTS.ok }));
  expect(print).not.toHaveBeenCalled();
  isThere = true;
  print.mockImplementation(() => expect(screen.getByText('Slow down')).toBeTruthy());
  await user.click(button(words.map.download));
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  expect(print.mock.results[0]?.type).toBe('return');
  print.mockRestore();
});

it('says Invalid data where there is nothing to report', async () => {
  const { user } = open('viewer');
  await title();
  await user.click(button(TEXTS.event.map.report));
  expect(await screen.findByText('Invalid data')).toBeTruthy();
});

it('offers a track to export where there is one', async () => {
  const at = { lat: 44.5, lng: 8.25 };
  const route: CircuitRouteAnswer = {
    track: {
      name: 'Colline',
      pointsTrack: [{ Positions: [at, { lat: 44.6, lng: 8.3 }] }],
      pointsMetaStart: at,
      pointsMetaFinish: null,
      pointsBoxes: null,
      kilometres: 11.81,
    },
    gmt: 2,
    routes: [],
    mapPosition: null,
    revision: 1,
    savedAt: null,
    savedBy: null,
  };
  open('viewer', {}, { 'GET /circuitRoutes/7': ok(route) });
  expect(await screen.findByRole('button', { name: 'Export track' })).toBeTruthy();
});

it('offers no track to export where there is none', async () => {
  open('viewer');
  await title();
  await screen.findByText(TEXTS.event.ready.title);
  expect(screen.queryByRole('button', { name: 'Export track' })).toBeNull();
});

it('says that an event is not there, with the way back', async () => {
  open('viewer', {}, { 'GET /events/7': refused(404, { message: 'Not there.' }) });
  expect(await screen.findByText(TEXTS.race.notFound)).toBeTruthy();
  expect(button(TEXTS.toEvents)).toBeTruthy();
});
