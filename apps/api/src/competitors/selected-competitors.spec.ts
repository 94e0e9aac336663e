import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import {
  DEFAULT_INVITATION_STATUS_ID,
  FIELD_TEXTS,
  RACING_WITHIN_MS,
  REFUSALS,
  type AuthorizeAnswer,
  type CategoryAnswer,
  type CompetitorCounts,
  type CompetitorRow,
  type DeletedAnswer,
  type EventAnswer,
  type InvitationDriverAnswer,
  type LicenceRow,
} from '@flagpost/contracts';
import { invitationStream } from '@flagpost/domain';
import { until } from '@flagpost/testing';
import { NOW, startHarness, type Harness, type Requests } from '../testing/harness.js';
import { aRace, competitorBody, eventBody, type Race } from '../testing/race-fixture.js';
import { invitationReads } from '../views/invitations.projection.js';

let harness: Harness;
let race: Race;

beforeEach(async () => {
  harness = await startHarness();
  race = await aRace(harness);
});
afterEach(() => harness.stop());

const planner = () => race.as('planner');
const authorize = (Invitations: number[], Authorized: 0 | 1, changes: object = {}, as = planner()) =>
  as.patch('/invitations/authorized/', { Invitations, Authorized, ...changes });
const remove = (Invitations: number[], changes: object = {}, as = planner()) =>
  as.patch('/invitations/deleteSelected/', { Invitations, ...changes });
const removeAll = (EventId: number, changes: object = {}, as = planner()) =>
  as.patch('/invitations/removeAll/', { EventId, ...changes });
const ids = async (eventId = race.eventId): Promise<number[]> =>
  ((await planner().get(`/events/drivers/${eventId}`)).body as CompetitorRow[]).map(
    ({ InvitationId }) => InvitationId,
  );
const authorized = async (): Promise<number[]> =>
  ((await planner().get(`/events/drivers/${race.eventId}`)).body as CompetitorRow[])
    .filter(({ Authorized }) => Authorized === 1)
    .map(({ InvitationId }) => InvitationId);
const licencesUsed = async (): Promise<number> =>
  ((await planner().get(`/licenses/Current/${race.clubId}`)).body as LicenceRow).Given;
/** Gives the car a device, and has it heard so long ago. */
const heard = async (car: number, agoMs: number): Promise<void> => {
  await planner().post(`/invitations/${car}/deviceToken`);
  const heardAt = harness.time.now();
  await harness.time.advance(agoMs);
  await harness.dependencies.records.deviceTokens.note([{ invitationId: car, heardAt, dropped: null }]);
};
/** An event that starts tomorrow, with competitors of these numbers. */
const coming = async (...numbers: string[]): Promise<{ eventId: number; cars: number[] }> => {
  const [Start, Finish] = [24, 30].map((hours) => new Date(NOW + hours * 3_600_000).toISOString());
  const made = await planner().post(
    '/events',
    eventBody(race.categoryId, { Start: Start!, Finish: Finish! }),
  );
  const { eveId: eventId } = made.body as EventAnswer;
  for (const number of numbers)
    await planner().post(
      '/invitations/createInvitationDriver',
      competitorBody(eventId, race.categoryId, number),
    );
  return { eventId, cars: await ids(eventId) };
};

/** A competitor of the rival's event, which starts tomorrow. */
const rivalCar = async (): Promise<number> => {
  const rival = race.rival('planner');
  const { catId } = (await rival.post('/driverCategories', { Name: 'WRC' })).body as CategoryAnswer;
  const [Start, Finish] = [24, 30].map((hours) => new Date(NOW + hours * 3_600_000).toISOString());
  const made = await rival.post('/events', eventBody(catId, { Start: Start!, Finish: Finish! }));
  const { eveId } = made.body as EventAnswer;
  const added = await rival.post('/invitations/createInvitationDriver', competitorBody(eveId, catId, '31'));
  return (added.body as InvitationDriverAnswer).Invitation.Id;
};

describe('authorising many', () => {
  it('answers who was authorised, and of each other one what it lacks', async () => {
    const [whole, bare, unnumbered] = [
      await race.add('7'),
      await race.add('8', { Brand: null, Model: ' ' }),
      await race.add('', {}),
    ];
    const answer = await authorize([bare, whole, unnumbered], 1);
    expect(answer.body).toEqual({
      authorized: [whole],
      skipped: [bare, unnumbered],
      reasons: [
        { InvitationId: bare, Lacks: ['brand', 'model'] },
        { InvitationId: unnumbered, Lacks: ['carNumber'] },
      ],
      racing: [],
    } satisfies AuthorizeAnswer);
    expect(await authorized()).toEqual([whole]);
  });

  it('is one command over hundreds, of which each is authorised once', async () => {
    const cars: number[] = [];
    for (let number = 1; number <= 120; number += 1) cars.push(await race.add(String(number)));
    const answer = await authorize(cars, 1);
    expect((answer.body as AuthorizeAnswer).authorized).toEqual(cars);
    await until('every car in the view', async () => (await authorized()).length === cars.length);
    expect((await planner().get(`/invitations/counts/${race.eventId}`)).body).toEqual({
      Invited: 120,
      Authorized: 120,
      NotSent: 120,
    } satisfies CompetitorCounts);
    const events = await harness.dependencies.store.readAll(null, 10_000);
    const orders = events.filter(({ type }) => type === 'InvitationAuthorized');
    expect(orders).toHaveLength(cars.length);
    expect(new Set(orders.map(({ meta }) => meta.causationId)).size).toBe(1);
  });

  it('says of one that somebody else deleted meanwhile that it is gone', async () => {
    const [first, second] = [await race.add('7'), await race.add('8')];
    let isDeleted = false;
    const { store } = harness.dependencies;
    const meta = {
      actorId: null,
      actorRoles: [],
      clubId: race.clubId,
      correlationId: 'spec',
      causationId: null,
    };
    const data = { invitationId: second, eventId: race.eventId };
    const deleted = { type: 'InvitationDeleted', data, meta: { ...meta, id: 'deleted', schemaVersion: 1 } };
    const append = store.append.bind(store);
    // The view that the command chose by still has it.
    jest.spyOn(store, 'append').mockImplementation(async (stream, events, expected) => {
      if (stream === invitationStream(second) && !isDeleted) {
        isDeleted = true;
        await append(stream, [deleted], 'any');
      }
      return append(stream, events, expected);
    });
    expect((await authorize([first, second], 1)).body).toMatchObject({
      authorized: [first],
      skipped: [second],
    });
    expect(isDeleted).toBe(true);
  });

  it('skips those who were deleted before, with no reason', async () => {
    const [gone, stays] = [await race.add('7'), await race.add('8')];
    await remove([gone]);
    for (const Authorized of [1, 0] as const)
      expect((await authorize([gone, stays], Authorized)).body).toEqual({
        authorized: [stays],
        skipped: [gone],
        reasons: [{ InvitationId: gone, Lacks: [] }],
        racing: [],
      } satisfies AuthorizeAnswer);
    expect((await authorize([gone], 1)).status).toBe(404);
  });

  it('is refused if one of another institution is among them, whoever else is missing', async () => {
    const [gone, stays] = [await race.add('7'), await race.add('8')];
    const foreign = await rivalCar();
    await remove([gone]);
    for (const answer of [await authorize([gone, stays, foreign], 1), await remove([gone, stays, foreign])])
      expect(answer.status).toBe(403);
    expect(await ids()).toEqual([stays]);
  });

  it('takes 5,000 at once, and at least one', async () => {
    const many = Array.from({ length: 5_001 }, (_, index) => index + 1);
    expect((await authorize(many, 1)).status).toBe(400);
    expect((await authorize([], 1)).body.fields).toEqual({ Invitations: FIELD_TEXTS.noneSelected });
  });
});

describe('unauthorising a car that races', () => {
  it('asks first if it was heard in the last 60 s, and then does it', async () => {
    const [racing, silent] = [await race.add('7'), await race.add('8')];
    await authorize([racing, silent], 1);
    await heard(racing, RACING_WITHIN_MS);
    const asked = await authorize([racing, silent], 0);
    expect(asked.body).toEqual({ authorized: [], skipped: [], reasons: [], racing: [racing] });
    expect(await authorized()).toEqual([racing, silent]);
    const done = await authorize([racing, silent], 0, { Confirmed: true });
    expect(done.body).toEqual({ authorized: [racing, silent], skipped: [], reasons: [], racing: [] });
    expect(await authorized()).toEqual([]);
  });

  it('does not ask of one that was heard earlier, is not authorised, or is authorised just now', async () => {
    const [earlier, unauthorized] = [await race.add('7'), await race.add('8')];
    await authorize([earlier], 1);
    await heard(unauthorized, 0);
    await heard(earlier, RACING_WITHIN_MS + 1_000);
    expect((await authorize([unauthorized], 1)).body).toMatchObject({ racing: [] });
    await authorize([unauthorized], 0, { Confirmed: true });
    const answer = await authorize([earlier, unauthorized], 0);
    expect(answer.body).toMatchObject({ authorized: [earlier, unauthorized], racing: [] });
  });

  it('asks before it is deleted, too', async () => {
    const car = await race.add('7');
    await authorize([car], 1);
    await heard(car, 1_000);
    for (const answer of [await remove([car]), await removeAll(race.eventId)])
      expect(answer.body).toEqual({ deleted: [], skipped: [], racing: [car] } satisfies DeletedAnswer);
    expect(await ids()).toEqual([car]);
    expect((await remove([car], { Confirmed: true })).body).toMatchObject({ deleted: [car] });
    expect(await ids()).toEqual([]);
  });
});

describe('deleting the selected competitors', () => {
  it('leaves the others, and the person for another event', async () => {
    const [gone, stays] = [await race.add('7'), await race.add('8')];
    const { userId } = (await invitationReads(harness.dependencies.readModels).get(gone))!;
    expect((await remove([gone, gone])).body).toEqual({ deleted: [gone], skipped: [], racing: [] });
    expect(await ids()).toEqual([stays]);
    expect(await harness.dependencies.records.people.get(userId)).toMatchObject({ name: 'Carla' });
    expect((await remove([gone])).status).toBe(404);
  });

  it('skips those whom somebody else has deleted', async () => {
    const [gone, stays] = [await race.add('7'), await race.add('8')];
    await remove([gone]);
    expect((await remove([gone, stays])).body).toEqual({ deleted: [stays], skipped: [gone], racing: [] });
    expect(await ids()).toEqual([]);
  });

  it('gives back no licence of another institution, whose deleted competitor is named', async () => {
    const car = await race.add('7');
    const foreign = await rivalCar();
    const rival = race.rival('planner');
    await authorize([foreign], 1, {}, rival);
    const append = harness.dependencies.store.append.bind(harness.dependencies.store);
    const killed = jest
      .spyOn(harness.dependencies.store, 'append')
      .mockImplementation((stream, ...rest) =>
        stream.startsWith('licence-') ? Promise.reject(new Error('killed')) : append(stream, ...rest),
      );
    expect((await remove([foreign], {}, rival)).status).toBe(500);
    killed.mockRestore();
    expect((await remove([foreign, car])).body).toMatchObject({ deleted: [car] });
    const { Given } = (await rival.get(`/licenses/Current/${race.rivalId}`)).body as LicenceRow;
    expect(Given).toBe(1);
  });

  it('takes the list of ids alone', async () => {
    const [gone, stays] = [await race.add('7'), await race.add('8')];
    const answer = await planner().patch('/invitations/deleteSelected/', [gone]);
    expect(answer.body).toEqual({ deleted: [gone], skipped: [], racing: [] });
    expect(await ids()).toEqual([stays]);
  });

  it('gives back their licences while the event has not started, and ends their device tokens', async () => {
    const { cars } = await coming('21', '22');
    await authorize(cars, 1);
    await planner().post(`/invitations/${cars[0]}/deviceToken`);
    expect(await licencesUsed()).toBe(2);
    await remove([cars[0]!]);
    expect(await licencesUsed()).toBe(1);
    await until('the device token to end', async () =>
      (await harness.dependencies.records.deviceTokens.status(cars[0]!)) === null ? true : undefined,
    );
  });

  it('is for organisers of the club, until the event is over', async () => {
    const car = await race.add('7');
    const by = async (as: Requests) => (await remove([car], {}, as)).status;
    expect([await by(race.as('viewer')), await by(race.as('director'))]).toEqual([403, 403]);
    expect([await by(race.rival('planner')), await by(harness.with(null))]).toEqual([403, 401]);
    await harness.time.advance(5 * 3_600_000);
    expect((await remove([car])).body).toEqual({ statusCode: 418, message: REFUSALS['event.past'] });
    expect((await remove([])).body.fields).toEqual({ Invitations: FIELD_TEXTS.noneSelected });
  });
});

describe('an id that nobody has until the rights were checked', () => {
  it.each([
    ['authorised', 0, (ids: number[]) => authorize(ids, 1)],
    ['taken off the race', 1, (ids: number[]) => authorize(ids, 0, { Confirmed: true })],
    ['deleted', 1, (ids: number[]) => remove(ids, { Confirmed: true })],
    ['mailed', 1, (Invitations: number[]) => planner().patch('/invitations/send', { Invitations })],
  ] as const)('is not %s for another institution', async (_, Authorized, change) => {
    const rival = race.rival('planner');
    const own = await race.add('7');
    const next = own + 1;
    const bus = harness.api.app.get(CommandBus);
    const execute = bus.execute.bind(bus);
    jest.spyOn(bus, 'execute').mockImplementationOnce(async (message) => {
      expect(await rivalCar()).toBe(next);
      await authorize([next], Authorized, {}, rival);
      return execute(message);
    });
    const { status } = await change([own, next]);
    expect([200, 404]).toContain(status);
    expect(await invitationReads(harness.dependencies.readModels).get(next)).toMatchObject({
      authorized: Authorized === 1,
      mailState: null,
    });
    const { Given } = (await rival.get(`/licenses/Current/${race.rivalId}`)).body as LicenceRow;
    expect(Given).toBe(Authorized);
  });
});

describe('removing all competitors of an event', () => {
  it('deletes every invitation of it, and gives back the licences', async () => {
    const { eventId, cars } = await coming('21', '22', '23');
    const other = await race.add('7');
    await authorize(cars.slice(1), 1);
    expect((await removeAll(eventId)).body).toEqual({ deleted: cars, skipped: [], racing: [] });
    expect(await ids(eventId)).toEqual([]);
    expect(await ids()).toEqual([other]);
    expect(await licencesUsed()).toBe(0);
    expect((await removeAll(eventId)).body).toEqual({ deleted: [], skipped: [], racing: [] });
  });

  it('gives back the licences also if it is repeated after it was killed between the two', async () => {
    const { eventId, cars } = await coming('21');
    await authorize(cars, 1);
    const append = harness.dependencies.store.append.bind(harness.dependencies.store);
    let kill = true;
    harness.dependencies.store.append = (stream, ...rest) =>
      kill && stream.startsWith('licence-') ? Promise.reject(new Error('killed')) : append(stream, ...rest);
    const send = () => removeAll(eventId).set('Idempotency-Key', 'once');
    expect((await send()).status).toBe(500);
    kill = false;
    expect((await send()).status).toBe(200);
    expect(await licencesUsed()).toBe(0);
  });

  it('of a past event is left to administrators; laps and the rest of its record stay', async () => {
    const car = await race.add('7');
    await harness.time.advance(5 * 3_600_000);
    expect((await removeAll(race.eventId)).body).toEqual({
      statusCode: 418,
      message: REFUSALS['event.past'],
    });
    expect((await removeAll(race.eventId, {}, race.rival('planner'))).status).toBe(403);
    expect((await removeAll(race.eventId, {}, race.as('admin'))).body).toMatchObject({ deleted: [car] });
    expect(await ids()).toEqual([]);
  });

  it('is for organisers of the club', async () => {
    const by = async (as: Requests) => (await removeAll(race.eventId, {}, as)).status;
    expect([await by(race.as('viewer')), await by(race.as('director'))]).toEqual([403, 403]);
    expect([await by(race.rival('planner')), await by(harness.with(null))]).toEqual([403, 401]);
    expect((await removeAll(777)).status).toBe(404);
  });
});

describe('the counts of an event’s competitors', () => {
  it('tell how many there are, may run, and were not sent', async () => {
    const [car] = [await race.add('7'), await race.add('8')];
    await authorize([car], 1);
    const counts = await race.as('viewer').get(`/invitations/counts/${race.eventId}`);
    expect(counts.body).toEqual({ Invited: 2, Authorized: 1, NotSent: 2 });
    const { statusId } = (await invitationReads(harness.dependencies.readModels).get(car))!;
    expect(statusId).toBe(DEFAULT_INVITATION_STATUS_ID);
  });
});
