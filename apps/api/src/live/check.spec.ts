import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  carKey,
  carOrders,
  INVITATION_STATES,
  ORDERS_DOOR,
  REFUSALS,
  TOPICS,
  type CarOrders,
  type CheckAnswer,
  type CheckCar,
} from '@flagpost/contracts';
import { invitationDecider, invitationStream, type InvitationCommand } from '@flagpost/domain';
import type { Handle } from '@flagpost/event-sourcing';
import { until } from '@flagpost/testing';
import { HANDLE } from '../dispatch/command.handler.js';
import { startHarness, type Harness } from '../testing/harness.js';
import { aRace, type Race } from '../testing/race-fixture.js';
import { invitationReads } from '../views/invitations.projection.js';

let harness: Harness;
let race: Race;

beforeEach(async () => {
  harness = await startHarness();
  race = await aRace(harness);
});
afterEach(() => harness.stop());

const check = async (as = race.as('director')): Promise<CheckAnswer> =>
  (await as.get(`/check/${race.eventId}`)).body as CheckAnswer;
const byNumber = ({ Cars }: CheckAnswer, number: string): CheckCar | undefined =>
  Cars.find(({ CarNumber }) => CarNumber === number);
const authorize = (car: number) =>
  race.as('planner').patch('/invitations/authorized', { Invitations: [car], Authorized: 1 });
const reject = async (invitationId: number): Promise<void> => {
  const times = { now: harness.time.now(), finishesAt: harness.time.now() + 1 };
  const command: InvitationCommand = { type: 'rejectInvitation', invitationId, language: 'en', times };
  const by = { actorId: null, actorRoles: [], clubId: null, correlationId: 'spec' };
  const handle = harness.api.app.get<Handle>(HANDLE);
  await handle(invitationStream(invitationId), invitationDecider, command, {
    ...by,
    commandId: `reject ${invitationId}`,
  });
  await until('the rejection', async () => {
    const found = await invitationReads(harness.dependencies.readModels).get(invitationId);
    return found?.statusId === INVITATION_STATES.REJECTED_INVITATION;
  });
};
const giveDevice = (car: number) => race.as('planner').post(`/invitations/${car}/deviceToken`);

it('has what the doors know of each car, authorised or not, and of no other event', async () => {
  const [heard, silent, bare] = [await race.add('7'), await race.add('8'), await race.add('9')];
  await authorize(heard);
  for (const car of [heard, silent]) await giveDevice(car);
  const heardAt = harness.time.now() + 2_000;
  const report = { accuracyM: 6, battery: 81, clockMs: -1_000, app: 'flagpost' };
  const { deviceTokens } = harness.dependencies.records;
  await deviceTokens.note([{ invitationId: heard, heardAt, dropped: null, report }]);
  await deviceTokens.set({ tokenHash: 'other', eventId: race.eventId + 1, invitationId: 999, issuedAt: 0 });
  const answer = await check();
  expect(answer).toMatchObject({ EventName: 'Rally Alba', Past: false });
  expect(byNumber(answer, '7')).toEqual({
    InvitationId: heard,
    CarNumber: '7',
    Driver: 'Carla Bianchi 7',
    Category: 'WRC',
    Authorized: true,
    HasDevice: true,
    HeardAt: new Date(heardAt).toISOString(),
    AccuracyM: 6,
    Battery: 81,
    ClockMs: -1_000,
    App: 'flagpost',
    ShowsFlags: null,
    TestShownAt: null,
    TestConfirmedAt: null,
  });
  const nothing = { HeardAt: null, AccuracyM: null, Battery: null, ClockMs: null, App: null };
  expect(byNumber(answer, '8')).toMatchObject({ InvitationId: silent, HasDevice: true, ...nothing });
  expect(byNumber(answer, '9')).toMatchObject({ InvitationId: bare, HasDevice: false, ...nothing });
  expect(answer.Cars).toHaveLength(3);
});

it('knows who is connected and shows flags', async () => {
  const [connected, away] = [await race.add('7'), await race.add('8')];
  await harness.time.advance(2 * ORDERS_DOOR.presenceEveryMs + 1_000);
  const presence = { eventId: race.eventId, source: 'one', at: harness.time.now(), cars: [[connected, 0]] };
  await harness.dependencies.topics.publish(TOPICS.presence, [
    { key: String(race.eventId), value: JSON.stringify(presence) },
  ]);
  await harness.time.advance(100);
  const { Cars } = await check(race.as('planner'));
  const shows = new Map(Cars.map(({ InvitationId, ShowsFlags }) => [InvitationId, ShowsFlags]));
  expect([shows.get(connected), shows.get(away)]).toEqual([true, false]);
});

it('leaves out who rejected, unless the car is authorised all the same', async () => {
  const [rejected, authorised] = [await race.add('7'), await race.add('8')];
  for (const car of [rejected, authorised]) await reject(car);
  await authorize(authorised);
  expect((await check()).Cars.map(({ InvitationId }) => InvitationId)).toEqual([authorised]);
});

it('is recorded with who made it, when, and what was wrong with each car', async () => {
  const [bare, silent] = [await race.add('7'), await race.add('8')];
  await authorize(bare);
  await authorize(silent);
  await giveDevice(silent);
  expect((await check()).Checked).toBeNull();
  const answer = await race.as('director').post(`/check/${race.eventId}/checked`);
  const row = {
    CheckedAt: new Date(harness.time.now()).toISOString(),
    CheckedBy: { Id: race.userId('director'), Name: 'Erased person' },
    Cars: 2,
    Well: 0,
  };
  expect([answer.status, answer.body]).toEqual([200, row]);
  expect((await check(race.as('planner'))).Checked).toEqual(row);
  const events = await harness.dependencies.store.readStream(`check-${race.eventId}`, 0, 10);
  expect(events).toMatchObject([
    {
      type: 'FieldChecked',
      data: {
        cars: 2,
        well: 0,
        troubled: [
          { invitationId: bare, troubles: ['noDevice'] },
          { invitationId: silent, troubles: ['neverHeard'] },
        ],
      },
    },
  ]);
});

it('is recorded once for a request that comes again, and not after the event', async () => {
  const path = `/check/${race.eventId}/checked`;
  const post = () => race.as('director').post(path).set('Idempotency-Key', 'the-same-key');
  const [first, again] = [await post(), await post()];
  expect([first.status, again.status]).toEqual([200, 200]);
  const stream = () => harness.dependencies.store.readStream(`check-${race.eventId}`, 0, 10);
  expect(await stream()).toHaveLength(1);
  await harness.time.advance(6 * 3_600_000);
  expect((await race.as('director').post(path)).status).toBe(418);
  expect(await stream()).toHaveLength(1);
});

describe('a test flag', () => {
  const send = (as = race.as('director')) => as.post(`/check/${race.eventId}/test`);
  const flag = (StateId: number) =>
    race.as('director').post('/flagRecords', {
      StateId,
      EventId: race.eventId,
      InvitationsSelected: [],
    });
  let published: Map<string, CarOrders | null>;
  let cars: readonly [number, number];

  beforeEach(async () => {
    published = new Map();
    harness.dependencies.topics.follow({
      topic: TOPICS.orders,
      from: 'beginning',
      onBatch: async ({ messages }) => {
        for (const { key, value } of messages)
          published.set(key, value === null ? null : carOrders.parse(JSON.parse(value)));
      },
    });
    cars = [await race.add('7'), await race.add('8')];
    await authorize(cars[0]);
    await race.as('planner').put(`/events/publish/${race.eventId}`);
  });
  const testOf = (car: number) => published.get(carKey(race.eventId, car))?.test;
  const haveTest = (id: number | undefined) =>
    until(`test ${id ?? 'none'}`, () => cars.every((car) => testOf(car)?.id === id));

  it('is in the orders of every car, and in no record of the race', async () => {
    const sent = await send();
    const row = {
      TestId: 1,
      SentAt: new Date(harness.time.now()).toISOString(),
      SentBy: { Id: race.userId('director'), Name: 'Erased person' },
      Cars: 2,
    };
    expect([sent.status, sent.body]).toEqual([200, row]);
    await haveTest(1);
    expect(testOf(cars[0])).toEqual({ id: 1, sentAt: harness.time.now() });
    expect((await check()).Test).toEqual(row);
    expect((await race.as('director').get(`/events/flags/${race.eventId}`)).body).toEqual([]);
    const control = await harness.dependencies.store.readStream(`control-${race.eventId}`, 0, 10);
    expect(control).toEqual([]);
    await send(race.as('planner'));
    await haveTest(2);
  });

  it('ends with the first flag, and is refused while one is in force', async () => {
    await send();
    await haveTest(1);
    await flag(808);
    await haveTest(undefined);
    const refused = await send();
    expect([refused.status, (refused.body as { message: string }).message]).toEqual([
      418,
      REFUSALS['test.flagInForce'],
    ]);
    await race.as('director').delete(`/flagRecords/event/${race.eventId}`);
    await send();
    await haveTest(2);
  });

  it('has what became of it with each car, of the newest test alone', async () => {
    const { deviceTokens } = harness.dependencies.records;
    const now = harness.time.now();
    const { eventId } = race;
    for (const car of cars)
      await deviceTokens.set({ tokenHash: `token ${car}`, eventId, invitationId: car, issuedAt: 0 });
    const answers = async () =>
      (await check()).Cars.map(({ TestShownAt, TestConfirmedAt }) => [TestShownAt, TestConfirmedAt]);
    await send();
    await deviceTokens.noteTest(`token ${cars[0]}`, { testId: 1, shownAt: null, confirmedAt: now });
    await deviceTokens.noteTest(`token ${cars[1]}`, { testId: 1, shownAt: now, confirmedAt: null });
    const at = new Date(now).toISOString();
    expect(await answers()).toEqual([
      [at, at],
      [at, null],
    ]);
    await send();
    expect(await answers()).toEqual([
      [null, null],
      [null, null],
    ]);
  });
});

it('is for directors and planners of the club, and answers 404 for what is no event', async () => {
  const status = async (path: string, as: ReturnType<Race['as']>) => (await as.get(path)).status;
  const path = `/check/${race.eventId}`;
  expect(await status(path, race.as('viewer'))).toBe(403);
  expect(await status(path, race.rival('director'))).toBe(403);
  expect(await status(path, race.as('admin'))).toBe(200);
  expect(await status('/check/999999', race.as('director'))).toBe(404);
  for (const id of ['0', '-1', 'x', '1.5', '9e99'])
    expect(await status(`/check/${id}`, race.as('director'))).toBe(400);
});
