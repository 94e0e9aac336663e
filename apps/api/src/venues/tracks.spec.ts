import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  FIELD_TEXTS,
  REFUSALS,
  type CategoryAnswer,
  type CircuitAnswer,
  type CircuitRouteAnswer,
  type EventAnswer,
  type TrackDetail,
  type TrackRow,
} from '@flagpost/contracts';
import { startHarness, type Harness } from '../testing/harness.js';
import { aRace, circuitBody, eventBody, type Race } from '../testing/race-fixture.js';
import { aSector } from '../testing/sector.js';

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
const HOUR_MS = 3_600_000;
const refusal = (code: keyof typeof REFUSALS) => ({ statusCode: 418, message: REFUSALS[code] });

const body = (changes: object = {}) => ({
  eventId: race.eventId,
  trackName: 'Langhe',
  pointsTrack: [{ Positions: line }],
  ...changes,
});
const create = (changes: object = {}, as = race.as('planner')) => as.post('/tracks/', body(changes));
const anEvent = async (changes: object = {}, as = race.as('planner')): Promise<number> => {
  const answer = await as.post('/events', eventBody(race.categoryId, changes));
  return (answer.body as EventAnswer).eveId;
};
const list = async (as = race.as('viewer')): Promise<TrackRow[]> =>
  (await as.get('/tracks/')).body as TrackRow[];
const path = (traId: number): string => `/tracks/${traId}`;
const route = async (eventId: number): Promise<CircuitRouteAnswer> =>
  (await race.as('viewer').get(`/circuitRoutes/${eventId}`)).body as CircuitRouteAnswer;

describe('the track of an event', () => {
  it('has its id, and is what the map editor draws', async () => {
    expect(await list()).toEqual([]);
    expect((await race.as('viewer').get(path(race.eventId))).status).toBe(404);
    const box = [...line, { lat: 44, lng: 8.01 }];
    const created = await create({
      trackId: null,
      pointsMetaStart: line[0],
      pointsMetaFinish: line[1],
      pointsBoxes: box,
      zoom: 14,
    });
    const traId = race.eventId;
    expect([created.status, created.body]).toEqual([201, { traId, traName: 'Langhe' }]);
    const { body: circuit } = await race.as('planner').post('/circuits', circuitBody({ Name: 'langhe' }));
    const row: TrackRow = {
      traId,
      Id: traId,
      EventId: traId,
      Name: 'Langhe',
      CircuitId: circuit.cirId,
      Zoom: 14,
      Lat: 44,
      Lng: 8,
      EventName: 'Rally Alba',
      cluId: race.clubId,
      cluName: 'Motor Club Alba',
      past: false,
    };
    expect(await list()).toEqual([row]);
    const detail: TrackDetail = {
      ...row,
      PointsTrack: [{ Positions: line }],
      PointsMetaStart: line[0]!,
      PointsMetaFinish: line[1]!,
      PointsBoxes: [...box, box[0]!],
    };
    expect((await race.as('director').get(path(traId))).body).toEqual(detail);
    const points = await race.as('viewer').get(`/tracks/getTrackPointsById/${traId}`);
    const { track: shapes, gmt, routes } = await route(traId);
    const mapPosition = { zoom: 14, lat: 44, long: 8 };
    expect(points.body).toEqual({ shapes, mapPosition, gmt, routes });
    expect(await list(race.rival('viewer'))).toEqual([]);
    expect((await list(race.as('admin'))).length).toBe(1);
    for (const read of [path(traId), `/tracks/getTrackPointsById/${traId}`])
      expect((await race.rival('viewer').get(read)).status).toBe(403);
  });

  it('is created once, and replaced by who names it', async () => {
    expect((await create()).status).toBe(201);
    expect((await create()).body).toEqual(refusal('track.exists'));
    expect((await create({ trackId: 0 })).body).toEqual(refusal('track.exists'));
    const longer = [...line, { lat: 44.02, lng: 8 }];
    const pointsTrack = [{ Positions: longer }];
    expect((await create({ trackId: race.eventId + 1, pointsTrack })).status).toBe(404);
    expect((await create({ trackId: race.eventId, pointsTrack })).status).toBe(201);
    expect((await route(race.eventId)).track.pointsTrack).toEqual(pointsTrack);
  });

  it('asked for twice under one key is created once', async () => {
    const keyed = () => create().set('Idempotency-Key', 'once');
    const first = await keyed();
    expect((await keyed()).body).toEqual(first.body);
  });

  it('needs a name and points', async () => {
    const wrong = async (changes: object): Promise<unknown> => (await create(changes)).body.fields;
    expect(await wrong({ trackName: ' ' })).toEqual({ trackName: FIELD_TEXTS.name });
    expect(await wrong({ trackName: 'x'.repeat(101) })).toEqual({ trackName: expect.any(String) });
    expect(await wrong({ pointsTrack: [] })).toEqual({ pointsTrack: expect.any(String) });
    expect(await wrong({ zoom: 25 })).toEqual({ zoom: expect.any(String) });
  });

  it('is not renamed over a name that its author has not read', async () => {
    await create();
    const rename = (body: object) => race.as('planner').put(path(race.eventId), body);
    const Former = { Name: ((await race.as('planner').get(path(race.eventId))).body as TrackRow).Name };
    expect((await rename({ Name: 'Barolo', Former })).status).toBe(200);
    expect((await rename({ Name: 'Barolo', Former })).status).toBe(200);
    const refused = await rename({ Name: 'Roero', Former });
    const code = 'track.changed';
    expect([refused.status, refused.body]).toEqual([418, { ...refusal(code), code }]);
    expect((await rename({ Name: 'Roero', Former: { Name: 'Barolo' } })).status).toBe(200);
    expect((await rename({ Name: 'Langhe' })).status).toBe(200);
  });

  it('is renamed, and its map centred', async () => {
    const rename = (Name: string, as = race.as('viewer')) => as.put(path(race.eventId), { Name });
    expect((await rename('Barolo')).status).toBe(404);
    await create();
    expect((await rename('Barolo')).body).toEqual({ traId: race.eventId, traName: 'Barolo' });
    expect((await rename(' ')).body.fields).toEqual({ Name: FIELD_TEXTS.name });
    expect((await rename('N', race.as('director'))).status).toBe(403);
    expect((await rename('N', race.rival('planner'))).status).toBe(403);
    const centre = { position: { lat: 44.5, lng: 8.5 }, zoom: 12 };
    const moved = await race.as('viewer').put(`/tracks/setCenter/${race.eventId}`, centre);
    expect(moved.body).toEqual({ traId: race.eventId, traName: 'Barolo' });
    expect(await list()).toEqual([
      expect.objectContaining({ Name: 'Barolo', Zoom: 12, Lat: 44.5, Lng: 8.5 }),
    ]);
    expect((await route(race.eventId)).mapPosition).toEqual({ lat: 44.5, lng: 8.5, zoom: 12 });
    const off = await race
      .as('viewer')
      .put(`/tracks/setCenter/${race.eventId}`, { ...centre, position: { lat: 91, lng: 0 } });
    expect(off.body.fields).toEqual({ 'position.lat': expect.any(String) });
  });

  it('has the name of its event where it has none, follows the event, and goes with it', async () => {
    await race
      .as('planner')
      .post('/circuitRoutes', { eventId: race.eventId, pointsTrack: [{ Positions: line }] });
    await race.as('planner').put(`/events/${race.eventId}`, eventBody(race.categoryId, { Name: 'Ronde' }));
    expect(await list()).toEqual([expect.objectContaining({ Name: 'Ronde', EventName: 'Ronde' })]);
    await race.as('planner').post('/circuitRoutes', { eventId: race.eventId, pointsTrack: [] });
    expect(await list()).toEqual([]);
  });
});

describe('deleting a track', () => {
  const HOUR = { Start: HOUR_MS, Finish: 2 * HOUR_MS };
  const upcoming = (): Promise<number> => {
    const at = (ms: number): string => new Date(harness.time.now() + ms).toISOString();
    return anEvent({ Start: at(HOUR.Start), Finish: at(HOUR.Finish) });
  };

  it('leaves the place of the map and its points of interest', async () => {
    const eventId = await upcoming();
    await create({ eventId, zoom: 14 });
    const pois = [{ lat: 44, lng: 8, description: 'Post 3' }];
    await race.as('planner').post('/interestpoints', { eventId, pois });
    expect((await race.as('director').delete(path(eventId))).status).toBe(403);
    expect((await race.as('viewer').delete(path(eventId))).body).toEqual({
      traId: eventId,
      traName: 'Langhe',
    });
    expect((await race.as('viewer').delete(path(eventId))).status).toBe(404);
    expect(await list()).toEqual([]);
    const left = await route(eventId);
    expect([left.track.name, left.track.pointsTrack, left.mapPosition]).toEqual([
      null,
      [],
      { lat: 44, lng: 8, zoom: 14 },
    ]);
    const read = await race.as('viewer').get(`/interestpoints/${eventId}`);
    expect(read.body.pois).toHaveLength(1);
  });

  /** The map editor saves it so if its last line was deleted. */
  const withoutLine = (eventId: number) =>
    race.as('planner').post('/events/map', { eventId, pointsTrack: [] });

  it('is refused while it has sectors, while cars may run on it, and once the event is over', async () => {
    const eventId = await upcoming();
    await create({ eventId });
    await aSector(race.as('planner'), eventId, 1);
    expect((await race.as('planner').delete(path(eventId))).body).toEqual(refusal('track.hasSectors'));
    expect((await withoutLine(eventId)).body).toEqual(refusal('track.hasSectors'));
    await create();
    await race.as('planner').put(`/events/publish/${race.eventId}`);
    expect((await race.as('planner').delete(path(race.eventId))).body).toEqual(refusal('track.underWay'));
    expect((await withoutLine(race.eventId)).body).toEqual(refusal('track.underWay'));
    const other = `/circuitRoutes/${race.eventId}/${race.eventId}`;
    expect((await race.as('planner').delete(other)).body).toEqual(refusal('track.underWay'));
    await harness.time.advance(5 * HOUR_MS);
    for (const past of [eventId, race.eventId]) {
      expect((await race.as('planner').delete(path(past))).body).toEqual(refusal('event.past'));
      expect((await race.as('planner').put(path(past), { Name: 'N' })).body).toEqual(refusal('event.past'));
    }
    expect((await list()).map((row) => row.past)).toEqual([true, true]);
  });
});

describe('circuit routes', () => {
  const ofCircuit = (circuitId: number, as = race.as('viewer')) =>
    as.get(`/circuitRoutes/circuit/${circuitId}`);

  it('of a circuit are the tracks of the events of its institution that name it', async () => {
    const circuit = circuitBody({ Name: ' langhe', Visibility: true });
    const made = await race.as('planner').post('/circuits', circuit);
    const { cirId } = made.body as CircuitAnswer;
    const elsewhere = await anEvent({ CircuitName: 'Monza' });
    for (const eventId of [race.eventId, elsewhere]) await create({ eventId, trackName: `Track ${eventId}` });
    await anEvent();
    const { eventId } = race;
    const row = { id: eventId, name: `Track ${eventId}`, eventId, eventName: 'Rally Alba' };
    for (const as of [race.as('viewer'), race.as('director'), race.as('admin')])
      expect((await ofCircuit(cirId, as)).body).toEqual([row]);
    expect((await ofCircuit(cirId, race.rival('planner'))).body).toEqual([]);
    await race.as('planner').put(`/circuits/${cirId}`, { ...circuit, Visibility: false });
    expect((await ofCircuit(cirId, race.rival('planner'))).status).toBe(403);
    expect((await ofCircuit(cirId + 1)).status).toBe(404);
  });

  it('are deleted as tracks are, under the id of their event', async () => {
    const at = (ms: number): string => new Date(harness.time.now() + ms).toISOString();
    const eventId = await anEvent({ Start: at(HOUR_MS), Finish: at(2 * HOUR_MS) });
    await create({ eventId });
    const remove = (id: number, as = race.as('viewer')) => as.delete(`/circuitRoutes/${eventId}/${id}`);
    expect((await remove(eventId + 1)).status).toBe(404);
    expect((await remove(eventId, race.as('director'))).status).toBe(403);
    expect((await remove(eventId, race.rival('planner'))).status).toBe(403);
    const { routes } = await route(eventId);
    expect(routes).toEqual([{ id: eventId, name: 'Langhe' }]);
    const deleted = await remove(routes[0]!.id);
    expect([deleted.status, deleted.body]).toEqual([200, { traId: eventId, traName: 'Langhe' }]);
    expect((await route(eventId)).track.pointsTrack).toEqual([]);
    expect((await remove(eventId)).status).toBe(404);
  });
});

describe('using the track of another event', () => {
  const copy = (eventId: number, trackId: number, as = race.as('viewer')) =>
    as.post('/tracks/copy', { eventId, trackId, trackName: 'Copied' });

  it('copies its lines, start, finish, boxes and map position, in place of its own', async () => {
    const boxes = [...line, { lat: 44, lng: 8.01 }];
    await create({ pointsMetaStart: line[0], pointsMetaFinish: line[1], pointsBoxes: boxes, zoom: 14 });
    const eventId = await anEvent();
    const other = [{ Positions: [...line].reverse() }];
    await create({ eventId, pointsTrack: other, pointsMetaStart: line[1] });
    const answer = await copy(eventId, race.eventId);
    expect([answer.status, answer.body]).toEqual([200, { traId: eventId, traName: 'Copied' }]);
    const source = await route(race.eventId);
    const { track, mapPosition } = await route(eventId);
    expect({ track, mapPosition }).toEqual({
      track: { ...source.track, name: 'Copied' },
      mapPosition: source.mapPosition,
    });
  });

  it('is for two events of one club, of which one has a track and the other is not over', async () => {
    await create();
    const eventId = await anEvent();
    expect((await copy(race.eventId, race.eventId)).body).toEqual(refusal('track.ownEvent'));
    expect((await copy(race.eventId, eventId)).status).toBe(404);
    expect((await copy(eventId, race.eventId, race.as('director'))).status).toBe(403);
    const rival = race.rival('planner');
    const { catId } = (await rival.post('/driverCategories', { Name: 'R5' })).body as CategoryAnswer;
    const theirs = (await rival.post('/events', eventBody(catId))).body as EventAnswer;
    expect((await copy(theirs.eveId, race.eventId, rival)).status).toBe(404);
    const byAdmin = await copy(theirs.eveId, race.eventId, race.as('admin'));
    expect(byAdmin.body).toEqual(refusal('track.otherInstitution'));
    expect((await copy(theirs.eveId, race.eventId)).status).toBe(403);
    const empty = await race.as('planner').post('/tracks/copy', {});
    expect(empty.body.fields).toEqual({
      trackId: FIELD_TEXTS.track,
      eventId: FIELD_TEXTS.event,
      trackName: FIELD_TEXTS.name,
    });
    await harness.time.advance(5 * HOUR_MS);
    expect((await copy(eventId, race.eventId)).body).toEqual(refusal('event.past'));
  });
});
