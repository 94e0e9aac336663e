import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { DEFAULT_INVITATION_STATUS_ID, INVITATION_STATES } from '@flagpost/contracts';
import type { EventStore } from '@flagpost/event-sourcing';
import { memoryReadModels } from '@flagpost/read-models/memory';
import type { ApiParts } from '../parts.js';
import { SOMEBODY, startHarness, type Harness } from '../testing/harness.js';
import { aRace, type Race } from '../testing/race.js';
import { until } from '../testing/until.js';
import { invitationReads } from './invitations.projection.js';

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
const statuses = async ({ readModels }: ApiParts) =>
  (await invitationReads(readModels).getMany(cars)).map(({ statusId }) => statusId);
const allSent = (parts: ApiParts) =>
  until(async () =>
    (await statuses(parts)).every((status) => status === PENDING_INVITATION) ? true : undefined,
  );
const sent = async () =>
  (await harness.parts.store.readAll(null, 1_000)).filter(({ type }) => type === 'InvitationSent');
const publish = async (as: Race['as']) =>
  expect((await as('planner').put(`/events/publish/${race.eventId}`)).status).toBe(200);

it('invites follow when an event is published, by who published it', async () => {
  expect(await statuses(harness.parts)).toEqual([DEFAULT_INVITATION_STATUS_ID, DEFAULT_INVITATION_STATUS_ID]);
  await publish(race.as);
  await allSent(harness.parts);
  const events = await sent();
  expect(events.map(({ meta }) => [meta.actorId, meta.clubId])).toEqual([
    [SOMEBODY, race.clubId],
    [SOMEBODY, race.clubId],
  ]);
});

it('invites are sent after a kill between the publishing and them, and once each', async () => {
  await harness.api.stop();
  const { store, records } = harness.parts;
  const append: EventStore['append'] = (stream, events, expected) =>
    events.some(({ type }) => type === 'InvitationSent')
      ? Promise.reject(new Error('killed'))
      : store.append(stream, events, expected);
  const dying = await startHarness({
    ...harness.parts,
    readModels: memoryReadModels(),
    store: { ...store, append },
  });
  await publish((...roles) => dying.as({ roles, clubId: race.clubId }));
  await dying.api.stop();
  expect(await sent()).toEqual([]);

  const published = (await store.readAll(null, 1_000)).find(({ type }) => type === 'EventPublished');
  const forgetful = { ...records.checkpoints, save: () => Promise.resolve() };
  for (const checkpoints of [forgetful, records.checkpoints]) {
    const parts = {
      ...harness.parts,
      readModels: memoryReadModels(),
      records: { ...records, checkpoints },
    };
    const next = await startHarness(parts);
    await allSent(parts);
    await until(async () =>
      checkpoints === forgetful || (await checkpoints.load('invites')) === published?.position
        ? true
        : undefined,
    );
    await next.api.stop();
  }
  expect(await sent()).toHaveLength(2);
});
