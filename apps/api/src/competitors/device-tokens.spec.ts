import { afterEach, beforeEach, expect, it } from '@jest/globals';
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
