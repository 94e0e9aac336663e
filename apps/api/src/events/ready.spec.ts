import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { HEARD_WITHIN_MS, type EventRow, type ReadyAnswer } from '@flagpost/contracts';
import { NOW, startHarness, type Harness } from '../testing/harness.js';
import { aRace, type Race } from '../testing/race-fixture.js';

let harness: Harness;
let race: Race;
beforeEach(async () => {
  harness = await startHarness();
  race = await aRace(harness);
});
afterEach(() => harness.stop());

const ready = async (): Promise<ReadyAnswer> =>
  (await race.as('viewer').get(`/events/ready/${race.eventId}`)).body as ReadyAnswer;
const mark = async (): Promise<unknown> => {
  const rows = (await race.as('viewer').get('/events')).body as EventRow[];
  return rows.find(({ EventId }) => EventId === race.eventId)?.Ready;
};
const states = ({ lines }: ReadyAnswer): object =>
  Object.fromEntries(lines.map(({ line, state, done, of }) => [line, `${state} ${done} ${of}`]));

it('an event says what keeps it from starting, until nothing does', async () => {
  expect(states(await ready())).toEqual({
    published: 'missing 0 1',
    line: 'missing 0 3',
    categories: 'ready 1 1',
    competitors: 'missing 0 0',
    licences: 'ready 1000 0',
    heard: 'attention 0 0',
  });
  const planner = race.as('planner');
  const cars = [await race.add('7'), await race.add('8', { Brand: null, Number: null }), await race.add('9')];
  const [one = 0, two = 0, three = 0] = cars;
  const told = await ready();
  expect(told.lacking).toEqual([
    { InvitationId: two, CarNumber: null, Name: 'Carla Bianchi 8', lacks: ['carNumber', 'brand'] },
  ]);
  expect(told.publishing).toEqual({
    Invitations: 3,
    Categories: 1,
    Competitors: 3,
    Track: false,
    Pois: 0,
    Sectors: 0,
  });
  await planner.patch('/invitations/authorized', { Invitations: [one, three], Authorized: 1 });
  const points = [44, 44.01].map((lat) => ({ lat, lng: 8 }));
  const { eventId } = race;
  await planner.put('/circuitRoutes', {
    eventId,
    pointsTrack: [{ Positions: points }],
    pointsMetaStart: points[0],
  });
  await planner.post('/interestpoints', { eventId, pois: points });
  await planner.put(`/events/publish/${eventId}`);
  expect(states(await ready())).toMatchObject({
    published: 'ready 1 1',
    line: 'missing 2 3',
    competitors: 'attention 2 3',
    licences: 'ready 998 1',
    heard: 'attention 0 2',
  });
  expect(await mark()).toBe('missing');
  await planner.put('/circuitRoutes', { eventId, pointsMetaFinish: points[1] });
  expect([(await ready()).state, await mark()]).toEqual(['attention', 'attention']);
  await planner.patch('/invitations/deleteSelected', { Invitations: [two] });
  const { deviceTokens } = harness.dependencies.records;
  for (const invitationId of [one, three]) {
    await deviceTokens.set({ tokenHash: `${invitationId}`, eventId, invitationId, issuedAt: 0 });
    const heardAt = NOW - (invitationId === one ? HEARD_WITHIN_MS + 1 : HEARD_WITHIN_MS);
    await deviceTokens.note([{ invitationId, heardAt, dropped: null }]);
  }
  expect(states(await ready())).toMatchObject({ heard: 'attention 1 2' });
  await deviceTokens.note([{ invitationId: one, heardAt: NOW, dropped: null }]);
  expect([(await ready()).state, await mark()]).toEqual(['ready', 'ready']);
});

it('what is told of a past event is no mark', async () => {
  await harness.time.advance(5 * 3_600_000);
  const viewer = harness.as({ roles: ['viewer'], clubId: race.clubId });
  const [row] = (await viewer.get('/events')).body as EventRow[];
  expect(row).toMatchObject({ Schedules: 'past', Ready: null });
});
