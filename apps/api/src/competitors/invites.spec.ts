import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { DEFAULT_INVITATION_STATUS_ID, INVITATION_STATES } from '@flagpost/contracts';
import { invitationStream } from '@flagpost/domain';
import type { EventStore } from '@flagpost/event-sourcing';
import { rebuild } from '@flagpost/read-models';
import { memoryReadModels } from '@flagpost/read-models/memory';
import { until } from '@flagpost/testing';
import type { ApiDependencies } from '../dependencies.js';
import { projections } from '../projections.js';
import { startHarness, type Harness } from '../testing/harness.js';
import { aRace, type Race } from '../testing/race-fixture.js';
import { upcast } from '../upcast.js';
import { invitationReads } from '../views/invitations.projection.js';

let harness: Harness;
let race: Race;
let cars: number[];

beforeEach(async () => {
  harness = await startHarness();
  race = await aRace(harness);
  cars = [await race.add('7'), await race.add('8')];
});
afterEach(() => harness.stop());

const { PENDING_INVITATION } = INVITATION_STATES;
const statuses = async ({ readModels }: ApiDependencies) =>
  (await invitationReads(readModels).getMany(cars)).map(({ statusId }) => statusId);
const allPending = (dependencies: ApiDependencies) =>
  until('every invitation marked as pending', async () =>
    (await statuses(dependencies)).every((status) => status === PENDING_INVITATION),
  );
const marked = async () =>
  (await harness.dependencies.store.readAll(null, 1_000)).filter(
    ({ type }) => type === 'InvitationMailRequested',
  );
const publish = async (as: Race['as']) =>
  expect((await as('planner').put(`/events/publish/${race.eventId}`)).status).toBe(200);

it('invitations are pending when an event is published, by who published it', async () => {
  expect(await statuses(harness.dependencies)).toEqual([
    DEFAULT_INVITATION_STATUS_ID,
    DEFAULT_INVITATION_STATUS_ID,
  ]);
  await publish(race.as);
  await allPending(harness.dependencies);
  const events = await marked();
  expect(events.map(({ meta }) => [meta.actorId, meta.clubId])).toEqual([
    [race.userId('planner'), race.clubId],
    [race.userId('planner'), race.clubId],
  ]);
});

it('invitations that a log holds as sent are pending', async () => {
  const { store, ids } = harness.dependencies;
  for (const car of cars) {
    const data = { invitationId: car, eventId: race.eventId, statusId: PENDING_INVITATION };
    const meta = {
      id: ids.uuid(),
      actorId: race.userId('planner'),
      actorRoles: [],
      clubId: race.clubId,
      correlationId: 'published',
      causationId: null,
      schemaVersion: 1,
    };
    await store.append(invitationStream(car), [{ type: 'InvitationSent', data, meta }], 'any');
  }
  await allPending(harness.dependencies);
  const fresh = { ...harness.dependencies, readModels: memoryReadModels() };
  await rebuild({ ...fresh, projections, upcast });
  expect(await statuses(fresh)).toEqual([PENDING_INVITATION, PENDING_INVITATION]);
  const authorized = { Invitations: cars, Authorized: 1 };
  const answer = await race.as('planner').patch('/invitations/authorized', authorized);
  expect(answer.body).toMatchObject({ authorized: cars, skipped: [] });
});

it('invitations are pending after a kill between the publishing and them, and once each', async () => {
  await harness.api.stop();
  const { store, records } = harness.dependencies;
  const append: EventStore['append'] = (stream, events, expected) =>
    events.some(({ type }) => type === 'InvitationMailRequested')
      ? Promise.reject(new Error('killed'))
      : store.append(stream, events, expected);
  const dying = await startHarness({
    ...harness.dependencies,
    readModels: memoryReadModels(),
    store: { ...store, append },
  });
  await publish((...roles) => dying.as({ roles, clubId: race.clubId }));
  await dying.api.stop();
  expect(await marked()).toEqual([]);

  const published = (await store.readAll(null, 1_000)).find(({ type }) => type === 'EventPublished');
  const forgetful = { ...records.checkpoints, save: () => Promise.resolve() };
  for (const checkpoints of [forgetful, records.checkpoints]) {
    const dependencies = {
      ...harness.dependencies,
      readModels: memoryReadModels(),
      records: { ...records, checkpoints },
    };
    const next = await startHarness(dependencies);
    await allPending(dependencies);
    await until(
      'the checkpoint of the reaction',
      async () => checkpoints === forgetful || (await checkpoints.load('invites')) === published?.position,
    );
    await next.api.stop();
  }
  expect(await marked()).toHaveLength(2);
});
