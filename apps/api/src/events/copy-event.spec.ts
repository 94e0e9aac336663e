import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  FIELD_TEXTS,
  REFUSALS,
  type CircuitRouteAnswer,
  type CompetitorRow,
  type EventAnswer,
  type EventDetail,
  type PoisAnswer,
  type SectorRow,
  type StageRow,
} from '@flagpost/contracts';
import { until } from '@flagpost/testing';
import { NOW, startHarness, type Harness } from '../testing/harness.js';
import { aRace, type Race } from '../testing/race-fixture.js';
import { aSector } from '../testing/sector.js';

const DAY_MS = 24 * 3_600_000;
const iso = (time: number): string => new Date(time).toISOString();
const Start = iso(NOW + 30 * DAY_MS);
const points = [44, 44.01, 44.02].map((lat) => ({ lat, lng: 8 }));

let harness: Harness;
let race: Race;
beforeEach(async () => {
  harness = await startHarness();
  race = await aRace(harness);
  const planner = race.as('planner');
  const { eventId } = race;
  await planner.put('/circuitRoutes', {
    eventId,
    trackName: 'Langhe',
    pointsTrack: [{ Positions: points }],
    pointsMetaStart: points[0],
    pointsMetaFinish: points[2],
    mapPosition: { lat: 44, lng: 8, zoom: 12 },
  });
  await planner.post('/interestpoints', { eventId, pois: points });
  for (const number of [1, 2]) await aSector(planner, eventId, number);
  const car = await race.add('7');
  await race.add('8', { Brand: null });
  await planner.patch('/invitations/authorized', { Invitations: [car], Authorized: 1 });
  await planner.put(`/events/publish/${eventId}`);
});
afterEach(() => harness.stop());

const copy = (body: object, as = race.as('planner')) =>
  as.post(`/events/copy/${race.eventId}`, { Name: 'Next month', Start, ...body });
const read = async <T>(path: string): Promise<T> => (await race.as('planner').get(path)).body as T;
const copied = async (body: object) => {
  const { eveId } = (await copy(body)).body as EventAnswer;
  const { pois } = await read<PoisAnswer>(`/interestpoints/${eveId}`);
  return {
    eveId,
    pois,
    event: await read<EventDetail>(`/events/${eveId}`),
    route: await read<CircuitRouteAnswer>(`/circuitRoutes/${eveId}`),
    sectors: await read<SectorRow[]>(`/sectors/byTrack/${eveId}`),
    competitors: await read<CompetitorRow[]>(`/events/drivers/${eveId}`),
  };
};

describe('a copy of an event', () => {
  it('is a draft with its details, which finishes as many days later', async () => {
    const of = await read<EventDetail>(`/events/${race.eventId}`);
    const made = await copy({});
    const { eveId } = made.body as EventAnswer;
    expect([made.status, made.body]).toEqual([201, { eveId, eveName: 'Next month', stsId: 401, leftOut: 0 }]);
    const { event, route, sectors, pois, competitors } = await copied({});
    expect(event).toEqual({
      ...of,
      eveId: event.eveId,
      eveName: 'Next month',
      stsId: 401,
      eveStart: Start,
      eveFinish: iso(Date.parse(Start) + Date.parse(of.eveFinish) - Date.parse(of.eveStart)),
      traId: null,
      hasCompetitors: false,
      eveUpddate: event.eveUpddate,
    });
    expect([route.routes, sectors, pois, competitors]).toEqual([[], [], [], []]);
  });

  it('has what was chosen', async () => {
    const all = await copied({ Route: true, Pois: true, Sectors: true, Competitors: true });
    const of = await read<CircuitRouteAnswer>(`/circuitRoutes/${race.eventId}`);
    expect(all.route).toEqual({ ...of, routes: [{ id: all.eveId, name: 'Langhe' }] });
    const { pois } = await read<PoisAnswer>(`/interestpoints/${race.eventId}`);
    expect(all.pois.map(({ Lat, Long }) => [Lat, Long])).toEqual(pois.map(({ Lat, Long }) => [Lat, Long]));
    expect(new Set([...all.pois, ...pois].map(({ Id }) => Id)).size).toBe(6);
    expect(all.sectors.map(({ secNumber, traId }) => [secNumber, traId])).toEqual([
      [1, all.eveId],
      [2, all.eveId],
    ]);
    const pois2 = await copied({ Pois: true });
    expect([pois2.route.routes, pois2.pois.length]).toEqual([[], 3]);
  });

  it('keeps the pictures of its sectors if the original is deleted', async () => {
    const { eveId, sectors } = await copied({ Route: true, Sectors: true });
    const former = await read<SectorRow[]>(`/sectors/byTrack/${race.eventId}`);
    const shown = async ({ secPicpath }: SectorRow) =>
      (await harness.with(null).get(`/${secPicpath}`)).status;
    await race.as('planner').delete(`/events/${race.eventId}`).expect(200);
    for (const sector of former) await until('it to be erased', async () => (await shown(sector)) === 404);
    expect(await Promise.all(sectors.map(shown))).toEqual([200, 200]);
    expect(await read<SectorRow[]>(`/sectors/byTrack/${eveId}`)).toEqual(sectors);
  });

  it('has its special stages at the same times of day, without a track too', async () => {
    const { eventId } = race;
    const of = await read<EventDetail>(`/events/${eventId}`);
    const StartDate = iso(Date.parse(of.eveStart) + 2 * 3_600_000);
    const stages = [{ Stages: 1, Name: 'Langhe 1', Km: 12.4, StartDate }];
    await race.as('planner').post('/events/specialstages', { eventId, stages }).expect(200);
    const stagesOf = (id: number) => read<StageRow[]>(`/events/specialstages/${id}`);
    expect(await stagesOf((await copied({ Route: true })).eveId)).toEqual([]);
    // In winter time: two hours after the start on the clock of the track.
    const winter = await copied({ Stages: true, Start: '2027-01-10T08:00:00.000Z' });
    expect(await stagesOf(winter.eveId)).toEqual([
      { ...stages[0], StartDate: '2027-01-10T10:00:00.000Z', Positions: null, Start: null, Finish: null },
    ]);
  });

  it('has its competitors, neither sent nor authorized', async () => {
    const { competitors } = await copied({ Competitors: true });
    const of = await read<CompetitorRow[]>(`/events/drivers/${race.eventId}`);
    expect(of.map(({ Authorized }) => Authorized)).toEqual([1, 0]);
    expect(competitors).toHaveLength(2);
    for (const [index, competitor] of competitors.entries())
      expect(competitor).toMatchObject({
        Number: of[index]?.Number,
        UserId: of[index]?.UserId,
        Brand: of[index]?.Brand,
        CategoryId: race.categoryId,
        Authorized: 0,
        StatusId: 1504,
      });
  });

  it('leaves out who was deleted from the institution since, and says how many', async () => {
    const of = await read<CompetitorRow[]>(`/events/drivers/${race.eventId}`);
    await harness.time.advance(DAY_MS);
    const planner = race.as('planner');
    await planner.delete(`/drivers/${of[0]?.UserId}`).expect(200);
    const later = { Start: iso(NOW + 60 * DAY_MS), Competitors: true };
    const made = await copy(later, planner);
    expect(made.body).toMatchObject({ leftOut: 1 });
    const { eveId } = made.body as EventAnswer;
    const competitors = await read<CompetitorRow[]>(`/events/drivers/${eveId}`);
    expect(competitors.map(({ UserId }) => UserId)).toEqual([of[1]?.UserId]);
    await race.as('admin').delete(`/people/${of[1]?.UserId}`).expect(200);
    expect((await copy(later, planner)).body).toMatchObject({ leftOut: 2 });
  });

  it('has other categories, and competitors without those that it has not', async () => {
    const made = await race.as('planner').post('/driverCategories', { Name: 'R5' });
    const { catId } = made.body as { catId: number };
    const { event, competitors } = await copied({ Categories: [catId], Competitors: true });
    expect(event.categories).toEqual([catId]);
    expect(competitors.map(({ CategoryId }) => CategoryId)).toEqual([null, null]);
  });

  it('is made once for one key, with the same competitors', async () => {
    const ask = () => copy({ Competitors: true }).set('Idempotency-Key', 'k1');
    const [first, again] = [await ask(), await ask()];
    expect(again.body).toEqual(first.body);
    const log = await harness.dependencies.store.readAll(null, 1_000);
    expect(log.filter(({ type }) => type === 'EventCopied')).toHaveLength(1);
    expect(log.filter(({ type }) => type === 'InvitationAdded')).toHaveLength(4);
  });

  it('is for whoever may create events of the club, also of a past one', async () => {
    for (const as of [race.as('viewer'), race.as('director'), race.rival('planner')])
      expect((await copy({}, as)).status).toBe(403);
    await harness.time.advance(DAY_MS);
    expect((await copy({}, harness.as({ roles: ['admin'], clubId: null }))).status).toBe(201);
  });

  it('is refused for what no event can be', async () => {
    const fields = async (body: object): Promise<unknown> => (await copy(body)).body.fields;
    expect(await fields({ Name: '', Start: undefined })).toEqual({
      Name: FIELD_TEXTS.name,
      Start: FIELD_TEXTS.start,
    });
    expect(await fields({ Finish: Start })).toEqual({ Finish: FIELD_TEXTS.finishAfterStart });
    expect(await fields({ Sectors: true })).toEqual({ Sectors: FIELD_TEXTS.sectorsNeedTrack });
    expect(await fields({ Categories: [] })).toEqual({ Categories: FIELD_TEXTS.categories });
    expect((await copy({ Categories: [998] })).body.message).toBe(REFUSALS['category.missing']);
    const past = await copy({ Start: iso(NOW - 3 * DAY_MS), Route: true });
    expect(past.body.fields).toEqual({ Finish: FIELD_TEXTS.finishPast });
  });
});
