import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  FIELD_TEXTS,
  REFUSALS,
  type CircuitAnswer,
  type CircuitRequest,
  type CircuitRow,
  type EventDetail,
} from '@flagpost/contracts';
import { startHarness, type Harness } from '../testing/harness.js';
import { aRace, circuitBody, eventBody, type Race } from '../testing/race-fixture.js';

let harness: Harness;
let race: Race;

beforeEach(async () => {
  harness = await startHarness();
  race = await aRace(harness);
});
afterEach(() => harness.stop());

const create = (changes: Partial<CircuitRequest> = {}, as = race.as('planner')) =>
  as.post('/circuits/', circuitBody(changes));
const made = async (changes: Partial<CircuitRequest> = {}): Promise<number> =>
  ((await create(changes)).body as CircuitAnswer).cirId;
const path = (cirId: number): string => `/circuits/${cirId}`;
const namesFor = async (as = race.as('viewer')): Promise<string[]> =>
  ((await as.get('/circuits/')).body as CircuitRow[]).map(({ cirName }) => cirName);
const refusal = (code: keyof typeof REFUSALS) => ({ statusCode: 418, message: REFUSALS[code] });

describe('a circuit', () => {
  it('is told as the specification names its fields, the country under both spellings', async () => {
    const created = await create({ Visibility: true, Lat: 44.7, Long: 8.03 });
    expect([created.status, created.body]).toEqual([
      201,
      { cirId: expect.any(Number), cirName: 'Circuito di Alba' },
    ]);
    const { cirId } = created.body as CircuitAnswer;
    const row: CircuitRow = {
      cirId,
      cirName: 'Circuito di Alba',
      cirVisibility: true,
      couId: 380,
      coudId: 380,
      couName: 'Italy',
      cirState: 'Piemonte',
      cirCity: 'Alba',
      cirLat: 44.7,
      cirLong: 8.03,
      cluId: race.clubId,
      cluName: 'Motor Club Alba',
    };
    expect((await race.as('viewer').get('/circuits/')).body).toEqual([row]);
    expect((await race.as('director').get(path(cirId))).body).toEqual(row);
  });

  it('is of its club alone until it is visible: then others read it and change nothing', async () => {
    const hidden = await made({ Name: 'Hidden' });
    const shown = await made({ Name: 'Shown', Visibility: true });
    const rival = race.rival('planner');
    expect(await namesFor()).toEqual(['Hidden', 'Shown']);
    expect(await namesFor(race.as('admin'))).toEqual(['Hidden', 'Shown']);
    expect(await namesFor(rival)).toEqual(['Shown']);
    expect((await rival.get(path(hidden))).status).toBe(403);
    expect((await rival.get(path(shown))).status).toBe(200);
    expect((await rival.put(path(shown), circuitBody())).status).toBe(403);
    expect((await rival.delete(path(shown))).status).toBe(403);
    await race.as('planner').put(path(shown), circuitBody({ Name: 'Shown', Visibility: false }));
    expect(await namesFor(rival)).toEqual([]);
  });

  it('is made, edited and deleted by planners, and by administrators who say for which club', async () => {
    for (const role of ['viewer', 'director'] as const)
      expect((await create({}, race.as(role))).status).toBe(403);
    expect((await create({}, race.as('admin'))).body.fields).toEqual({ ClubId: FIELD_TEXTS.institution });
    const ofRival = await create({ ClubId: race.rivalId }, race.as('admin'));
    expect(await namesFor(race.rival('viewer'))).toEqual(['Circuito di Alba']);
    const { cirId } = ofRival.body as CircuitAnswer;
    const edited = await race.as('admin').put(path(cirId), circuitBody({ Name: 'B', ClubId: race.clubId }));
    expect(edited.body).toEqual({ cirId, cirName: 'B' });
    expect([await namesFor(), await namesFor(race.rival('viewer'))]).toEqual([[], ['B']]);
    expect((await race.as('admin').delete(path(cirId))).body).toEqual({ cirId, cirName: 'B' });
    expect((await race.as('admin').get(path(cirId))).status).toBe(404);
    expect((await create({ ClubId: 4711 }, race.as('admin'))).body).toEqual(refusal('club.missing'));
  });

  it('is not set back to what somebody has read before another one edited it', async () => {
    const cirId = await made({ Lat: 44.7, Long: 8.03 });
    const edit = (changes: object) =>
      race.as('planner').put(path(cirId), { ...circuitBody(), Lat: '44.7', Long: '8.03', ...changes });
    const read = async () => (await race.as('planner').get(path(cirId))).body as CircuitRow;
    const Former = await read();
    expect((await edit({ Lat: '44.8', Former })).status).toBe(200);
    const refused = await edit({ City: 'Bra', Former });
    const code = 'circuit.changed';
    expect([refused.status, refused.body]).toEqual([418, { ...refusal(code), code }]);
    expect(await read()).toEqual({ ...Former, cirLat: 44.8 });
    expect((await edit({ City: 'Bra', Lat: '44.8', Former: await read() })).status).toBe(200);
    expect((await edit({ City: 'Asti' })).status).toBe(200);
  });

  it('has a name that no other of its club has, also when two ask at once', async () => {
    const answers = await Promise.all([create(), create(), create({ Name: 'circuito di alba ' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 418, 418]);
    expect((await create()).body).toEqual(refusal('circuit.nameTaken'));
    expect((await create({}, race.rival('planner'))).status).toBe(201);
    const other = await made({ Name: 'Imola' });
    const renamed = await race.as('planner').put(path(other), circuitBody());
    expect(renamed.body).toEqual(refusal('circuit.nameTaken'));
  });

  it('needs name, country, state and city, and takes coordinates as numbers, as text or not at all', async () => {
    const wrong = async (body: object): Promise<unknown> =>
      (await race.as('planner').post('/circuits', body)).body.fields;
    expect(await wrong({})).toEqual({
      Name: FIELD_TEXTS.name,
      CouId: FIELD_TEXTS.country,
      State: FIELD_TEXTS.state,
      City: FIELD_TEXTS.city,
    });
    expect(await wrong(circuitBody({ CouId: 999 }))).toEqual({ CouId: FIELD_TEXTS.country });
    const { coordinates } = FIELD_TEXTS;
    for (const Lat of ['44,7', '4a', '1e5', '91', '-', '--1', true, {}, []])
      expect([Lat, await wrong({ ...circuitBody(), Lat, Long: 8 })]).toEqual([Lat, { Lat: coordinates }]);
    expect(await wrong({ ...circuitBody(), Lat: '1', Long: '180.01' })).toEqual({ Long: coordinates });
    expect(await wrong({ ...circuitBody(), Lat: 91, Long: 8 })).toEqual({ Lat: expect.any(String) });
    expect(await wrong({ ...circuitBody(), Long: '8' })).toEqual({ Lat: coordinates });
    expect(await wrong({ ...circuitBody(), Lat: '8', Long: '' })).toEqual({ Long: coordinates });
    const typed = { ...circuitBody(), Lat: ' -44.70 ', Long: '8' };
    const { cirId } = (await race.as('planner').post('/circuits', typed)).body as CircuitAnswer;
    const placed = (await race.as('viewer').get(path(cirId))).body as CircuitRow;
    expect([placed.cirLat, placed.cirLong]).toEqual([-44.7, 8]);
    await race.as('planner').put(path(cirId), { ...circuitBody(), Lat: '', Long: null });
    const unplaced = (await race.as('viewer').get(path(cirId))).body as CircuitRow;
    expect([unplaced.cirLat, unplaced.cirLong]).toEqual([null, null]);
  });
});

describe('the circuit that an event names', () => {
  const placeOf = async (): Promise<unknown> => {
    const { cirLat, cirLong } = (await race.as('viewer').get(`/events/${race.eventId}`)).body as EventDetail;
    return [cirLat, cirLong];
  };

  it('gives it its place, where the club has one of this name', async () => {
    expect(await placeOf()).toEqual([null, null]);
    await create({ Name: 'Langhe', Visibility: true, Lat: 1, Long: 2 }, race.rival('planner'));
    expect(await placeOf()).toEqual([null, null]);
    const own = await made({ Name: 'LANGHE' });
    expect(await placeOf()).toEqual([null, null]);
    await race.as('planner').put(path(own), circuitBody({ Name: 'LANGHE', Lat: 44.6, Long: 8.1 }));
    expect(await placeOf()).toEqual([44.6, 8.1]);
  });

  it('is not deleted until the event is over', async () => {
    const cirId = await made({ Name: 'langhe' });
    expect((await race.as('planner').delete(path(cirId))).body).toEqual(refusal('circuit.hasEvents'));
    const other = await made({ Name: 'Imola' });
    expect((await race.as('planner').delete(path(other))).status).toBe(200);
    await race.as('planner').post('/events', eventBody(race.categoryId, { CircuitName: 'Imola' }));
    await harness.time.advance(5 * 3_600_000);
    expect((await race.as('planner').delete(path(cirId))).status).toBe(200);
    expect((await race.as('planner').delete(path(cirId))).status).toBe(404);
  });
});
