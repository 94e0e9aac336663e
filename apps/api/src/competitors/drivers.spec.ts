import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ANSWER_TEXTS,
  FIELD_TEXTS,
  REFUSALS,
  ROLES,
  type DriverRecord,
  type InvitationDriverAnswer,
} from '@flagpost/contracts';
import { eventStream } from '@flagpost/domain';
import { until } from '@flagpost/testing';
import { startHarness, type Harness, type Requests } from '../testing/harness.js';
import { aRace, competitorBody, eventBody, type Race } from '../testing/race-fixture.js';
import { alreadyRecorded } from '../testing/recorded.js';
import { eventReads } from '../views/events.projection.js';

let harness: Harness;
let race: Race;

beforeEach(async () => {
  harness = await startHarness();
  race = await aRace(harness);
});
afterEach(() => harness.stop());

const planner = () => race.as('planner');
const add = async (number: string): Promise<InvitationDriverAnswer> => {
  const body = competitorBody(race.eventId, race.categoryId, number);
  return (await planner().post('/drivers/WithUserAndInvitation/', body)).body as InvitationDriverAnswer;
};
const record = (userId: number, number: string): DriverRecord => ({
  driId: userId,
  driGrupoSanguineo: '0+',
  User: {
    useId: userId,
    useName: 'Carla',
    useSurname: `Bianchi ${number}`,
    useEmail: `car${number}@example.org`,
    usePhone: null,
  },
});
const rivalCompetitor = async (number: string): Promise<void> => {
  const { catId } = (await race.rival('planner').post('/driverCategories', { Name: 'R5' })).body as {
    catId: number;
  };
  const { eveId } = (await race.rival('planner').post('/events', eventBody(catId))).body as { eveId: number };
  await race.rival('planner').post('/drivers/WithUserAndInvitation', competitorBody(eveId, catId, number));
};

describe('the competitors of a club', () => {
  it('are listed with their user: those of the own club, of a named one, or of every club', async () => {
    const { User } = await add('7');
    await rivalCompetitor('9');
    const own = [record(User.Id, '7')];
    expect((await planner().get('/drivers/WithUser/')).body).toEqual(own);
    expect((await planner().get('/drivers/club')).body).toEqual(own);
    expect((await planner().get(`/drivers/driversByClub/${race.clubId}`)).body).toEqual(own);
    expect((await race.as('admin').get('/drivers/WithUser')).body).toHaveLength(2);
    expect((await race.as('admin').get('/drivers/club')).status).toBe(404);
    expect((await planner().get(`/drivers/driversByClub/${race.rivalId}`)).status).toBe(403);
  });

  it('are for organisers alone', async () => {
    const paths = [
      '/drivers/WithUser',
      '/drivers/club',
      `/drivers/driversByClub/${race.clubId}`,
      '/drivers/byEmail/car7@example.org',
      `/drivers/byEmailClub/car7@example.org/${race.clubId}`,
    ];
    const by = (as: Requests) => Promise.all(paths.map(async (path) => (await as.get(path)).status));
    for (const role of ['viewer', 'director', 'driver'] as const)
      expect([role, await by(race.as(role))]).toEqual([role, [403, 403, 403, 403, 403]]);
    expect(await by(harness.with(null))).toEqual([401, 401, 401, 401, 401]);
  });

  it('are changed, but for their address', async () => {
    const { User } = await add('7');
    const body = {
      User: { Name: 'Karla', Surname: 'Rossi', Phone: '+39 1' },
      Driver: { GrupoSanguineo: 'A-' },
    };
    const answer = await planner().put(`/drivers/WithUser/${User.Id}`, body);
    const changed: DriverRecord = {
      driId: User.Id,
      driGrupoSanguineo: 'A-',
      User: {
        useId: User.Id,
        useName: 'Karla',
        useSurname: 'Rossi',
        useEmail: 'car7@example.org',
        usePhone: '+39 1',
      },
    };
    expect([answer.status, answer.body]).toEqual([200, changed]);
    expect((await planner().get('/drivers/club')).body).toEqual([changed]);
    const empty = await planner().put(`/drivers/WithUser/${User.Id}`, {
      User: { Name: '', Surname: '' },
      Driver: { GrupoSanguineo: '' },
    });
    expect(empty.body.fields).toEqual({
      'User.Name': FIELD_TEXTS.firstName,
      'User.Surname': FIELD_TEXTS.lastName,
      'Driver.GrupoSanguineo': FIELD_TEXTS.bloodType,
    });
    expect((await race.rival('planner').put(`/drivers/WithUser/${User.Id}`, body)).status).toBe(403);
  });

  it('are not set back to what somebody has read before another one changed them', async () => {
    const { User } = await add('7');
    const edit = (changes: object, Driver: object, Former?: DriverRecord) =>
      planner().put(`/drivers/WithUser/${User.Id}`, {
        User: { Name: 'Carla', Surname: 'Bianchi 7', Phone: null, ...changes },
        Driver,
        Former,
      });
    const read = record(User.Id, '7');
    const theirs = await edit({}, { GrupoSanguineo: 'B-' }, read);
    expect(theirs.status).toBe(200);
    expect((await edit({}, { GrupoSanguineo: 'B-' }, read)).status).toBe(200);
    const refused = await edit({ Phone: '+39 1' }, { GrupoSanguineo: '0+' }, read);
    const code = 'user.changed';
    expect([refused.status, refused.body]).toEqual([418, { statusCode: 418, message: REFUSALS[code], code }]);
    expect((await planner().get('/drivers/club')).body).toEqual([theirs.body]);
    const newest = theirs.body as DriverRecord;
    expect((await edit({ Phone: '+39 1' }, { GrupoSanguineo: 'B-' }, newest)).status).toBe(200);
    expect((await edit({ Phone: '+39 2' }, { GrupoSanguineo: '0+' })).status).toBe(200);
  });

  it('are nobody of the staff', async () => {
    const userId = await harness.api.accounts.ensure({
      email: 'viewer@example.org',
      password: 'Flagpost1',
      name: 'Ada',
      surname: 'Rossi',
      roles: [ROLES.viewer],
      clubId: race.clubId,
    });
    const body = { User: { Name: 'X', Surname: 'Y' }, Driver: { GrupoSanguineo: '0' } };
    expect((await planner().put(`/drivers/WithUser/${userId}`, body)).status).toBe(404);
    expect((await planner().delete(`/drivers/${userId}`)).status).toBe(404);
    expect((await planner().get('/drivers/club')).body).toEqual([]);
    for (const path of [
      '/drivers/byEmail/viewer@example.org',
      `/drivers/byEmailClub/viewer@example.org/${race.clubId}`,
    ])
      expect((await planner().get(path)).body).toEqual({
        statusCode: 418,
        message: REFUSALS['invitation.notCompetitor'],
      });
  });
});

describe('a competitor by email', () => {
  it('is who the club entered under it, whatever the capitals', async () => {
    const { User } = await add('7');
    for (const path of [
      '/drivers/byEmail/car7@example.org',
      '/drivers/byEmail/CAR7@Example.org',
      `/drivers/byEmailClub/car7@example.org/${race.clubId}`,
    ])
      expect([path, (await planner().get(path)).body]).toEqual([path, record(User.Id, '7')]);
    expect((await race.as('admin').get('/drivers/byEmail/car7@example.org')).body).toEqual(
      record(User.Id, '7'),
    );
  });

  it('of another club is answered as nobody', async () => {
    await rivalCompetitor('9');
    await harness.api.accounts.ensure({
      email: 'foreign@example.org',
      password: 'Flagpost1',
      name: 'Eva',
      surname: 'Rivale',
      roles: [ROLES.planner],
      clubId: race.rivalId,
    });
    const unknown = await planner().get('/drivers/byEmail/nobody@example.org');
    expect([unknown.status, unknown.body.message]).toEqual([404, ANSWER_TEXTS.notFound]);
    for (const email of ['car9@example.org', 'foreign@example.org'])
      for (const path of [`/drivers/byEmail/${email}`, `/drivers/byEmailClub/${email}/${race.clubId}`]) {
        const { status, body } = await planner().get(path);
        expect([path, status, body]).toEqual([path, unknown.status, unknown.body]);
      }
    const theirs = await planner().get(`/drivers/byEmailClub/car9@example.org/${race.rivalId}`);
    expect(theirs.status).toBe(403);
  });
});

describe('deleting competitors of a club', () => {
  it('ends their entries in events that are not over, and frees the address', async () => {
    const [first, second] = [await add('7'), await add('8')];
    const answer = await planner().delete(`/drivers/${first.User.Id}`);
    expect([answer.status, answer.body]).toEqual([
      200,
      { deleted: [first.User.Id], skipped: [], missing: [] },
    ]);
    expect((await planner().get('/drivers/club')).body).toEqual([record(second.User.Id, '8')]);
    expect((await planner().get(`/invitations/${first.Invitation.Id}`)).status).toBe(404);
    expect(await harness.dependencies.records.people.get(first.User.Id)).toMatchObject({
      email: null,
      phone: null,
    });
    expect((await planner().delete(`/drivers/${first.User.Id}`)).status).toBe(404);
    const again = await add('7');
    expect(again.User.Id).not.toBe(first.User.Id);
  });

  it('leaves the entries of another institution, to which a former release moved an event', async () => {
    const first = await add('7');
    const { eventId, rivalId, categoryId } = race;
    const { Invitation } = first;
    await planner().patch('/invitations/authorized', { Invitations: [Invitation.Id], Authorized: 1 });
    const { store, readModels } = harness.dependencies;
    const [created] = await store.readStream(eventStream(eventId));
    const moved = { ...(created?.data as object), clubId: rivalId, categoryIds: [categoryId] };
    await alreadyRecorded(harness, eventStream(eventId), 'EventEdited', moved);
    const { existing } = eventReads(readModels);
    await until('it to have moved', async () => (await existing(eventId)).clubId === rivalId);
    const answer = await planner().delete(`/drivers/${first.User.Id}`);
    expect(answer.body).toEqual({ deleted: [first.User.Id], skipped: [], missing: [] });
    expect((await race.rival('planner').get(`/invitations/${Invitation.Id}`)).status).toBe(200);
  });

  it('keeps them in past events, under their names', async () => {
    const { User } = await add('7');
    await harness.time.advance(5 * 3_600_000);
    expect((await planner().delete(`/drivers/${User.Id}`)).status).toBe(200);
    const rows = await planner().get(`/events/drivers/${race.eventId}`);
    expect(rows.body).toMatchObject([{ FirstName: 'Carla', LastName: 'Bianchi 7', Email: null }]);
  });

  it('leaves who may run, and says so', async () => {
    const [runs, other] = [await add('7'), await add('8')];
    const { Id } = runs.Invitation;
    await planner().patch('/invitations/authorized', { Invitations: [Id], Authorized: 1 });
    const alone = await planner().delete(`/drivers/${runs.User.Id}`);
    expect(alone.body).toEqual({ statusCode: 418, message: REFUSALS['driver.authorized'] });
    const both = await planner().delete('/drivers/selected/', { Drivers: [runs.User.Id, other.User.Id] });
    expect(both.body).toEqual({ deleted: [other.User.Id], skipped: [runs.User.Id], missing: [] });
  });

  it('leaves out whom somebody else has deleted, and says so', async () => {
    const [first, second] = [(await add('7')).User.Id, (await add('8')).User.Id];
    await planner().delete(`/drivers/${first}`).expect(200);
    const answer = await planner().delete('/drivers/selected/', { Drivers: [first, second] });
    expect([answer.status, answer.body]).toEqual([200, { deleted: [second], skipped: [], missing: [first] }]);
    await rivalCompetitor('9');
    const [rival] = (await race.rival('planner').get('/drivers/club')).body as DriverRecord[];
    const theirs = await planner().delete('/drivers/selected/', { Drivers: [rival?.driId, first] });
    expect(theirs.status).toBe(403);
  });

  it('is for organisers of the club', async () => {
    const { User } = await add('7');
    const by = async (as: Requests) => [
      (await as.delete(`/drivers/${User.Id}`)).status,
      (await as.delete('/drivers/selected', { Drivers: [User.Id] })).status,
    ];
    for (const role of ['viewer', 'director', 'driver'] as const)
      expect([role, await by(race.as(role))]).toEqual([role, [403, 403]]);
    expect(await by(race.rival('planner'))).toEqual([403, 403]);
    expect(await by(harness.with(null))).toEqual([401, 401]);
    expect((await planner().delete('/drivers/selected', { Drivers: [] })).body.fields).toEqual({
      Drivers: FIELD_TEXTS.noneSelected,
    });
    expect((await planner().delete('/drivers/selected', { Drivers: [777] })).status).toBe(404);
  });
});
