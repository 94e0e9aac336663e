import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FIELD_TEXTS, REFUSALS, type EventMapAnswer, type PoisAnswer } from '@flagpost/contracts';
import { startHarness, type Harness } from '../testing/harness.js';
import { aRace, type Race } from '../testing/race-fixture.js';

let harness: Harness;
let race: Race;

beforeEach(async () => {
  harness = await startHarness();
  race = await aRace(harness);
});
afterEach(() => harness.stop());

const line = [
  { lat: 44, lng: 8 },
  { lat: 44.01, lng: 8 },
];

describe('a circuit route', () => {
  it('is empty until it is drawn, and keeps what a later drawing leaves out', async () => {
    const path = `/circuitRoutes/${race.eventId}`;
    const empty = await race.as('viewer').get(path);
    expect(empty.body).toEqual({
      track: {
        name: null,
        pointsTrack: [],
        pointsMetaStart: null,
        pointsMetaFinish: null,
        pointsBoxes: null,
        kilometres: 0,
      },
      gmt: 2,
      routes: [],
      mapPosition: null,
      revision: 0,
      savedAt: null,
      savedBy: null,
    });
    const box = [...line, { lat: 44, lng: 8.01 }];
    const drawn = await race.as('planner').post('/circuitRoutes', {
      eventId: race.eventId,
      trackName: 'Langhe',
      pointsTrack: [{ Positions: line }],
      pointsMetaFinish: line[0],
      pointsBoxes: box,
      gmt: 5.5,
    });
    expect(drawn.status).toBe(200);
    const moved = await race.as('viewer').put('/circuitRoutes', {
      eventId: race.eventId,
      pointsMetaFinish: null,
      mapPosition: { lat: 44, lng: 8, zoom: 12 },
    });
    const expected = {
      track: {
        name: 'Langhe',
        pointsTrack: [{ Positions: line }],
        pointsMetaStart: null,
        pointsMetaFinish: null,
        pointsBoxes: [...box, box[0]],
        kilometres: 1.11,
      },
      gmt: 2,
      routes: [{ id: race.eventId, name: 'Langhe' }],
      mapPosition: { lat: 44, lng: 8, zoom: 12 },
      // Drawn by five events, and changed by two.
      revision: 7,
      savedAt: expect.any(String),
      savedBy: expect.any(String),
    };
    expect(moved.body).toEqual(expected);
    expect((await race.as('viewer').get(path)).body).toEqual(expected);
    expect((await race.as('viewer').get(`/events/${race.eventId}`)).body.traId).toBe(race.eventId);
  });

  it('has the kilometres of the line on which the finish lies, whatever else is drawn', async () => {
    const other = line.map(({ lat, lng }) => ({ lat: lat + 0.1, lng }));
    const { body } = await race.as('planner').post('/circuitRoutes', {
      eventId: race.eventId,
      pointsTrack: [{ Positions: [...other, { lat: 44.2, lng: 8 }] }, { Positions: line }],
      pointsMetaFinish: line[0],
    });
    expect(body.track.kilometres).toBe(1.11);
  });

  it('is not drawn by directors, other clubs or nonsense', async () => {
    const body = { eventId: race.eventId, gmt: 1 };
    expect((await race.as('director').put('/circuitRoutes', body)).status).toBe(403);
    expect((await race.rival('planner').put('/circuitRoutes', body)).status).toBe(403);
    expect((await race.as('planner').put('/circuitRoutes', { ...body, eventId: 77 })).status).toBe(404);
    const off = await race
      .as('planner')
      .put('/circuitRoutes', { ...body, pointsMetaStart: { lat: 91, lng: 0 } });
    expect(off.body.fields).toEqual({ 'pointsMetaStart.lat': expect.any(String) });
    const odd = await race.as('planner').put('/circuitRoutes', { ...body, gmt: 1.1 });
    expect(odd.body).toEqual({ statusCode: 418, message: REFUSALS['route.gmt'] });
  });
});

it('a track has a name, or none is sent', async () => {
  const draw = (trackName: unknown) =>
    race.as('planner').post('/circuitRoutes', { eventId: race.eventId, trackName });
  for (const empty of ['', '  ', '\u200b', null])
    expect((await draw(empty)).body.fields).toEqual({ trackName: FIELD_TEXTS.trackName });
  expect((await draw(undefined)).status).toBe(200);
  expect((await draw('Langhe')).status).toBe(200);
});

describe('points of interest', () => {
  it('are saved as a whole set and keep their ids', async () => {
    const save = async (pois: object[]) =>
      race.as('planner').post('/interestpoints', { eventId: race.eventId, pois });
    const first = await save([
      { lat: 44, lng: 8, id: null },
      { lat: 44.1, lng: 8.1, id: 0, description: 'Post 3', icon: 'ambulancia' },
    ]);
    const { pois } = first.body as PoisAnswer;
    expect(pois).toEqual([
      { Id: expect.any(Number), Lat: 44, Long: 8, Description: 'New POI', Icon: 'location' },
      { Id: expect.any(Number), Lat: 44.1, Long: 8.1, Description: 'Post 3', Icon: 'ambulancia' },
    ]);
    const kept = { lat: 44.2, lng: 8.1, id: pois[1]!.Id, description: 'Post 3', icon: 'ambulancia' };
    await save([kept]);
    const read = await race.as('director').get(`/interestpoints/${race.eventId}`);
    expect(read.body).toEqual({ pois: [{ ...pois[1], Lat: 44.2 }] });
    expect((await save([{ ...kept, id: 4711 }])).status).toBe(404);
  });

  it('are deleted one by one by who draws the map, until the event is over', async () => {
    const planner = race.as('planner');
    const save = (pois: object[]) => planner.post('/interestpoints', { eventId: race.eventId, pois });
    const { pois } = (
      await save([
        { lat: 44, lng: 8 },
        { lat: 44.1, lng: 8.1 },
      ])
    ).body as PoisAnswer;
    const [first, second] = pois.map(({ Id }) => `/interestpoints/${Id}`);
    expect((await race.as('director').delete(first!)).status).toBe(403);
    expect((await race.rival('planner').delete(first!)).status).toBe(403);
    const left = { pois: [pois[1]] };
    const deleted = await race.as('viewer').delete(first!);
    expect([deleted.status, deleted.body]).toEqual([200, left]);
    expect((await race.as('viewer').delete(first!)).status).toBe(404);
    for (const path of [`/interestpoints/${race.eventId}`, `/events/interestPoints/${race.eventId}`])
      expect((await race.as('director').get(path)).body).toEqual(left);
    // A point that is saved again is found again under its id.
    await save([{ lat: 44, lng: 8, id: pois[0]!.Id }]);
    expect((await planner.delete(second!)).status).toBe(404);
    expect((await planner.delete(first!)).body).toEqual({ pois: [] });
    await save([{ lat: 44, lng: 8, id: pois[0]!.Id }]);
    await harness.time.advance(5 * 3_600_000);
    expect((await race.as('planner').delete(first!)).body.message).toBe(REFUSALS['event.past']);
  });

  it('are not found once their event is deleted', async () => {
    const planner = race.as('planner');
    const saved = await planner.post('/interestpoints', {
      eventId: race.eventId,
      pois: [{ lat: 44, lng: 8 }],
    });
    const [poi] = (saved.body as PoisAnswer).pois;
    expect((await planner.delete(`/events/${race.eventId}`)).status).toBe(200);
    expect((await planner.delete(`/interestpoints/${poi!.Id}`)).status).toBe(404);
  });
});

describe('the whole map', () => {
  const save = (more: object) => race.as('planner').post('/events/map', { eventId: race.eventId, ...more });
  const stage = { Stages: 1, Name: 'Langhe 1', Km: 12.4, StartDate: '2026-06-06T10:00:00.000Z' };
  const undrawn = { Positions: null, Start: null, Finish: null };

  it('is saved at once, and read by the calls of its parts', async () => {
    const sent = await save({
      revision: 0,
      pointsTrack: [{ Positions: line }],
      pois: [{ lat: 44, lng: 8 }],
      stages: [stage, { ...stage, Stages: 2, Km: 1, Positions: line, Start: line[0], Finish: line[1] }],
    });
    expect(sent.status).toBe(200);
    const { route, pois, stages } = sent.body as EventMapAnswer;
    expect(stages).toEqual([
      { ...stage, ...undrawn },
      { ...stage, Stages: 2, Km: 1.11, Positions: line, Start: line[0], Finish: line[1] },
    ]);
    const { eventId } = race;
    const viewer = race.as('viewer');
    expect((await viewer.get(`/circuitRoutes/${eventId}`)).body).toEqual(route);
    expect((await viewer.get(`/interestpoints/${eventId}`)).body).toEqual({ pois });
    expect((await viewer.get(`/events/specialstages/${eventId}`)).body).toEqual(stages);
  });

  it('is not saved over a change that the sender has not seen', async () => {
    expect((await save({ revision: 0, trackName: 'Langhe' })).status).toBe(200);
    const changed = { statusCode: 418, message: REFUSALS['route.changed'], code: 'route.changed' };
    expect((await save({ revision: 0, pointsTrack: [{ Positions: line }] })).body).toEqual(changed);
    const { eventId } = race;
    const planner = race.as('planner');
    expect((await planner.put('/circuitRoutes', { eventId, revision: 0 })).body).toEqual(changed);
    expect((await planner.post('/interestpoints', { eventId, pois: [], revision: 0 })).body).toEqual(changed);
    const stages = { eventId, stages: [stage], revision: 0 };
    expect((await planner.post('/events/specialstages', stages)).body).toEqual(changed);
    expect((await save({ pointsTrack: [{ Positions: line }] })).status).toBe(200);
    expect((await race.as('viewer').get(`/circuitRoutes/${eventId}`)).body.revision).toBe(2);
  });

  it('is left as it was if one part is refused', async () => {
    expect((await save({ trackName: 'Langhe', stages: [stage, stage] })).body.message).toBe(
      REFUSALS['stage.exists'],
    );
    expect((await race.as('viewer').get(`/circuitRoutes/${race.eventId}`)).body.revision).toBe(0);
  });
});

it('says where imagery comes from, to anybody', async () => {
  const { body } = await harness.with(null).get('/mapSettings');
  expect(body).toEqual({
    tileUrl: '/api/mapTiles/{z}/{x}/{y}',
    nativeZoom: 14,
    attribution: expect.stringContaining('CC BY 4.0'),
  });
});
