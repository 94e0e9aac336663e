import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  FIELD_TEXTS,
  REFUSALS,
  ROLES,
  USER_STATES,
  type CategoryAnswer,
  type ClubAnswer,
  type ClubWithDrivers,
  type EventAnswer,
  type InvitationDriverAnswer,
  type NewClubAnswer,
  type StaffAnswer,
  type StaffRequest,
  type UserRow,
} from '@flagpost/contracts';
import { invitationDecider, invitationStream } from '@flagpost/domain';
import type { Handle } from '@flagpost/event-sourcing';
import { until } from '@flagpost/testing';
import { apiConfig } from '../config.js';
import { HANDLE } from '../dispatch/command.handler.js';
import { NOW, startHarness, type Harness } from '../testing/harness.js';
import { clubBody, newClubBody, staffBody } from '../testing/institutions.js';
import {
  aRace,
  clubDetails,
  competitorBody,
  eventBody,
  LICENCE,
  type Race,
} from '../testing/race-fixture.js';
import { invitationReads } from '../views/invitations.projection.js';

let harness: Harness;
let race: Race;

beforeEach(async () => {
  harness = await startHarness();
  race = await aRace(harness);
});
afterEach(() => harness.stop());

const log = async () => JSON.stringify(await harness.dependencies.store.readAll(null, 1_000));
const register = async (body = newClubBody()): Promise<NewClubAnswer> => {
  const answer = await race.as('admin').post('/clubs/', body);
  expect(answer.status).toBe(201);
  return answer.body as NewClubAnswer;
};

describe('an institution', () => {
  it('is registered with its contact person, who becomes its event organizer', async () => {
    const { cluId, useId } = await register();
    const one = await race.as('admin').get(`/clubs/${cluId}`);
    expect(one.body).toEqual({
      cluId,
      couId: 380,
      couName: 'Italy',
      cluName: 'Scuderia Langhe',
      cluAddress: 'Via Roma 1',
      cluContactName: 'Gino Ferrero',
      cluContactPhone: '+39 0173 1',
      cluMail: 'info@langhe.example.org',
      cluWeb: 'https://langhe.example.org',
      cluSocialNetwork: null,
      cluFacebook: 'langhe',
      cluInstagram: null,
      cluLatitude: '44,7',
      cluLongitude: '-108,033333',
      cluState: 'Piemonte',
      cluCity: 'Alba',
      cluTimeZone: 'Europe/Rome',
    });
    const stored = await log();
    for (const personal of ['Gino', 'Ferrero', '@', '+39 0173']) expect(stored).not.toContain(personal);
    const planner = harness.as({ userId: useId, roles: ['planner'], clubId: cluId });
    expect((await planner.get('/users/myClub/')).body).toEqual({
      cluId,
      cluName: 'Scuderia Langhe',
      cluLatitude: '44,7',
      cluLongitude: '-108,033333',
    });
  });

  it('is edited, mail and all', async () => {
    const { cluId } = await register();
    const changes = { cluName: 'Scuderia Roero', cluMail: 'office@roero.example.org', cluLatitude: null };
    const edit = (body: object) => race.as('admin').put(`/clubs/${cluId}`, body);
    const answer = await edit(clubBody({ ...changes, cluLongitude: null }));
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: { cluId } });
    const one = await race.as('admin').get(`/clubs/${cluId}`);
    expect(one.body).toMatchObject({ ...changes, cluLongitude: null, cluContactName: 'Gino Ferrero' });
    expect((await race.as('admin').put('/clubs/77', clubBody())).status).toBe(404);
  });

  it.each([
    ['its address', { cluAddress: 'Via Roma 2' }],
    ['its mail', { cluMail: 'office@roero.example.org' }],
    ['its place', { cluLatitude: '44,8' }],
  ])('is not set back to what somebody has read before another one changed %s', async (_what, theirs) => {
    const { cluId } = await register();
    const read = async () => (await race.as('admin').get(`/clubs/${cluId}`)).body as ClubAnswer;
    const edit = (changes: object) => race.as('admin').put(`/clubs/${cluId}`, clubBody(changes));
    const Former = await read();
    expect((await edit({ ...theirs, Former })).status).toBe(200);
    expect((await edit({ ...theirs, Former })).status).toBe(200);
    const code = 'club.changed';
    const mine = { cluName: 'Scuderia Roero' };
    const refused = await edit({ ...mine, Former });
    expect([refused.status, refused.body]).toEqual([418, { statusCode: 418, message: REFUSALS[code], code }]);
    expect(await read()).toEqual({ ...Former, ...theirs });
    expect((await edit({ ...mine, ...theirs, Former: await read() })).status).toBe(200);
    expect(await read()).toEqual({ ...Former, ...theirs, ...mine });
  });

  it('says which fields are wrong', async () => {
    const answer = await race.as('admin').post('/clubs/', { club: {}, user: {} });
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual({
      'club.cluName': FIELD_TEXTS.name,
      'club.couId': FIELD_TEXTS.country,
      'club.cluState': 'State is required.',
      'club.cluCity': FIELD_TEXTS.city,
      'club.cluAddress': FIELD_TEXTS.address,
      'club.cluMail': FIELD_TEXTS.mail,
      'user.Name': 'Contact First Name is required.',
      'user.Surname': 'Contact Last Name is required.',
      'user.Phone': 'Contact Phone is required.',
      'user.Email': 'Contact Email is required.',
    });
    const nowhere = await race.as('admin').post('/clubs/', newClubBody({ couId: 5 }));
    expect(nowhere.body.fields).toEqual({ 'club.couId': FIELD_TEXTS.country });
  });

  it.each([
    [{ cluLatitude: '44.7' }, { cluLatitude: FIELD_TEXTS.latitude }],
    [{ cluLatitude: '90,1' }, { cluLatitude: FIELD_TEXTS.latitude }],
    [{ cluLatitude: '+44,7' }, { cluLatitude: FIELD_TEXTS.latitude }],
    [{ cluLongitude: '8' }, { cluLongitude: FIELD_TEXTS.longitude }],
    [{ cluLongitude: '180,5' }, { cluLongitude: FIELD_TEXTS.longitude }],
    [{ cluLongitude: null }, { cluLongitude: FIELD_TEXTS.longitude }],
    [{ cluLatitude: '' }, { cluLatitude: FIELD_TEXTS.latitude }],
    [{ cluMail: 'nowhere' }, { cluMail: FIELD_TEXTS.mailMalformed }],
  ])('is refused with %j', async (changes, fields) => {
    const answer = await race.as('admin').put(`/clubs/${race.clubId}`, clubBody(changes));
    expect(answer.body.fields).toEqual(fields);
  });

  it('is deleted once nothing is in the way', async () => {
    const { cluId, useId } = await register();
    const admin = race.as('admin');
    const remove = (id: number) => admin.delete(`/clubs/${id}`);
    const refusal = (code: keyof typeof REFUSALS) => ({ statusCode: 418, message: REFUSALS[code] });
    expect((await remove(cluId)).body).toEqual(refusal('club.hasUsers'));
    expect((await remove(race.clubId)).body).toEqual(refusal('club.hasEvents'));
    await race.as('planner').post('/users/roles/', staffBody('ada@alba.example.org'));
    expect((await remove(race.clubId)).body).toEqual(refusal('club.hasEventsAndUsers'));
    await admin.delete(`/users/roluser/${useId}`);
    expect((await remove(cluId)).status).toBe(200);
    expect((await admin.get(`/clubs/${cluId}`)).status).toBe(404);
    expect((await harness.dependencies.records.clubMail.getMany([cluId])).size).toBe(0);
    expect((await remove(race.rivalId)).status).toBe(200);
    expect((await admin.get('/licenses/')).body).toEqual([expect.objectContaining({ ClubId: race.clubId })]);
  });

  describe('that is deleted', () => {
    const person = (id: number) => harness.dependencies.records.people.get(id);
    const entryOf = async (invitationId: number) =>
      (await invitationReads(harness.dependencies.readModels).get(invitationId))!;
    const deleteAll = async (): Promise<void> => {
      const admin = race.as('admin');
      await admin.delete(`/events/${race.eventId}`).expect(200);
      await admin.delete(`/clubs/${race.clubId}`).expect(200);
    };
    const erased = (id: number) =>
      until(`person ${id} to be erased`, async () => (await person(id)) === null);

    it('has its competitors and their co-drivers erased', async () => {
      const present = await entryOf(await race.add('7'));
      const removed = await entryOf(await race.add('8'));
      await race.as('planner').delete(`/drivers/${removed.userId}`).expect(200);
      await deleteAll();
      for (const { userId, codriverId } of [present, removed]) {
        await erased(userId);
        await erased(codriverId!);
      }
      expect((await race.as('admin').get('/drivers/WithUser')).body).toEqual([]);
      expect((await race.as('admin').get('/drivers/byEmail/car7@example.org')).status).toBe(404);
      expect(await log()).toContain(`"userId":${present.userId}`);
    });

    it('leaves those of others, and who is entered in an event of another one', async () => {
      const rival = race.rival('planner');
      const { catId } = (await rival.post('/driverCategories', { Name: 'WRC' })).body as CategoryAnswer;
      const { eveId } = (await rival.post('/events', eventBody(catId))).body as EventAnswer;
      const added = await rival.post(
        '/invitations/createInvitationDriver',
        competitorBody(eveId, catId, '9'),
      );
      const theirs = await entryOf((added.body as InvitationDriverAnswer).Invitation.Id);
      const linked = await entryOf(await race.add('7'));
      const gone = await entryOf(await race.add('8'));
      await harness.api.app.get<Handle>(HANDLE)(
        invitationStream(9_001),
        invitationDecider,
        {
          type: 'addInvitation',
          invitationId: 9_001,
          eventId: eveId,
          driverId: linked.driverId,
          userId: linked.userId,
          entry: { ...linked, categoryId: catId },
          userIdsInCategory: [],
          times: { now: NOW, finishesAt: NOW + 1 },
        },
        { actorId: null, actorRoles: [], clubId: null, correlationId: 'spec', commandId: 'linked' },
      );
      await deleteAll();
      await erased(gone.userId);
      await erased(gone.codriverId!);
      for (const { userId, codriverId } of [theirs, linked])
        expect([await person(userId), await person(codriverId!)]).toEqual([
          expect.objectContaining({ name: 'Carla' }),
          expect.objectContaining({ name: 'Dino' }),
        ]);
      // Nobody is left who could look after their data.
      await rival.patch('/invitations/deleteSelected', { Invitations: [9_001] }).expect(200);
      await erased(linked.userId);
      expect(await person(theirs.userId)).toMatchObject({ name: 'Carla' });
    });
  });

  it('is listed with its people, licence and events', async () => {
    const { cluId } = await register();
    const planner = harness.as({ roles: ['planner'], clubId: cluId });
    const both = { planner: true, viewer: false, director: true };
    await planner.post('/users/roles/', staffBody('ada@langhe.example.org', { Roles: both }));
    await planner.post('/users/roles/', staffBody('vito@langhe.example.org'));
    await race.as('planner').patch('/invitations/authorized', {
      Invitations: [await race.add('7')],
      Authorized: 1,
    });
    const list = await race.as('admin').get('/clubs/');
    expect(list.body).toEqual([
      expect.objectContaining({
        cluName: 'Motor Club Alba',
        Planners: '',
        usersCount: 0,
        licLicensesGiven: 1,
        licTotal: LICENCE.total,
        licLicenseFrom: new Date(LICENCE.from).toISOString(),
        licLicenseTo: new Date(LICENCE.to).toISOString(),
        eventsCount: 1,
      }),
      expect.objectContaining({
        cluId,
        cluMail: 'info@langhe.example.org',
        Planners: 'Gino Ferrero, Ada Rossi',
        usersCount: 3,
        licLicensesGiven: null,
        licTotal: null,
        licLicenseFrom: null,
        licLicenseTo: null,
        eventsCount: 0,
      }),
      expect.objectContaining({ cluId: race.rivalId, licLicensesGiven: 0 }),
    ]);
    expect((await planner.get('/clubs/')).body).toEqual([expect.objectContaining({ cluId })]);
  });

  it('is told to its own people, and written by administrators', async () => {
    const own = await race.as('viewer').get(`/clubs/${race.clubId}`);
    expect(own.body).toMatchObject({ cluName: 'Motor Club Alba', cluLatitude: '44,7', cluContactName: null });
    expect((await race.as('viewer').get(`/clubs/event/${race.eventId}`)).body).toEqual(own.body);
    expect((await race.rival('viewer').get(`/clubs/event/${race.eventId}`)).status).toBe(403);
    expect((await race.as('admin').get('/users/myClub/')).status).toBe(404);
    expect((await race.rival('viewer').get(`/clubs/${race.clubId}`)).status).toBe(403);
    expect((await race.as('admin').get('/clubs/77')).status).toBe(404);
    expect((await race.as('admin').get('/clubs/IdDescription/')).body).toHaveLength(2);
    expect((await race.rival('planner').get('/clubs/IdDescription/')).body).toEqual([
      { Id: race.rivalId, Description: 'Scuderia Rivale' },
    ]);
    const { as } = race;
    for (const forbidden of [
      as('planner').post('/clubs/', newClubBody()),
      as('planner').put(`/clubs/${race.clubId}`, clubBody()),
      as('planner').delete(`/clubs/${race.clubId}`),
    ])
      expect((await forbidden).status).toBe(403);
  });

  it('is told with its competitors to who enters them', async () => {
    await race.add('8');
    await race.add('7');
    const path = `/clubs/withdrivers/${race.clubId}`;
    const { body } = await race.as('planner').get(path);
    expect(body).toMatchObject({
      cluName: 'Motor Club Alba',
      drivers: ['7', '8'].map((car) => ({
        Id: expect.any(Number),
        Name: 'Carla',
        Surname: `Bianchi ${car}`,
        Email: `car${car}@example.org`,
      })),
    });
    const [erased, left] = (body as ClubWithDrivers).drivers;
    await race.as('admin').delete(`/people/${erased?.Id}`);
    expect((await race.as('planner').get(path)).body.drivers).toEqual([left]);
    expect((await race.as('viewer').get(path)).status).toBe(403);
    expect((await race.rival('planner').get(path)).status).toBe(403);
    expect((await race.as('admin').get('/clubs/withdrivers/77')).status).toBe(404);
  });

  it('is made once under one name where a program asks for it', async () => {
    expect(await harness.api.clubs.ensure(clubDetails('Motor Club Alba'))).toBe(race.clubId);
  });
});

describe('users of an institution', () => {
  const add = (email: string, changes: object = {}, as = race.as('planner')) =>
    as.post('/users/roles/', staffBody(email, changes));

  it('are added by its planners and by administrators, who say where', async () => {
    const made = await add('ada@alba.example.org', { ClubId: race.rivalId });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({ useId: expect.any(Number), stsId: USER_STATES.ENABLE_USER });
    const { useId } = made.body as StaffAnswer;
    expect(await harness.dependencies.records.people.get(useId)).toMatchObject({
      name: 'Ada',
      surname: 'Rossi',
      email: 'ada@alba.example.org',
      phone: '+39 0173 2',
    });
    const events = await harness.dependencies.store.readStream(`user-${useId}`);
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      {
        type: 'UserInvited',
        data: { userId: useId, roles: [ROLES.viewer], clubId: race.clubId, language: 'en' },
      },
    ]);
    expect((await add('eva@alba.example.org', {}, race.as('admin'))).body.fields).toEqual({
      ClubId: FIELD_TEXTS.institution,
    });
    expect((await add('eva@alba.example.org', { ClubId: race.rivalId }, race.as('admin'))).status).toBe(201);
    expect((await add('leo@alba.example.org', { ClubId: 77 }, race.as('admin'))).body.message).toBe(
      REFUSALS['club.missing'],
    );
    for (const role of ['viewer', 'director'] as const)
      expect((await add('leo@alba.example.org', {}, race.as(role))).status).toBe(403);
  });

  it('have an address of their own, also when two ask at once', async () => {
    const email = 'ada@alba.example.org';
    const answers = await Promise.all([add(email), add(email.toUpperCase(), { FirstName: 'Eva' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 418]);
    const refused = answers.find(({ status }) => status === 418);
    expect(refused?.body).toEqual({ statusCode: 418, message: REFUSALS['user.emailTaken'] });
    const winner = answers.find(({ status }) => status === 201)?.body as StaffAnswer;
    const person = await harness.dependencies.records.people.findByEmail(email);
    expect(person?.id).toBe(winner.useId);
    expect(person?.name).toBe(answers[0].status === 201 ? 'Ada' : 'Eva');
    expect((await add(email)).body.message).toBe(REFUSALS['user.emailTaken']);
    await race.add('7');
    expect((await add('car7@example.org')).body.message).toBe(REFUSALS['user.emailTaken']);
    const taken = newClubBody({}, email);
    expect((await race.as('admin').post('/clubs', taken)).body.message).toBe(REFUSALS['user.emailTaken']);
    expect((await race.as('admin').get('/clubs/')).body).toHaveLength(2);
  });

  it('may not take the address of another by a change, also when two ask at once', async () => {
    const ids = [];
    for (const name of ['ada', 'eva', 'leo'])
      ids.push(((await add(`${name}@alba.example.org`)).body as StaffAnswer).useId);
    const change = (useId: number | undefined, email: string) =>
      race.as('planner').put(`/users/roles/${useId}`, staffBody(email));
    expect((await change(ids[0], 'eva@alba.example.org')).body.message).toBe(REFUSALS['user.emailTaken']);
    const raced = await Promise.all([
      change(ids[1], 'new@alba.example.org'),
      change(ids[2], 'new@alba.example.org'),
    ]);
    expect(raced.map(({ status }) => status).sort()).toEqual([200, 418]);
  });

  it('say which fields are wrong', async () => {
    const answer = await race.as('planner').post('/users/roles/', {
      FirstName: ' ',
      Roles: { planner: false, viewer: false, director: false },
    });
    expect(answer.body.fields).toEqual({
      FirstName: 'First Name is required.',
      LastName: 'Last Name is required.',
      Email: 'Email is required.',
      Phone: 'Phone is required.',
      Roles: 'Select at least one role is required.',
    });
    const long = await add(`${'x'.repeat(50)}@alba.example.org`, { Phone: '1'.repeat(21) });
    expect(Object.keys(long.body.fields as object)).toEqual(['Email', 'Phone']);
    expect((await add('a@b.it')).body.fields).toEqual({ Email: FIELD_TEXTS.emailTooShort });
    expect((await add('ada@alba.example.org', { Password: 'Flagpost1' })).status).toBe(400);
  });

  it('are changed, roles and all', async () => {
    const { useId } = (await add('ada@alba.example.org')).body as StaffAnswer;
    const body = staffBody('ada2@alba.example.org', {
      FirstName: 'Adele',
      Phone: '+39 1',
      Roles: { planner: true, viewer: false, director: true },
    });
    const put = (as = race.as('planner'), id = useId) => as.put(`/users/roles/${id}`, body);
    expect((await put()).body).toEqual({
      useId,
      stsId: USER_STATES.ENABLE_USER,
      pendingEmail: null,
    });
    expect(await harness.dependencies.records.people.get(useId)).toMatchObject({
      name: 'Adele',
      email: 'ada2@alba.example.org',
      phone: '+39 1',
    });
    const events = await harness.dependencies.store.readStream(`user-${useId}`);
    expect(events.findLast(({ type }) => type === 'UserRolesChanged')?.data).toMatchObject({
      roles: [ROLES.planner, ROLES.director],
      clubId: race.clubId,
    });
    expect((await put(race.rival('planner'))).status).toBe(403);
    expect((await put(race.as('planner'), 77)).status).toBe(404);
  });

  it.each<[string, Partial<StaffRequest>, Partial<UserRow>]>([
    ['roles', { Roles: { planner: false, viewer: true, director: true } }, { isDirector: true }],
    ['a telephone number', { Phone: '+39 0173 3' }, { usePhone: '+39 0173 3' }],
    ['an address', { Email: 'ada2@alba.example.org' }, { useEmail: 'ada2@alba.example.org' }],
  ])(
    'are not set back to what somebody has read before another one changed %s',
    async (_what, theirs, kept) => {
      const email = 'ada@alba.example.org';
      const { useId } = (await add(email)).body as StaffAnswer;
      const read = async () => (await race.as('planner').get(`/users/${useId}`)).body as UserRow;
      const edit = (changes: object) =>
        race.as('planner').put(`/users/roles/${useId}`, { ...staffBody(email), ...changes });
      const Former = await read();
      expect((await edit({ ...theirs, Former })).status).toBe(200);
      expect((await edit({ ...theirs, Former })).status).toBe(200);
      const refused = await edit({ FirstName: 'Adele', Former });
      const code = 'user.changed';
      expect([refused.status, refused.body]).toEqual([
        418,
        { statusCode: 418, message: REFUSALS[code], code },
      ]);
      const present = await read();
      expect(present).toMatchObject({ useName: 'Ada', ...kept });
      expect((await edit({ ...theirs, FirstName: 'Adele', Former: present })).status).toBe(200);
      expect(await read()).toMatchObject({ useName: 'Adele', ...kept });
    },
  );

  it('are removed: no session goes on, the address is free, the name stays', async () => {
    const password = 'Flagpost1';
    const account = { email: 'ada@alba.example.org', name: 'Ada', surname: 'Rossi', password };
    const useId = await harness.api.accounts.ensure({
      ...account,
      roles: [ROLES.viewer],
      clubId: race.clubId,
    });
    const signIn = () => harness.with(null).post('/auth/login', { email: account.email, password });
    const session = (await signIn()).body as { accessToken: string; refreshToken: string };
    const hers = harness.with(session.accessToken);
    expect((await hers.get('/events/')).status).toBe(200);
    const remove = (as = race.as('planner'), id = useId) => as.delete(`/users/roluser/${id}`);
    expect((await remove(race.rival('planner'))).status).toBe(403);
    expect((await remove(race.as('viewer'))).status).toBe(403);
    expect((await remove()).body).toEqual({ useId });
    expect((await hers.get('/events/')).status).toBe(401);
    const { refreshToken } = session;
    expect((await harness.with(null).post('/auth/refresh', { refreshToken })).status).toBe(401);
    expect((await signIn()).status).toBe(401);
    expect(await harness.dependencies.records.people.get(useId)).toMatchObject({
      name: 'Ada',
      email: null,
      phone: null,
    });
    expect((await remove()).status).toBe(404);
    expect((await add(account.email)).status).toBe(201);
  });

  it('include an organizer to the last: the only one neither deletes themselves nor gives the role up', async () => {
    const names = { name: 'Eva', surname: 'Rossi', password: 'Flagpost1' };
    const clubId = await harness.api.clubs.ensure(clubDetails('Scuderia Sola'));
    const planner = (email: string) =>
      harness.api.accounts.ensure({ ...names, email, roles: [ROLES.planner], clubId });
    const userId = await planner('eva@sola.example.org');
    const as = harness.as({ userId, roles: ['planner'], clubId });
    const refused = { statusCode: 418, message: REFUSALS['user.lastPlanner'] };
    expect((await as.delete(`/users/roluser/${userId}`)).body).toEqual(refused);
    const viewer = staffBody('eva@sola.example.org');
    expect((await as.put(`/users/roles/${userId}`, viewer)).body).toEqual(refused);
    const organizer = { planner: true, viewer: false, director: true };
    const more = staffBody('eva@sola.example.org', { Roles: organizer });
    expect((await as.put(`/users/roles/${userId}`, more)).status).toBe(200);

    const otherId = await planner('leo@sola.example.org');
    const now = harness.as({ userId, roles: ['planner', 'director'], clubId });
    expect((await now.delete(`/users/roluser/${userId}`)).status).toBe(200);
    // An administrator empties an institution to delete it.
    expect((await race.as('admin').delete(`/users/roluser/${otherId}`)).status).toBe(200);
  });

  it('are neither administrators nor competitors', async () => {
    const email = 'root@alba.example.org';
    const names = { name: 'Root', surname: '', password: 'Flagpost1' };
    const admin = await harness.api.accounts.ensure({ email, ...names, roles: [ROLES.admin], clubId: null });
    await race.add('7');
    const driver = await harness.dependencies.records.people.findByEmail('car7@example.org');
    for (const id of [admin, driver?.id])
      expect((await race.as('admin').delete(`/users/roluser/${id}`)).status).toBe(404);
  });
});

describe('help', () => {
  it('is where the configuration says', async () => {
    const ours = await harness.with(null).get('/settings');
    expect(ours.body).toEqual({ helpUrl: '/manual.html', supportEmail: 'admin@flagpost.demo' });
    const config = { DEMO: '0', HELP_URL: 'https://help.example.org', SUPPORT_EMAIL: 'help@example.org' };
    const theirs = await startHarness({ config: apiConfig.parse(config) });
    expect((await theirs.with(null).get('/settings')).body).toEqual({
      helpUrl: 'https://help.example.org',
      supportEmail: 'help@example.org',
    });
    await theirs.stop();
    expect(() => apiConfig.parse({ HELP_URL: 'javascript:alert(1)' })).toThrow();
  });
});

it('countries have the ids of ISO 3166-1', async () => {
  const countries = await race.as('planner').get('/countries/');
  expect(countries.body).toContainEqual({
    couId: 380,
    couName: 'Italy',
    couTimeZone: 'Europe/Rome',
    couTimeZones: ['Europe/Rome'],
  });
});
