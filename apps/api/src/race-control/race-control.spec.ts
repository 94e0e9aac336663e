import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { REFUSALS, ROLES, type FlagRow, type LapRow } from '@flagpost/contracts';
import { lapsDecider, lapsStream } from '@flagpost/domain';
import type { Handle } from '@flagpost/event-sourcing';
import { HANDLE } from '../dispatch/command.handler.js';
import { confirmedFact, lapFact, sosClearedFact, sosFact, stateFacts } from '../testing/facts.js';
import { NOW, startHarness, type Harness } from '../testing/harness.js';
import { aRace, type Race } from '../testing/race-fixture.js';

let harness: Harness;
let race: Race;
let directorId: number;
let one: number;
let two: number;
let unauthorized: number;
const iso = (epochMs: number): string => new Date(epochMs).toISOString();

beforeAll(async () => {
  harness = await startHarness();
  race = await aRace(harness);
  directorId = await harness.api.accounts.ensure({
    email: 'ada@example.org',
    password: 'Flagpost1',
    name: 'Ada',
    surname: 'Rossi',
    roles: [ROLES.director],
    clubId: race.clubId,
  });
  [one, two, unauthorized] = [await race.add('1'), await race.add('2'), await race.add('3')];
  await race.as('planner').patch('/invitations/authorized', { Invitations: [one, two], Authorized: 1 });
  await race.as('planner').put(`/events/publish/${race.eventId}`);
});
afterAll(() => harness.stop());

const flag = (StateId: number, changes: object = {}): object => ({
  StateId,
  EventId: race.eventId,
  InvitationsSelected: [],
  ...changes,
});
const director = () => harness.as({ userId: directorId, roles: ['director'], clubId: race.clubId });
const send = (body: object) => director().post('/flagRecords', body);
const sent = async (body: object): Promise<number> => {
  const answer = await send(body);
  expect(answer.status).toBe(201);
  return (answer.body as { FlagId: number }).FlagId;
};
const flags = async (): Promise<FlagRow[]> =>
  (await race.as('viewer').get(`/events/flags/${race.eventId}`)).body as FlagRow[];
const clear = () => director().delete(`/flagRecords/event/${race.eventId}`);
const at = (invitationId: number, receivedAt: number) => ({
  eventId: race.eventId,
  invitationId,
  receivedAt,
});

describe('flags', () => {
  it('are listed newest first, with who sent them and what they said', async () => {
    const yellow = await sent(flag(806));
    await harness.time.advance(1);
    const message = await sent(flag(800, { InvitationsSelected: [two], Message: ' Box now ' }));
    expect((await flags()).slice(0, 2)).toEqual([
      {
        FlagId: message,
        StateId: 800,
        Message: 'Box now',
        InvitationsSelected: [two],
        CarNumbers: ['2'],
        SectorId: null,
        SectorImg: null,
        SanctionedDriver: null,
        SentAt: iso(NOW + 1),
        SentBy: { Id: directorId, Name: 'Ada Rossi' },
        Shown: [],
        Confirmed: [],
        Withdrawals: [],
        ClearedAt: null,
        ClearedBy: null,
      },
      expect.objectContaining({ FlagId: yellow, StateId: 806, InvitationsSelected: [], ClearedAt: null }),
    ]);
  });

  it('are refused by the rules, with their texts', async () => {
    const refusals: [object, string][] = [
      [flag(800, { Message: 'Hello' }), REFUSALS['flag.driverRequired']],
      [flag(803), REFUSALS['flag.driverRequired']],
      [flag(805, { InvitationsSelected: [one, two] }), REFUSALS['flag.oneDriver']],
      [flag(800, { InvitationsSelected: [one], Message: ' ' }), REFUSALS['flag.messageRequired']],
      [flag(804, { InvitationsSelected: [unauthorized] }), REFUSALS['flag.notAuthorized']],
      [flag(799), REFUSALS['flag.unknownCode']],
    ];
    for (const [body, message] of refusals) {
      const answer = await send(body);
      expect(answer.status).toBe(418);
      expect(answer.body).toEqual({ statusCode: 418, message });
    }
  });

  it('name as sanctioned a car of their event alone', async () => {
    const other = await aRace(harness);
    const elsewhere = await other.add('9');
    const penalty = (SanctionedDriver: number) =>
      send(flag(805, { InvitationsSelected: [one], SanctionedDriver }));
    for (const car of [elsewhere, 999_999]) {
      const answer = await penalty(car);
      expect([answer.status, answer.body.message]).toEqual([404, REFUSALS['invitation.missing']]);
    }
    expect((await penalty(one)).status).toBe(201);
    expect((await flags())[0]?.SanctionedDriver).toBe(one);
  });

  it('are refused where the request is malformed, naming the field', async () => {
    const answer = await send(flag(800, { InvitationsSelected: [one], Message: 'x'.repeat(101) }));
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields as object)).toEqual(['Message']);
  });

  it('are confirmed by cars, once each', async () => {
    const red = await sent(flag(801));
    const confirmed = confirmedFact(at(one, NOW + 2_000), red);
    await stateFacts(harness, confirmed, confirmed, confirmedFact(at(unauthorized, NOW + 2_000), red));
    await stateFacts(harness, confirmedFact(at(one, NOW + 3_000), red));
    const row = (await flags()).find(({ FlagId }) => FlagId === red);
    expect(row?.Confirmed).toEqual([{ InvitationId: one, ConfirmedAt: iso(NOW + 1_800) }]);
  });

  it('end together with every open SOS', async () => {
    await stateFacts(harness, sosFact(at(two, NOW + 5_000)));
    const alerts = await race.as('viewer').get(`/events/alerts/${race.eventId}`);
    const alertId = (alerts.body as { AlertId: number }[])[0]?.AlertId;
    const answer = await clear();
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ AlertIds: [alertId] });
    const by = { Id: directorId, Name: 'Ada Rossi' };
    for (const flag of await flags())
      expect(flag).toMatchObject({ ClearedAt: expect.any(String), ClearedBy: by });
    const after = await race.as('viewer').get(`/events/alerts/${race.eventId}`);
    expect(after.body[0]).toMatchObject({ AlertId: alertId, ClearedAt: iso(harness.time.now()) });
    expect((await clear()).body).toEqual({ AlertIds: [] });
  });

  it('sent again under the same key are sent once', async () => {
    const before = (await flags()).length;
    const body = flag(808);
    const [first, again] = [
      await send(body).set('Idempotency-Key', 'green-1'),
      await send(body).set('Idempotency-Key', 'green-1'),
    ];
    expect(again.body).toEqual(first.body);
    expect(await flags()).toHaveLength(before + 1);
  });
});

describe('SOS', () => {
  it('are raised once until cleared, also by cars that may not run, and acknowledged by name', async () => {
    const receivedAt = NOW + 10_000;
    await stateFacts(harness, sosFact(at(unauthorized, receivedAt)));
    await stateFacts(
      harness,
      sosFact(at(unauthorized, receivedAt + 1)),
      sosFact(at(unauthorized, receivedAt)),
    );
    const rows = (await race.as('director').get(`/events/alerts/${race.eventId}`)).body as {
      AlertId: number;
    }[];
    const mine = rows.filter((row) => 'InvitationId' in row && row.InvitationId === unauthorized);
    expect(mine).toEqual([
      {
        AlertId: expect.any(Number),
        AlertType: 5,
        InvitationId: unauthorized,
        CarNumber: '3',
        Pilot: 'Carla Bianchi 3',
        RaisedAt: iso(receivedAt - 200),
        SpeedBefore: 143.2,
        AcknowledgedAt: null,
        AcknowledgedBy: null,
        ClearedAt: null,
        ClearedBy: null,
      },
    ]);
    const alertId = mine[0]?.AlertId ?? 0;
    const acknowledged = await director().post(`/alerts/${alertId}/acknowledge`);
    expect(acknowledged.status).toBe(200);
    expect(acknowledged.body).toMatchObject({
      AlertId: alertId,
      AcknowledgedAt: iso(harness.time.now()),
      AcknowledgedBy: { Id: directorId, Name: 'Ada Rossi' },
    });
    await stateFacts(harness, sosClearedFact(at(unauthorized, receivedAt + 2)));
    const after = (await race.as('director').get(`/events/alerts/${race.eventId}`)).body as object[];
    expect(after).toContainEqual(
      expect.objectContaining({ AlertId: alertId, ClearedAt: iso(receivedAt + 2 - 200) }),
    );
  });

  it('that nobody raised are not found', async () => {
    expect((await race.as('director').post('/alerts/9999/acknowledge')).status).toBe(404);
    expect((await race.as('director').post('/alerts/x/acknowledge')).status).toBe(400);
  });
});

describe('laps', () => {
  it('are recorded once each, in order of crossing', async () => {
    const first = lapFact(at(one, NOW + 100_000), 1);
    await stateFacts(harness, first, lapFact(at(two, NOW + 99_000), 1, { lapTimeMs: null }), first);
    await stateFacts(harness, first, lapFact(at(one, NOW + 190_000), 2, { lapTimeMs: 89_123 }));
    expect((await race.as('viewer').get(`/events/laps/${race.eventId}`)).body).toEqual([
      {
        InvitationId: two,
        CarNumber: '2',
        LapEpoch: 0,
        Lap: 1,
        lapTimeMs: null,
        crossedAt: iso(NOW + 98_500),
      },
      {
        InvitationId: one,
        CarNumber: '1',
        LapEpoch: 0,
        Lap: 1,
        lapTimeMs: 90_000,
        crossedAt: iso(NOW + 99_500),
      },
      {
        InvitationId: one,
        CarNumber: '1',
        LapEpoch: 0,
        Lap: 2,
        lapTimeMs: 89_123,
        crossedAt: iso(NOW + 189_500),
      },
    ]);
  });

  it('begin anew with a reset, and a lap received after it does not count for the epoch before', async () => {
    await harness.time.advance(200_000);
    const reset = await race.as('admin').put(`/events/resetLaps/${race.eventId}`);
    expect(reset.status).toBe(200);
    expect(reset.body).toEqual({ LapEpoch: 1, beganAt: iso(harness.time.now()) });
    const late = lapFact(at(one, harness.time.now() + 1), 3);
    const inTime = lapFact(at(two, harness.time.now() - 1), 2);
    await stateFacts(harness, late, inTime);
    const laps = (await race.as('viewer').get(`/events/laps/${race.eventId}`)).body as { Lap: number }[];
    expect(laps.map((lap) => ('InvitationId' in lap ? [lap.InvitationId, lap.Lap] : []))).toEqual([
      [two, 1],
      [one, 1],
      [one, 2],
      [two, 2],
    ]);
  });

  it('leave out a lap that was received after a reset and decided before it, whichever is recorded first', async () => {
    const read = async () => (await race.as('viewer').get(`/events/laps/${race.eventId}`)).body as LapRow[];
    const before = await read();
    const stated = (invitationId: number, lap: number) => ({
      type: 'recordLap' as const,
      ...{ eventId: race.eventId, invitationId, lapEpoch: 1, lap, lapTimeMs: 90_000 },
      ...{ crossedAt: harness.time.now(), receivedAt: harness.time.now() + 1 },
      lapEpochs: [{ epoch: 1, beganAt: NOW }],
    });
    const handle = harness.api.app.get<Handle>(HANDLE);
    const by = { actorId: null, actorRoles: [], clubId: race.clubId, correlationId: 'spec' };
    await handle(lapsStream(one), lapsDecider, stated(one, 1), { ...by, commandId: 'early' });
    expect((await race.as('admin').put(`/events/resetLaps/${race.eventId}`)).body.LapEpoch).toBe(2);
    await handle(lapsStream(two), lapsDecider, stated(two, 1), { ...by, commandId: 'late' });
    await stateFacts(harness, confirmedFact(at(one, harness.time.now()), 1));
    expect(await read()).toEqual(before);
  });
});

describe('rights in race control', () => {
  const calls: [string, (as: ReturnType<Race['as']>) => PromiseLike<{ status: number }>][] = [
    ['flags', (as) => as.post('/flagRecords', flag(808))],
    ['clearing', (as) => as.delete(`/flagRecords/event/${race.eventId}`)],
    ['acknowledging an SOS', (as) => as.post('/alerts/1/acknowledge')],
    ['clearing an SOS', (as) => as.post('/alerts/1/clear')],
  ];

  it.each(calls)('%s: the director of the club alone', async (_, call) => {
    expect((await call(race.as('director'))).status).toBeLessThan(300);
    for (const role of ['admin', 'planner', 'viewer', 'driver'] as const)
      expect((await call(race.as(role))).status).toBe(403);
    expect((await call(race.rival('director'))).status).toBe(403);
    expect((await call(harness.with(null))).status).toBe(401);
  });

  it('lap resets: administrators, and the director of the club', async () => {
    const reset = (as: ReturnType<Race['as']>) => as.put(`/events/resetLaps/${race.eventId}`);
    for (const role of ['admin', 'director'] as const) expect((await reset(race.as(role))).status).toBe(200);
    for (const role of ['planner', 'viewer'] as const) expect((await reset(race.as(role))).status).toBe(403);
    expect((await reset(race.rival('director'))).status).toBe(403);
  });

  it.each(['flags', 'alerts', 'laps'])('reading %s: everybody of the club', async (what) => {
    const path = `/events/${what}/${race.eventId}`;
    for (const role of ['admin', 'planner', 'viewer', 'director'] as const)
      expect((await race.as(role).get(path)).status).toBe(200);
    expect((await race.rival('viewer').get(path)).status).toBe(403);
    expect((await race.as('viewer').get(`/events/${what}/999999`)).status).toBe(404);
  });

  it('end with the event', async () => {
    await harness.time.advance(5 * 3_600_000);
    const refusal = { statusCode: 418, message: REFUSALS['event.past'] };
    expect((await send(flag(808))).body).toEqual(refusal);
    expect((await clear()).body).toEqual(refusal);
    expect((await race.as('admin').put(`/events/resetLaps/${race.eventId}`)).body).toEqual(refusal);
    expect((await race.as('viewer').get(`/events/flags/${race.eventId}`)).status).toBe(200);
  });

  it('say who cleared an SOS, and take a person’s clearing for their acknowledgement', async () => {
    const now = harness.time.now();
    await stateFacts(harness, sosFact(at(two, now)));
    const alerts = `/events/alerts/${race.eventId}`;
    const [{ AlertId }] = (await race.as('director').get(alerts)).body as [{ AlertId: number }];
    const by = { Id: directorId, Name: 'Ada Rossi' };
    expect((await race.as('director').get(alerts)).body[0]).toMatchObject({ ClearedBy: null });
    expect((await director().post(`/alerts/${AlertId}/clear`)).body).toMatchObject({
      ClearedBy: by,
      AcknowledgedBy: by,
      AcknowledgedAt: iso(harness.time.now()),
    });
  });

  it('do not end with the event where an SOS is open', async () => {
    await stateFacts(harness, sosFact(at(one, harness.time.now())));
    const alerts = `/events/alerts/${race.eventId}`;
    const [{ AlertId }] = (await race.as('director').get(alerts)).body as [{ AlertId: number }];
    const answer = async (what: string): Promise<unknown> =>
      (await director().post(`/alerts/${AlertId}/${what}`)).body;
    const by = { Id: directorId, Name: 'Ada Rossi' };
    expect(await answer('acknowledge')).toMatchObject({ AcknowledgedBy: by, ClearedAt: null });
    expect(await answer('clear')).toMatchObject({ AlertId, ClearedAt: iso(harness.time.now()) });
    expect((await race.as('viewer').get(alerts)).body[0]).toMatchObject({ AlertId, AcknowledgedBy: by });
  });
});
