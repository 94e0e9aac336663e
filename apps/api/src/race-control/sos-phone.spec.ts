import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROLES, type AlertRow } from '@flagpost/contracts';
import { userDecider } from '@flagpost/domain';
import type { Handle } from '@flagpost/event-sourcing';
import { until } from '@flagpost/testing';
import { HANDLE } from '../dispatch/command.handler.js';
import { found } from '../http/found.js';
import { sosClearedFact, sosFact, stateFacts } from '../testing/facts.js';
import { NOW, startHarness, type Harness } from '../testing/harness.js';
import { aPublishedRace, competitorBody, type Race } from '../testing/race-fixture.js';
import { driverOfAlert } from '../views/alerts.projection.js';
import { userReads } from '../views/users.projection.js';

const PHONE = '+39 0173 555';

let harness: Harness;
let race: Race;
/** The alerts of a driver with a phone, and of one without. */
let withPhone: number;
let without: number;

beforeAll(async () => {
  harness = await startHarness();
  race = await aPublishedRace(harness);
  const { User, ...entry } = competitorBody(race.eventId, race.categoryId, '7');
  const body = { ...entry, User: { ...User, Phone: PHONE } };
  const added = await race.as('planner').post('/invitations/createInvitationDriver', body).expect(201);
  const cars = [(added.body as { Invitation: { Id: number } }).Invitation.Id, await race.add('8')];
  for (const invitationId of cars)
    await stateFacts(harness, sosFact({ eventId: race.eventId, invitationId, receivedAt: NOW }));
  const alerts = (await race.as('director').get(`/events/alerts/${race.eventId}`)).body as AlertRow[];
  [withPhone = 0, without = 0] = cars.map(
    (car) => alerts.find(({ InvitationId }) => InvitationId === car)?.AlertId ?? 0,
  );
  expect(JSON.stringify(alerts)).not.toContain(PHONE);
});
afterAll(() => harness.stop());

const phone = (as: ReturnType<Race['as']>, alertId = withPhone) => as.get(`/alerts/${alertId}/phone`);

describe('the phone of a driver in SOS', () => {
  it('is answered to the director of the club, null if none is stored', async () => {
    expect((await phone(race.as('director'))).body).toEqual({ Phone: PHONE });
    expect((await phone(race.as('director'), without)).body).toEqual({ Phone: null });
  });

  it('is refused to every other role, to other clubs, and without a sign-in', async () => {
    for (const role of ['admin', 'planner', 'viewer', 'driver'] as const)
      expect((await phone(race.as(role))).status).toBe(403);
    expect((await phone(race.rival('director'))).status).toBe(403);
    expect((await phone(harness.with(null))).status).toBe(401);
  });

  it('of an alert that nobody raised is not found', async () => {
    expect((await phone(race.as('director'), 9_999)).status).toBe(404);
    expect((await race.as('director').get('/alerts/x/phone')).status).toBe(400);
  });

  it('is not found once it is cleared and acknowledged', async () => {
    const stated = { eventId: race.eventId, invitationId: await race.add('9'), receivedAt: NOW };
    const director = race.as('director');
    await stateFacts(harness, sosFact(stated), sosClearedFact({ ...stated, receivedAt: NOW + 1 }));
    const alertId = await until('the SOS that the car cleared', async () => {
      const rows = (await director.get(`/events/alerts/${race.eventId}`)).body as AlertRow[];
      return rows.find((row) => row.InvitationId === stated.invitationId && row.ClearedAt !== null)?.AlertId;
    });
    expect((await phone(director, alertId)).status).toBe(200);
    await director.post(`/alerts/${alertId}/acknowledge`).expect(200);
    expect((await phone(director, alertId)).status).toBe(404);
  });

  it('is refused for a competitor of another club, as former releases entered them', async () => {
    const userId = found(await driverOfAlert(harness.dependencies.readModels, withPhone));
    const command = { type: 'changeRoles', userId, roles: [ROLES.driver], clubId: race.rivalId } as const;
    const by = {
      actorId: null,
      actorRoles: [],
      clubId: race.rivalId,
      correlationId: 'spec',
      commandId: 'spec',
    };
    await harness.api.app.get<Handle>(HANDLE)(`user-${userId}`, userDecider, command, by);
    await until('the driver in the other club', async () => {
      const driver = await userReads(harness.dependencies.readModels).get(userId);
      return driver?.clubId === race.rivalId || undefined;
    });
    for (const director of [race.as('director'), race.rival('director')])
      expect((await phone(director)).status).toBe(403);
    expect((await phone(race.as('director'), without)).status).toBe(200);
  });
});
