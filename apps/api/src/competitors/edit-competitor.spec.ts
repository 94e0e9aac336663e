import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  DEFAULT_INVITATION_STATUS_ID,
  FIELD_TEXTS,
  LIMIT_TEXTS,
  LIMITS,
  REFUSALS,
  type CategoryAnswer,
  type CompetitorRow,
} from '@flagpost/contracts';
import { startHarness, type Harness, type Requests } from '../testing/harness.js';
import { aRace, competitorBody, eventBody, type Race } from '../testing/race-fixture.js';
import { invitationReads } from '../views/invitations.projection.js';

let harness: Harness;
let race: Race;
let car: number;

beforeEach(async () => {
  harness = await startHarness();
  race = await aRace(harness);
  car = await race.add('7');
});
afterEach(() => harness.stop());

const planner = () => race.as('planner');
const bodyOf = (number: string, changes: object = {}) =>
  competitorBody(race.eventId, race.categoryId, number, { Id: car, ...changes });
const edit = (body: object, as: Requests = planner()) => as.put('/invitations/updateInvitationDriver/', body);
const row = async (): Promise<CompetitorRow> => {
  const rows = (await planner().get(`/events/drivers/${race.eventId}`)).body as CompetitorRow[];
  return rows.find(({ InvitationId }) => InvitationId === car)!;
};
const invitation = () => invitationReads(harness.dependencies.readModels).existing(car);
/** Of the club, and of the event beside its first one. */
const addCategory = async (Name: string): Promise<number> => {
  const { catId } = (await planner().post('/driverCategories', { Name })).body as CategoryAnswer;
  await planner().put(
    `/events/${race.eventId}`,
    eventBody(race.categoryId, { Categories: [race.categoryId, catId] }),
  );
  return catId;
};

describe('editing a competitor', () => {
  it('changes person, car, category and co-driver, and answers the same three objects', async () => {
    const other = await addCategory('R5');
    const body = bodyOf('7', { Number: '70', Brand: 'Ford', Model: 'Fiesta', CatId: other });
    const User = { ...body.User, Name: 'Karla', Surname: 'Rossi', Phone: '+39 1' };
    const Invitation = { ...body.Invitation, CodriverName: 'Ivo', CodriverGrupoSang: null };
    const answer = await edit({ User, Driver: { GrupoSanguineo: 'B-' }, Invitation });
    const { UserId } = await row();
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        User: { ...User, Id: UserId },
        Driver: { GrupoSanguineo: 'B-', Id: UserId },
        Invitation: { ...Invitation, Authorized: 0, StsId: DEFAULT_INVITATION_STATUS_ID },
      },
    ]);
    expect(await row()).toMatchObject({
      Number: '70',
      Brand: 'Ford',
      Model: 'Fiesta',
      Category: 'R5',
      FirstName: 'Karla',
      LastName: 'Rossi',
      Phone: '+39 1',
      Email: 'car7@example.org',
      DriverGrupoSanguineo: 'B-',
      CodriverName: 'Ivo',
      CodriverSurname: 'Verdi',
      CodriverGrupoSanguineo: null,
    });
    const log = JSON.stringify(await harness.dependencies.store.readAll(null, 1_000));
    for (const personal of ['Karla', 'Rossi', 'Ivo', 'B-', '+39 1']) expect(log).not.toContain(personal);
  });

  it('takes no blood type of a co-driver who is not named', async () => {
    const nameless = { CodriverName: '', CodriverSurname: ' ', CodriverGrupoSang: 'B-' };
    const fields = { 'Invitation.CodriverName': FIELD_TEXTS.codriverName };
    const edited = await edit(bodyOf('7', nameless));
    expect([edited.status, edited.body.fields]).toEqual([400, fields]);
    expect(await row()).toMatchObject({ CodriverName: 'Dino', CodriverGrupoSanguineo: 'A+' });
    const body = competitorBody(race.eventId, race.categoryId, '8', nameless);
    const added = await planner().post('/invitations/createInvitationDriver/', body);
    expect([added.status, added.body.fields]).toEqual([400, fields]);
    expect((await edit(bodyOf('7', { ...nameless, CodriverSurname: 'Verdi' }))).status).toBe(200);
    expect(await row()).toMatchObject({ CodriverName: '', CodriverGrupoSanguineo: 'B-' });
  });

  it('writes a new co-driver over the former one, and forgets who is no longer named', async () => {
    await edit(bodyOf('7', { CodriverName: 'Ivo', CodriverSurname: 'Neri' }));
    const before = await row();
    expect([before.CodriverName, before.CodriverSurname]).toEqual(['Ivo', 'Neri']);
    await edit(bodyOf('7', { CodriverName: '', CodriverSurname: '', CodriverGrupoSang: '' }));
    expect(await row()).toMatchObject({ CodriverName: null, CodriverSurname: null });
    await edit(bodyOf('7', { CodriverName: 'Pia' }));
    expect((await row()).CodriverName).toBe('Pia');
  });

  it('restores nobody who is erased at the same time, and gives nobody the row of who was', async () => {
    const { people } = harness.dependencies.records;
    const { userId, codriverId } = await invitation();
    const read = people.get.bind(people);
    const erasing = jest.spyOn(people, 'get').mockImplementation(async (id) => {
      const person = await read(id);
      if (person !== null) await people.delete(id);
      return person;
    });
    await edit(bodyOf('7', { CodriverName: 'Ivo' })).expect(200);
    erasing.mockRestore();
    expect([...(await people.getMany([userId, codriverId ?? 0])).keys()]).toEqual([]);

    await edit(bodyOf('7', { CodriverName: 'Pia' })).expect(200);
    expect((await row()).CodriverName).toBe('Pia');
    expect(await people.get(codriverId ?? 0)).toBeNull();
  });

  it('is refused of somebody who was deleted, whose name could not be stored', async () => {
    const { userId } = await invitation();
    await race.as('admin').delete(`/people/${userId}`).expect(200);
    const before = await row();
    const body = bodyOf('7', { Number: '70' });
    const answer = await edit({ ...body, User: { ...body.User, Name: 'Karla' } });
    expect(answer.body).toEqual({ statusCode: 418, message: REFUSALS['invitation.driverDeleted'] });
    expect(await row()).toEqual(before);
  });

  it('is refused of one that is authorised', async () => {
    await planner().patch('/invitations/authorized', { Invitations: [car], Authorized: 1 });
    const before = await row();
    const answer = await edit(bodyOf('7', { Number: '8' }));
    expect(answer.body).toEqual({ statusCode: 418, message: REFUSALS['invitation.authorized'] });
    expect(await row()).toEqual(before);
  });

  describe('over what somebody else has changed since it was read', () => {
    const refused = {
      statusCode: 418,
      message: REFUSALS['invitation.changed'],
      code: 'invitation.changed',
    };
    const as = (user: object, changes: object = {}) => {
      const body = bodyOf('7', changes);
      return { ...body, User: { ...body.User, ...user } };
    };

    it.each([
      ['a telephone number', () => as({ Phone: '+39 1' }), { Phone: '+39 1' }],
      [
        'a blood type',
        () => ({ ...bodyOf('7'), Driver: { GrupoSanguineo: 'B-' } }),
        { DriverGrupoSanguineo: 'B-' },
      ],
      ['a car number', () => bodyOf('7', { Number: '70' }), { Number: '70' }],
      ['a co-driver', () => bodyOf('7', { CodriverName: 'Ivo' }), { CodriverName: 'Ivo' }],
    ])('sets back nothing: %s', async (_what, theirs, kept) => {
      const Former = await row();
      expect((await edit(theirs())).status).toBe(200);
      const mine = bodyOf('7', { Model: 'Fiesta' });
      expect((await edit({ ...mine, Former })).body).toEqual(refused);
      expect(await row()).toMatchObject({ ...kept, Model: 'Delta' });
      expect((await edit({ ...mine, Former: await row() })).status).toBe(200);
    });

    it('is carried out if both want the same, so that a repetition is not refused', async () => {
      const Former = await row();
      const mine = as({ Phone: '+39 1' }, { Number: '70' });
      expect((await edit({ ...mine, Former })).status).toBe(200);
      expect((await edit({ ...mine, Former })).status).toBe(200);
    });
  });

  it('leaves the address, which says who they are', async () => {
    const body = bodyOf('7');
    const answer = await edit({ ...body, User: { ...body.User, Email: 'other@example.org' } });
    expect(answer.body).toEqual({ statusCode: 418, message: REFUSALS['invitation.otherEmail'] });
    const capitals = await edit({
      ...body,
      User: { ...body.User, Email: 'CAR7@example.org', Name: 'Carola' },
    });
    expect(capitals.status).toBe(200);
    expect(await row()).toMatchObject({ FirstName: 'Carola', Email: 'car7@example.org' });
  });

  it('lets nobody stand twice in a category', async () => {
    const other = await addCategory('R5');
    const twice = competitorBody(race.eventId, other, '7');
    expect((await planner().post('/invitations/createInvitationDriver', twice)).status).toBe(201);
    const answer = await edit(bodyOf('7', { CatId: other }));
    expect(answer.body).toEqual({ statusCode: 418, message: REFUSALS['invitation.alreadyAdded'] });
    const elsewhere = await edit(bodyOf('7', { CatId: 777 }));
    expect(elsewhere.body).toEqual({ statusCode: 418, message: REFUSALS['category.missing'] });
  });

  it('says which fields are wrong: required, or too long', async () => {
    const long = (length: number): string => 'x'.repeat(length + 1);
    const answer = await edit({
      User: { Name: '', Surname: ' ', Phone: long(LIMITS.phone), Email: 'car7@example.org' },
      Driver: { GrupoSanguineo: long(LIMITS.bloodType) },
      Invitation: {
        ...bodyOf('7').Invitation,
        CatId: 0,
        Number: long(LIMITS.carNumber),
        Brand: long(LIMITS.vehicle),
        Model: long(LIMITS.vehicle),
        CodriverGrupoSang: long(LIMITS.bloodType),
      },
    });
    expect([answer.status, answer.body.fields]).toEqual([
      400,
      {
        'User.Name': FIELD_TEXTS.firstName,
        'User.Surname': FIELD_TEXTS.lastName,
        'User.Phone': LIMIT_TEXTS.charactersAtMost(20),
        'Driver.GrupoSanguineo': LIMIT_TEXTS.charactersAtMost(20),
        'Invitation.CatId': FIELD_TEXTS.category,
        'Invitation.Number': LIMIT_TEXTS.charactersAtMost(20),
        'Invitation.Brand': LIMIT_TEXTS.charactersAtMost(100),
        'Invitation.Model': LIMIT_TEXTS.charactersAtMost(100),
        'Invitation.CodriverGrupoSang': LIMIT_TEXTS.charactersAtMost(20),
      },
    ]);
    const nameless = await edit({ ...bodyOf('7'), Driver: { GrupoSanguineo: '' } });
    expect(nameless.body.fields).toEqual({ 'Driver.GrupoSanguineo': FIELD_TEXTS.bloodType });
  });

  it('is for organisers of the club, until the event is over', async () => {
    const by = async (as: Requests) => (await edit(bodyOf('7'), as)).status;
    expect([await by(race.as('viewer')), await by(race.as('director'))]).toEqual([403, 403]);
    expect([await by(race.rival('planner')), await by(harness.with(null))]).toEqual([403, 401]);
    expect(await by(race.as('admin'))).toBe(200);
    expect((await edit(bodyOf('7', { Id: 777 }))).status).toBe(404);
    expect((await edit(bodyOf('7', { EveId: 777 }))).status).toBe(404);
    await harness.time.advance(5 * 3_600_000);
    expect((await edit(bodyOf('7'))).body).toEqual({ statusCode: 418, message: REFUSALS['event.past'] });
  });
});
