import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ANSWER_TEXTS,
  DEFAULT_INVITATION_STATUS_ID,
  FIELD_TEXTS,
  INVITATION_STATES,
  LANGUAGE_HEADER,
  type CategoryAnswer,
  type CompetitorRow,
  type EventAnswer,
  type InvitationDriverAnswer,
  type InvitationRecord,
} from '@flagpost/contracts';
import { invitationStream } from '@flagpost/domain';
import { until } from '@flagpost/testing';
import { startHarness, type Harness, type Requests } from '../testing/harness.js';
import { aRace, competitorBody, eventBody, type Race } from '../testing/race-fixture.js';

let harness: Harness;
let race: Race;

beforeEach(async () => {
  harness = await startHarness();
  race = await aRace(harness);
});
afterEach(() => harness.stop());

const rows = async (as = race.as('planner')): Promise<CompetitorRow[]> =>
  (await as.get(`/events/drivers/${race.eventId}`)).body as CompetitorRow[];
const statusOf = async (as: Requests, path: string): Promise<number> => (await as.get(path)).status;
const rivalCategory = async (): Promise<number> =>
  ((await race.rival('planner').post('/driverCategories', { Name: 'R5' })).body as CategoryAnswer).catId;
/** Each staff role of the club, users without one, and users of another club. */
const readers = () =>
  [
    ['admin', race.as('admin'), 200],
    ['planner', race.as('planner'), 200],
    ['viewer', race.as('viewer'), 200],
    ['director', race.as('director'), 200],
    ['driver', race.as('driver'), 403],
    ['rival', race.rival('planner'), 403],
    ['nobody', harness.with(null), 401],
  ] as const;

describe('the competitors of an event', () => {
  it('have every field of the specification', async () => {
    const body = competitorBody(race.eventId, race.categoryId, '007');
    const User = { ...body.User, Phone: '+39 0173 1' };
    const made = await race.as('planner').post('/invitations/createInvitationDriver', { ...body, User });
    const { User: stored, Invitation } = made.body as InvitationDriverAnswer;
    expect(await rows()).toEqual([
      {
        DriverId: stored.Id,
        InvitationId: Invitation.Id,
        UserId: stored.Id,
        EventId: race.eventId,
        Number: '007',
        Authorized: 0,
        FirstName: 'Carla',
        LastName: 'Bianchi 007',
        CategoryId: race.categoryId,
        StatusId: DEFAULT_INVITATION_STATUS_ID,
        Category: 'WRC',
        State: 'Not Send',
        CodriverName: 'Dino',
        CodriverSurname: 'Verdi',
        DriverGrupoSanguineo: '0+',
        CodriverGrupoSanguineo: 'A+',
        Phone: '+39 0173 1',
        Email: 'car007@example.org',
        Brand: 'Lancia',
        Model: 'Delta',
        Mail: null,
        Disputed: null,
      },
    ]);
  });

  it('are null where nothing is stored', async () => {
    const nobody = { CodriverName: null, CodriverSurname: null, CodriverGrupoSang: null };
    await race.add('', { Brand: null, Model: null, ...nobody });
    expect((await rows())[0]).toMatchObject({
      Number: null,
      Brand: null,
      Model: null,
      Phone: null,
      CodriverName: null,
      CodriverSurname: null,
      CodriverGrupoSanguineo: null,
    });
  });

  it('say whether they may run and how their invitation stands, in the language that is asked for', async () => {
    const car = await race.add('7');
    await race.as('planner').patch('/invitations/authorized', { Invitations: [car], Authorized: 1 });
    await race.as('planner').put(`/events/publish/${race.eventId}`);
    const StatusId = INVITATION_STATES.PENDING_INVITATION;
    const row = await until('a pending invitation', async () =>
      (await rows()).find((each) => each.StatusId === StatusId),
    );
    expect(row).toMatchObject({ Authorized: 1, State: 'Pending' });
    const answer = await race.as('viewer').get(`/events/drivers/${race.eventId}`).set(LANGUAGE_HEADER, 'es');
    expect((answer.body as CompetitorRow[])[0]?.State).toBe('Pendiente');
  });

  it('show nothing that another club stored of a person', async () => {
    await race.add('7');
    const [added] = await rows();
    const { UserId: userId, CategoryId: categoryId } = added!;
    const made = await race.rival('planner').post('/events', eventBody(await rivalCategory()));
    const { eveId } = made.body as EventAnswer;
    // As releases before decision 0041 added somebody whom another club had entered.
    const { store, ids } = harness.dependencies;
    const entry = { categoryId, carNumber: '7', brand: null, model: null, codriverId: null };
    const data = { invitationId: 5_000, eventId: eveId, driverId: userId, userId, statusId: 1504, ...entry };
    const who = { actorId: null, actorRoles: [], clubId: race.rivalId };
    const meta = { id: ids.uuid(), ...who, correlationId: 'spec', causationId: null, schemaVersion: 1 };
    await store.append(invitationStream(5_000), [{ type: 'InvitationAdded', data, meta }], 'noStream');
    const row = await until('the competitor', async () => {
      const answer = await race.rival('planner').get(`/events/drivers/${eveId}`);
      return (answer.body as CompetitorRow[])[0];
    });
    expect(row).toMatchObject({ FirstName: 'Carla', Phone: null, Email: null, DriverGrupoSanguineo: null });
  });

  it('are read by all staff of the club, also once the event is past', async () => {
    await race.add('7');
    const path = `/events/drivers/${race.eventId}`;
    for (const [who, as, status] of readers()) expect([who, await statusOf(as, path)]).toEqual([who, status]);
    await harness.time.advance(5 * 3_600_000);
    for (const [who, as, status] of readers()) expect([who, await statusOf(as, path)]).toEqual([who, status]);
    expect(await statusOf(race.as('planner'), '/events/drivers/777')).toBe(404);
  });
});

describe('an invitation', () => {
  it('is read by its id, and by driver, event and category', async () => {
    const car = await race.add('7');
    const [row] = await rows();
    const record: InvitationRecord = {
      invId: car,
      eveId: race.eventId,
      driId: row!.DriverId,
      catId: race.categoryId,
      invNumber: '7',
      invBrand: 'Lancia',
      invModel: 'Delta',
      invAuthorized: 0,
      stsId: DEFAULT_INVITATION_STATUS_ID,
    };
    expect((await race.as('viewer').get(`/invitations/${car}`)).body).toEqual(record);
    const by = (driverId: number, categoryId: number) =>
      `/invitations/byDriverEvent/?DriverId=${driverId}&EventId=${race.eventId}&CategoryId=${categoryId}`;
    expect((await race.as('viewer').get(by(row!.DriverId, race.categoryId))).body).toEqual([record]);
    expect((await race.as('viewer').get(by(row!.DriverId, 777))).body).toEqual([]);
    expect((await race.as('viewer').get(by(777, race.categoryId))).body).toEqual([]);
  });

  it('is read by all staff of the club', async () => {
    const car = await race.add('7');
    const paths = [
      `/invitations/${car}`,
      `/invitations/byDriverEvent?DriverId=1&EventId=${race.eventId}&CategoryId=${race.categoryId}`,
    ];
    for (const path of paths)
      for (const [who, as, status] of readers())
        expect([path, who, await statusOf(as, path)]).toEqual([path, who, status]);
    const unknown = await race.as('planner').get('/invitations/777');
    expect([unknown.status, unknown.body.message]).toEqual([404, ANSWER_TEXTS.notFound]);
  });

  it('is asked for by numbers', async () => {
    const answer = await race
      .as('planner')
      .get(`/invitations/byDriverEvent?DriverId=x&EventId=${race.eventId}&CategoryId=1`);
    expect([answer.status, answer.body.fields]).toEqual([400, { DriverId: FIELD_TEXTS.number }]);
  });
});
