import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  eventDecider,
  eventStream,
  invitationDecider,
  invitationStream,
  type EventCommand,
  type InvitationCommand,
} from '@flagpost/domain';
import type { Handle } from '@flagpost/event-sourcing';
import { until } from '@flagpost/testing';
import { HANDLE } from '../dispatch/command.handler.js';
import { sosClearedFact, sosFact, stateFacts } from '../testing/facts.js';
import { startHarness, type Harness } from '../testing/harness.js';
import { aRace, type Race } from '../testing/race-fixture.js';
import { invitationReads } from '../views/invitations.projection.js';

let harness: Harness;
let race: Race;
let cars: readonly [number, number];

beforeEach(async () => {
  harness = await startHarness();
  race = await aRace(harness);
  cars = [await race.add('7'), await race.add('8')];
  for (const car of cars) {
    await race.as('planner').post(`/invitations/${car}/deviceToken`);
    const dropped = { at: harness.time.now(), reason: 'jump' };
    await tokens().note([{ invitationId: car, heardAt: dropped.at, dropped }]);
  }
});
afterEach(() => harness.stop());

const tokens = () => harness.dependencies.records.deviceTokens;
const context = { actorId: null, actorRoles: [], clubId: null, correlationId: 'spec', commandId: 'end' };
const handle: Handle = (...command) => harness.api.app.get<Handle>(HANDLE)(...command);
const hasEnded = (car: number) =>
  until('the end of the device token', async () => (await tokens().status(car)) === null);

it('a device token, and what was heard under it, end with its invitation', async () => {
  const [car, other] = cars;
  const command: InvitationCommand = { type: 'deleteInvitation', invitationId: car };
  await handle(invitationStream(car), invitationDecider, command, context);
  await hasEnded(car);
  expect(await tokens().status(other)).toMatchObject({ droppedReason: 'jump' });
});

it('a device token, and what was heard under it, end with its event', async () => {
  const command: EventCommand = { type: 'deleteEvent', eventId: race.eventId };
  await handle(eventStream(race.eventId), eventDecider, command, context);
  for (const car of cars) await hasEnded(car);
});

it('a device token, and what was heard under it, end when its competitor is erased', async () => {
  const [car, other] = cars;
  const invitation = await invitationReads(harness.dependencies.readModels).get(car);
  const erased = await race.as('admin').delete(`/people/${invitation?.userId ?? 0}`);
  expect(erased.status).toBe(200);
  await hasEnded(car);
  expect(await tokens().status(other)).toMatchObject({ droppedReason: 'jump' });
});

describe('a device token of an event that is over', () => {
  const HOUR_MS = 3_600_000;
  /** Until the finish of the fixture's race, which the job looks at every hour. */
  const finished = () => harness.time.advance(4 * HOUR_MS);
  const minutes = (count: number) => harness.time.advance(count * 60_000);

  it('ends 24 hours after the finish, with what was heard under it', async () => {
    await finished();
    await harness.time.advance(23 * HOUR_MS - 60_000);
    for (const car of cars) expect(await tokens().status(car)).toMatchObject({ droppedReason: 'jump' });
    await minutes(121);
    for (const car of cars) await hasEnded(car);
    expect(await tokens().eventIds()).toEqual([]);
    const [car] = cars;
    expect((await race.as('planner').post(`/invitations/${car}/deviceToken`)).status).toBe(418);
    expect(await tokens().status(car)).toBeNull();
  });

  it('stays while an SOS of its car is open, and that of no other car', async () => {
    const [car, other] = cars;
    await finished();
    const stated = { eventId: race.eventId, invitationId: car, receivedAt: harness.time.now() };
    await stateFacts(harness, sosFact(stated));
    await harness.time.advance(25 * HOUR_MS);
    await hasEnded(other);
    await minutes(60);
    expect(await tokens().status(car)).not.toBeNull();
    await stateFacts(harness, sosClearedFact({ ...stated, receivedAt: harness.time.now() }));
    await minutes(60);
    await hasEnded(car);
  });
});
