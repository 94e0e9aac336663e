import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TOTAL_COUNT_HEADER, type EventRow, type EventSort } from '@flagpost/contracts';
import { NOW, startHarness, type Harness, type Requests } from '../testing/harness.js';
import { aRace, clubDetails, eventBody, type Race } from '../testing/race-fixture.js';
import { heldAt } from '../testing/recorded.js';

const HOUR_MS = 3_600_000;
const iso = (time: number): string => new Date(time).toISOString();
const hours = (from: number, to: number) => ({
  Start: iso(NOW + from * HOUR_MS),
  Finish: iso(NOW + to * HOUR_MS),
});

let harness: Harness;
let race: Race;
beforeEach(async () => {
  harness = await startHarness();
  race = await aRace(harness);
  const make = (changes: object) => race.as('planner').post('/events', eventBody(race.categoryId, changes));
  await make({ Name: 'Älpine 24', ...hours(10, 34), City: 'Cuneo' });
  await make({ Name: 'Zolder (GT)', ...hours(5, 6), CouId: 56, CircuitName: 'Zolder' });
  const former = await make({ Name: 'Ronde' });
  const period = { startsAt: NOW - 48 * HOUR_MS, finishesAt: NOW - 40 * HOUR_MS };
  await heldAt(harness, former.body.eveId as number, period);
  await race.as('planner').delete(`/events/${(await make({ Name: 'Called off' })).body.eveId}`);
  const running = await make({ Name: 'Under way', ...hours(-1, 1) });
  await race.as('planner').put(`/events/publish/${running.body.eveId}`);
});
afterEach(() => harness.stop());

const list = async (query: string, as: Requests = race.as('viewer'), path = '/events') => {
  const { status, headers, body } = await as.get(`${path}?${query}`);
  expect(status).toBe(200);
  return {
    names: (body as EventRow[]).map(({ Name }) => Name),
    total: Number(headers[TOTAL_COUNT_HEADER.toLowerCase()]),
  };
};

describe('the list of events', () => {
  it('has all of the club in order of start, unless a part is asked for', async () => {
    const names = ['Ronde', 'Rally Alba', 'Under way', 'Zolder (GT)', 'Älpine 24'];
    expect(await list('')).toEqual({ names, total: 5 });
    expect(await list('', race.as('admin'), `/events/byClub/${race.clubId}`)).toEqual({ names, total: 5 });
    expect(await list('', race.rival('planner'))).toEqual({ names: [], total: 0 });
  });

  it('has upcoming events, and current ones that are not published, in one tab, and past ones in another', async () => {
    expect(await list('tab=current')).toEqual({
      names: ['Rally Alba', 'Zolder (GT)', 'Älpine 24'],
      total: 3,
    });
    expect(await list('tab=past&order=desc', race.as('admin'))).toEqual({ names: ['Ronde'], total: 1 });
    await harness.time.advance(7 * HOUR_MS);
    const viewer = harness.as({ roles: ['viewer'], clubId: race.clubId });
    expect((await list('tab=past', viewer)).names).toEqual([
      'Ronde',
      'Rally Alba',
      'Under way',
      'Zolder (GT)',
    ]);
  });

  it('has pages, and says how many events are on all of them', async () => {
    expect(await list('first=0&rows=2')).toEqual({ names: ['Ronde', 'Rally Alba'], total: 5 });
    expect(await list('first=4&rows=2')).toEqual({ names: ['Älpine 24'], total: 5 });
    expect(await list('first=6&rows=2')).toEqual({ names: [], total: 5 });
  });

  it.each([
    ['alpine', ['Älpine 24']],
    ['ZOLDER (gt)', ['Zolder (GT)']],
    ['belgium', ['Zolder (GT)']],
    ['cuneo 24', ['Älpine 24']],
    ['motor club', ['Ronde', 'Rally Alba', 'Under way', 'Zolder (GT)', 'Älpine 24']],
    ['.*', []],
    ['  ', ['Ronde', 'Rally Alba', 'Under way', 'Zolder (GT)', 'Älpine 24']],
  ])('is searched without case and accents for %j', async (search, names) => {
    expect((await list(`search=${encodeURIComponent(search)}`)).names).toEqual(names);
  });

  it.each<[EventSort, string]>([
    ['Name', 'Älpine 24'],
    ['Start', 'Ronde'],
    ['Finish', 'Ronde'],
    ['Localization', 'Ronde'],
    ['Country', 'Zolder (GT)'],
    ['Authorized', 'Ronde'],
    ['Invited', 'Ronde'],
    ['State', 'Ronde'],
    ['CircuitName', 'Ronde'],
    ['ClubName', 'Ronde'],
  ])('is sorted by %s', async (sort, first) => {
    const { names } = await list(`sort=${sort}`, race.as('admin'));
    expect(names[0]).toBe(first);
    const reversed = await list(`sort=${sort}&order=desc`, race.as('admin'));
    expect(new Set(reversed.names)).toEqual(new Set(names));
  });

  it('follows competitors, and the names of institutions', async () => {
    const car = await race.add('7');
    await race.as('planner').patch('/invitations/authorized', { Invitations: [car], Authorized: 1 });
    for (const sort of ['Invited', 'Authorized'])
      expect((await list(`sort=${sort}&order=desc`)).names[0]).toBe('Rally Alba');
    await harness.api.clubs.ensure(clubDetails('Aero Club'));
    const club = (await race.as('admin').get(`/clubs/${race.clubId}`)).body as Record<string, unknown>;
    const renamed = await race.as('admin').put(`/clubs/${race.clubId}`, {
      ...club,
      cluMail: 'club@example.org',
      cluName: 'Scuderia Langhe',
    });
    expect(renamed.status).toBe(200);
    expect((await list('search=langhe%20scuderia')).total).toBe(5);
    expect((await list('search=motor%20club')).total).toBe(0);
  });

  it.each(['tab=future', 'sort=eveName', 'order=up', 'first=-1', 'first=a', 'search=a&search=b'])(
    'refuses %s',
    async (query) => {
      expect((await race.as('viewer').get(`/events?${query}`)).status).toBe(400);
    },
  );

  it.each(['rows=0', 'rows=101', 'rows=all'])(
    'refuses %s, and says how many rows it answers',
    async (query) => {
      const { status, body } = await race.as('viewer').get(`/events?${query}`);
      expect(status).toBe(400);
      expect(body.fields).toEqual({ rows: 'A number from 1 to 100 is expected.' });
    },
  );
});
