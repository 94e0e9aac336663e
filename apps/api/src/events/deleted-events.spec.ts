import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FLAGS, type EventAnswer, type EventRow, type LicenceRow, type SectorRow } from '@flagpost/contracts';
import { invitationStream } from '@flagpost/domain';
import { until } from '@flagpost/testing';
import { projections } from '../projections.js';
import { lapFact, sosFact, stateFacts } from '../testing/facts.js';
import { NOW, startHarness, type Harness } from '../testing/harness.js';
import { aRace, competitorBody, eventBody, type Race } from '../testing/race-fixture.js';
import { aSector } from '../testing/sector.js';

const HOUR_MS = 3_600_000;
const iso = (time: number): string => new Date(time).toISOString();

let harness: Harness;
let race: Race;
beforeEach(async () => {
  harness = await startHarness();
  race = await aRace(harness);
});
afterEach(() => harness.stop());

/** Every document that names the event, by its view. */
const documentsOf = async (eventId: number): Promise<string[]> => {
  const found: string[] = [];
  for (const view of projections.flatMap(({ views }) => views))
    for (const document of await harness.dependencies.readModels.view<object>(view).find({}))
      if ('eventId' in document && document.eventId === eventId) found.push(view);
  // It has the event's id and does not repeat it.
  if ((await harness.dependencies.readModels.view('routes').get(eventId)) !== null) found.push('routes');
  return found;
};

/** Everything that can be recorded of an event. */
const raced = async (): Promise<readonly number[]> => {
  const { eventId } = race;
  const planner = race.as('planner');
  const director = race.as('director');
  const cars = [await race.add('7'), await race.add('8')];
  const [one = 0] = cars;
  const points = [44, 44.01, 44.02].map((lat) => ({ lat, lng: lat / 5 }));
  await planner.put('/circuitRoutes', {
    eventId,
    trackName: 'Langhe',
    pointsTrack: [{ Positions: points }],
    pointsMetaStart: points[0],
    pointsMetaFinish: points[0],
  });
  await planner.post('/interestpoints', { eventId, pois: points });
  await aSector(planner, eventId, 1);
  await planner.patch('/invitations/authorized', { Invitations: cars, Authorized: 1 });
  await planner.post(`/invitations/${one}/deviceToken`);
  await planner.put(`/events/publish/${eventId}`);
  await director.post('/flagRecords', { StateId: FLAGS.yellow, EventId: eventId, InvitationsSelected: [] });
  await director.post('/timers', { EventId: eventId, Title: 'Neutralisation' });
  await stateFacts(
    harness,
    sosFact({ eventId, invitationId: one, receivedAt: NOW + 1 }),
    lapFact({ eventId, invitationId: one, receivedAt: NOW + 2 }, 1),
  );
  await harness.dependencies.records.history.put([
    { eventId, invitationId: one, minute: 1, bytes: new Uint8Array([1]) },
  ]);
  await harness.dependencies.records.sightings.put([
    { eventId, minute: 1, writer: 'a', bytes: new Uint8Array([1]) },
  ]);
  return cars;
};

describe('an event that is deleted', () => {
  it('leaves nothing in any view or record', async () => {
    const cars = await raced();
    const { records } = harness.dependencies;
    const before = await documentsOf(race.eventId);
    expect(new Set(before)).toEqual(
      new Set([
        'events',
        'eventList',
        'tracks',
        'routes',
        'pois',
        'sectors',
        'invitations',
        'races',
        'raceCars',
        'flags',
        'alerts',
        'laps',
        'timers',
      ]),
    );
    expect((await race.as('planner').get(`/events/${race.eventId}`)).body.hasRaces).toBe(true);

    const [sector] = (await race.as('planner').get(`/sectors/byTrack/${race.eventId}`)).body as SectorRow[];
    const picture = sector?.secPicpath ?? '';
    expect(await records.eventImages.get(picture)).not.toBeNull();

    const answer = await race.as('planner').delete(`/events/${race.eventId}`);
    expect([answer.status, answer.body]).toEqual([200, { eveId: race.eventId, eveName: 'Rally Alba' }]);
    await until('nothing to name the event', async () => (await documentsOf(race.eventId)).length === 0);
    await until('its positions to be forgotten', async () => {
      const kept = await records.history.read(race.eventId, 0, 1_000, 10);
      const seen = await records.sightings.read(race.eventId, 0, 1_000);
      return kept.length + seen.length === 0;
    });
    await until('its pictures to be erased', async () => (await records.eventImages.get(picture)) === null);
    await until('its device tokens to end', async () => {
      const tokens = await Promise.all(cars.map((car) => records.deviceTokens.status(car)));
      return tokens.every((token) => token === null);
    });
    expect((await race.as('viewer').get(`/events/${race.eventId}`)).status).toBe(404);
    expect((await race.as('viewer').get(`/circuitRoutes/${race.eventId}`)).status).toBe(404);
    expect((await race.as('viewer').get('/events/')).body).toEqual([]);
  });

  it('gives back the licences of a race that has not started', async () => {
    const planner = race.as('planner');
    const times = { Start: iso(NOW + HOUR_MS), Finish: iso(NOW + 2 * HOUR_MS) };
    const made = await planner.post('/events', eventBody(race.categoryId, times));
    const { eveId } = made.body as EventAnswer;
    const added = await planner.post(
      '/invitations/createInvitationDriver',
      competitorBody(eveId, race.categoryId, '9'),
    );
    const Invitations = [added.body.Invitation.Id];
    await planner.patch('/invitations/authorized', { Invitations, Authorized: 1 });
    const given = async (): Promise<number> => {
      const current = await planner.get(`/licenses/Current/${race.clubId}`);
      return (current.body as LicenceRow).Given;
    };
    expect(await given()).toBe(1);
    await planner.delete(`/events/${eveId}`);
    await until('the licence to be given back', async () => (await given()) === 0);
  });

  it('may be a past one, for administrators and planners of its club alone', async () => {
    await harness.time.advance(5 * HOUR_MS);
    const as = (role: 'admin' | 'planner' | 'viewer' | 'director', clubId: number | null = race.clubId) =>
      harness.as({ roles: [role], clubId });
    for (const who of [as('viewer'), as('director'), as('planner', race.rivalId)])
      expect((await who.delete(`/events/${race.eventId}`)).status).toBe(403);
    expect((await as('planner').delete(`/events/${race.eventId}`)).status).toBe(200);
    expect((await as('planner').delete(`/events/${race.eventId}`)).status).toBe(404);
    const upcoming = { CluId: race.clubId, Finish: iso(NOW + 9 * HOUR_MS) };
    const other = await as('admin', null).post('/events', eventBody(race.categoryId, upcoming));
    expect((await as('admin', null).delete(`/events/${(other.body as EventAnswer).eveId}`)).status).toBe(200);
    expect((await as('viewer').get('/events')).body as EventRow[]).toEqual([]);
  });

  it('takes a competitor with it who was added while it was deleted', async () => {
    const { store, readModels } = harness.dependencies;
    const before = await race.add('7');
    const [added] = await store.readStream(invitationStream(before));
    if (added === undefined) throw new Error('The competitor was not added.');
    await race.as('planner').delete(`/events/${race.eventId}`).expect(200);
    const late = before + 1_000;
    const { data, meta } = added as { data: object; meta: typeof added.meta };
    await store.append(
      invitationStream(late),
      [{ type: 'InvitationAdded', data: { ...data, invitationId: late }, meta: { ...meta, id: 'late' } }],
      'any',
    );
    await until('both to be deleted', async () => {
      const all = await store.readAll(null, 1_000);
      const deleted = all.filter(({ type }) => type === 'InvitationDeleted').map(({ stream }) => stream);
      return deleted.includes(invitationStream(before)) && deleted.includes(invitationStream(late));
    });
    await until('no invitation to be left', async () => {
      const left = await readModels.view('invitations').find({ eventId: race.eventId });
      return left.length === 0;
    });
  });

  it('is not deleted twice', async () => {
    const ask = () => race.as('planner').delete(`/events/${race.eventId}`).set('Idempotency-Key', 'k1');
    const first = await ask();
    const again = await ask();
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect((await race.as('planner').delete(`/events/${race.eventId}`)).status).toBe(404);
    const deletions = (await harness.dependencies.store.readAll(null, 1_000)).filter(
      ({ type }) => type === 'EventDeleted',
    );
    expect(deletions).toHaveLength(1);
  });
});
