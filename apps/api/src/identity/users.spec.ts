import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ANSWER_TEXTS,
  FIELD_TEXTS,
  LIMITS,
  REFUSALS,
  ROLES,
  USER_STATES,
  type LoginAnswer,
  type UserRow,
} from '@flagpost/contracts';
import { until } from '@flagpost/testing';
import type { Mail } from '../mail/mailer.js';
import { accountsOf, PASSWORD, type Member } from '../testing/accounts.js';
import { startHarness, type Harness } from '../testing/harness.js';
import { confirmEmail, newAddressLink } from '../testing/new-address.js';
import { clubDetails } from '../testing/race-fixture.js';
import { EndedSessions } from '../access/ended-sessions.js';
import { RecoverySecrets } from './recovery-secrets.js';

const mails: Mail[] = [];
let harness: Harness;
let clubId: number;
let planner: Member;
let viewer: Member;
let rival: Member;
let admin: Member;
let driverId: number;
beforeAll(async () => {
  harness = await startHarness({ sendMail: async (mail) => void mails.push(mail) });
  clubId = await harness.api.clubs.ensure(clubDetails('Motor Club Alba'));
  const rivalId = await harness.api.clubs.ensure(clubDetails('Scuderia Rivale'));
  const { member, add } = accountsOf(harness);
  [planner, viewer, rival, admin, driverId] = await Promise.all([
    member('planner@example.org', 'planner', clubId),
    member('viewer@example.org', 'viewer', clubId),
    member('rival@example.org', 'planner', rivalId),
    member('admin@example.org', 'admin', null),
    add('driver@example.org', 'driver', clubId),
  ]);
});
afterAll(() => harness.stop());

const emails = ({ body }: { body: unknown }) => (body as UserRow[]).map(({ useEmail }) => useEmail);

describe('who works for a club', () => {
  it('is listed for its planner and for administrators, without its competitors', async () => {
    const own = ['planner@example.org', 'viewer@example.org'];
    expect(emails(await planner.as.get('/users/')).sort()).toEqual(own);
    expect(emails(await planner.as.get(`/users/byClub/${clubId}`)).sort()).toEqual(own);
    expect(emails(await admin.as.get(`/users/byClub/${clubId}`)).sort()).toEqual(own);
    expect(emails(await admin.as.get('/users/')).sort()).toEqual([...own, 'rival@example.org'].sort());
    expect(emails(await rival.as.get('/users/'))).toEqual(['rival@example.org']);
    expect((await rival.as.get(`/users/byClub/${clubId}`)).status).toBe(403);
    for (const path of ['/users/', `/users/byClub/${clubId}`]) {
      expect((await viewer.as.get(path)).status).toBe(403);
      expect((await harness.with(null).get(path)).status).toBe(401);
    }
  });

  it('is told by the names of the specification', async () => {
    const { body } = await viewer.as.get(`/users/${viewer.userId}`);
    expect(body).toEqual({
      useId: viewer.userId,
      useName: 'Ada',
      useSurname: 'Rossi',
      useEmail: 'viewer@example.org',
      usePhone: null,
      stsId: USER_STATES.ENABLE_USER,
      isPlanner: false,
      isViewer: true,
      isDirector: false,
      clubId,
      RolesId: [ROLES.viewer],
      rolUseId: viewer.userId,
      useAvatar: null,
      useGivenPasswordUntil: null,
    });
  });

  it('is told to themselves, their planner and administrators alone', async () => {
    const path = `/users/${viewer.userId}`;
    for (const { as } of [planner, viewer, admin]) expect((await as.get(path)).status).toBe(200);
    expect((await rival.as.get(path)).status).toBe(403);
    expect((await viewer.as.get(`/users/${planner.userId}`)).status).toBe(403);
    expect((await planner.as.get(`/users/${admin.userId}`)).status).toBe(403);
    expect((await planner.as.get(`/users/${driverId}`)).status).toBe(200);
    expect((await planner.as.get('/users/777')).status).toBe(404);
  });

  it('is found by address where they may be seen, and is nobody elsewhere', async () => {
    const nobody = { statusCode: 404, message: ANSWER_TEXTS.notFound };
    const find = (member: Member, email: string) => member.as.get(`/users/byMail/${email}`);
    expect((await find(planner, 'Viewer@example.org')).body).toMatchObject({ useId: viewer.userId });
    expect((await find(viewer, 'viewer@example.org')).status).toBe(200);
    expect((await find(viewer, 'planner@example.org')).body).toEqual(nobody);
    expect((await find(rival, 'viewer@example.org')).body).toEqual(nobody);
    expect((await find(rival, 'stranger@example.org')).body).toEqual(nobody);
  });

  it('has a club to read, which is no user', async () => {
    expect((await viewer.as.get('/users/myClub/')).body).toMatchObject({ cluId: clubId });
    expect((await admin.as.get('/users/myClub/')).status).toBe(404);
  });
});

describe('a name', () => {
  const rename = (member: Member, UserId: number, FirstName = 'Bea', LastName = 'Conti') =>
    member.as.put('/users/updateName/', { UserId, FirstName, LastName });

  it('is changed by its holder, by a planner of their club and by administrators', async () => {
    for (const [index, member] of [viewer, planner, admin].entries()) {
      const answer = await rename(member, viewer.userId, `Name ${index}`);
      expect(answer.body).toMatchObject({
        useId: viewer.userId,
        useName: `Name ${index}`,
        useSurname: 'Conti',
      });
    }
    expect((await viewer.as.get(`/users/${viewer.userId}`)).body).toMatchObject({ useName: 'Name 2' });
    const log = await harness.dependencies.store.readAll(null, 100);
    expect(log.filter(({ type }) => type === 'UserDetailChanged').at(-1)).toMatchObject({
      data: { userId: viewer.userId, detail: 'name' },
      meta: { actorId: admin.userId },
    });
  });

  it('is changed by nobody else', async () => {
    expect((await rename(viewer, planner.userId)).status).toBe(403);
    expect((await rename(rival, viewer.userId)).status).toBe(403);
    expect((await rename(planner, admin.userId)).status).toBe(403);
    expect((await rename(planner, rival.userId)).status).toBe(403);
    expect((await rename(planner, 777)).status).toBe(404);
  });

  it('is required, and has a limit', async () => {
    expect((await rename(viewer, viewer.userId, ' ', '')).body.fields).toEqual({
      FirstName: FIELD_TEXTS.firstName,
      LastName: FIELD_TEXTS.lastName,
    });
    const long = await rename(viewer, viewer.userId, 'x'.repeat(LIMITS.name + 1));
    expect(long.body.fields).toEqual({ FirstName: expect.any(String) });
  });
});

describe('an address', () => {
  const change = (member: Member, Email: string, Password = PASSWORD) =>
    member.as.put('/users/updateEmailValidatedByPassword/', { Email, Password });

  it('is changed with the password, and signs in once its link is opened', async () => {
    const { member, logIn } = accountsOf(harness);
    const mover = await member('before@example.org', 'viewer', clubId);
    expect((await change(mover, 'after@example.org', 'Wrong1234')).body).toEqual({
      statusCode: 418,
      message: ANSWER_TEXTS.wrongPassword,
    });
    expect((await change(mover, 'after@example.org')).status).toBe(204);
    expect((await logIn('after@example.org')).status).toBe(401);
    await confirmEmail(harness, await newAddressLink(mails, 'after@example.org'));
    expect((await logIn('after@example.org')).status).toBe(200);
    expect((await logIn('before@example.org')).status).toBe(401);
    expect((await mover.as.get('/events')).status).toBe(200);
  });

  const staffBody = (email: string, role: 'viewer' | 'director') => ({
    FirstName: 'Ada',
    LastName: 'Rossi',
    Email: email,
    Phone: '0173 1',
    Roles: { planner: false, viewer: role === 'viewer', director: role === 'director' },
  });

  it.each([
    ['removed', ({ userId }: Member) => admin.as.delete(`/users/roluser/${userId}`)],
    [
      'an event official',
      ({ userId, email }: Member) => admin.as.put(`/users/roles/${userId}`, staffBody(email, 'viewer')),
    ],
  ])('is not what an organiser asked for who is %s by now', async (now, become) => {
    const { member, logIn } = accountsOf(harness);
    const [name] = now.split(' ');
    const organiser = await member(`${name}.organiser@example.org`, 'planner', clubId);
    const other = await member(`${name}.other@example.org`, 'director', clubId);
    const Email = `${name}.taken@example.org`;
    const asked = await organiser.as.put(`/users/roles/${other.userId}`, staffBody(Email, 'director'));
    expect(asked.body).toMatchObject({ pendingEmail: Email });
    const link = await newAddressLink(mails, Email);
    expect((await become(organiser)).status).toBe(200);
    expect((await confirmEmail(harness, link)).body).toEqual({
      statusCode: 418,
      message: ANSWER_TEXTS.invalidLink,
    });
    expect((await logIn(other.email)).status).toBe(200);
  });

  it('is one account’s, also when two ask for it at once', async () => {
    const { member } = accountsOf(harness);
    const [one, other] = await Promise.all([
      member('racer1@example.org', 'viewer', clubId),
      member('racer2@example.org', 'viewer', clubId),
    ]);
    const answers = await Promise.all([change(one, 'same@example.org'), change(other, 'same@example.org')]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    const links = await until('both links', () => {
      const found = mails.filter(({ to }) => to === 'same@example.org');
      return found.length === 2 ? found : undefined;
    });
    const opened = await Promise.all(
      links.map(({ text }) => confirmEmail(harness, /#(\S+)/.exec(text)?.[1] ?? '')),
    );
    expect(opened.map(({ status }) => status).sort()).toEqual([200, 418]);
    expect(opened.find(({ status }) => status === 418)?.body).toEqual({
      statusCode: 418,
      message: REFUSALS['user.emailTaken'],
    });
  });

  it('is one that can sign in', async () => {
    const field = async (Email: string) => (await change(viewer, Email)).body.fields as object;
    expect(await field('')).toEqual({ Email: FIELD_TEXTS.email });
    expect(await field('a@b.it')).toEqual({ Email: FIELD_TEXTS.emailTooShort });
    expect(await field('no address')).toEqual({ Email: FIELD_TEXTS.emailMalformed });
    expect(await field(`${'a'.repeat(45)}@example.org`)).toEqual({ Email: FIELD_TEXTS.emailTooLong });
    expect((await change(viewer, 'x@example.org', '')).body.fields).toEqual({
      Password: FIELD_TEXTS.password,
    });
  });
});

describe('a password', () => {
  const change = (member: Member, OldPassword: string, Password = 'Startline1') =>
    member.as.put('/users/updatePasswordWithValidation/', { OldPassword, Password });

  it('is changed with the former one, and ends every session but the one that is answered', async () => {
    const { member, logIn } = accountsOf(harness);
    const changer = await member('changer@example.org', 'director', clubId);
    const elsewhere = (await logIn('changer@example.org')).body as LoginAnswer;
    const ended: string[] = [];
    const closing = harness.api.app.get(EndedSessions).subscribe((sessionId) => ended.push(sessionId));
    expect((await change(changer, 'Wrong1234')).body).toEqual({
      statusCode: 418,
      message: ANSWER_TEXTS.wrongPassword,
    });
    expect((await change(changer, PASSWORD, 'weak')).status).toBe(400);
    expect(ended).toEqual([]);

    const answer = await change(changer, PASSWORD);
    expect(answer.status).toBe(200);
    closing.unsubscribe();
    expect(ended).toHaveLength(2);
    const session = answer.body as LoginAnswer;
    expect((await harness.with(session.accessToken).get('/events')).status).toBe(200);
    for (const { accessToken, refreshToken } of [changer.session, elsewhere]) {
      expect((await harness.with(accessToken).get('/events')).status).toBe(401);
      expect((await harness.with(null).post('/auth/refresh', { refreshToken })).status).toBe(401);
    }
    expect((await logIn('changer@example.org')).status).toBe(401);
    expect((await logIn('changer@example.org', 'Startline1')).status).toBe(200);
  });

  it('is another one than before, none that everybody guesses, and no spaces', async () => {
    const { member, logIn } = accountsOf(harness);
    const chooser = await member('chooser@example.org', 'viewer', clubId);
    const refused = async (Password: string) => (await change(chooser, PASSWORD, Password)).body as object;
    const fields = (Password: string) => ({ statusCode: 400, fields: { Password } });
    expect(await refused(PASSWORD)).toMatchObject(fields(FIELD_TEXTS.passwordSame));
    expect(await refused('Password1')).toMatchObject(fields(FIELD_TEXTS.passwordCommon));
    expect(await refused('Trustno1')).toMatchObject(fields(FIELD_TEXTS.passwordCommon));
    expect(await refused('   Short1   ')).toMatchObject(fields(FIELD_TEXTS.passwordRule));
    expect(await refused(' '.repeat(10))).toMatchObject(fields(FIELD_TEXTS.passwordSpaces));
    expect((await logIn('chooser@example.org')).status).toBe(200);
    const recovered = await harness.api.app.get(RecoverySecrets).grant(chooser.userId);
    const choose = (Password: string) =>
      harness
        .with(recovered)
        .put('/users/updatePasswordWithEmail/', { Email: 'chooser@example.org', Password });
    expect((await choose(PASSWORD)).body).toMatchObject(fields(FIELD_TEXTS.passwordSame));
    expect((await choose('Qwerty123')).body).toMatchObject(fields(FIELD_TEXTS.passwordCommon));
    // A refused password does not use up the grant.
    expect((await choose('Startline1')).status).toBe(204);
    expect((await choose('Startline2')).status).toBe(401);
  });

  it('is compared with the former one only for who knows it', async () => {
    const { member } = accountsOf(harness);
    const target = await member('compared@example.org', 'viewer', clubId);
    expect((await change(target, 'Wrong1234', PASSWORD)).body).toEqual({
      statusCode: 418,
      message: ANSWER_TEXTS.wrongPassword,
    });
  });

  it('is not to be guessed with a token that was left open', async () => {
    const { member } = accountsOf(harness);
    const target = await member('guessed@example.org', 'viewer', clubId);
    for (let attempt = 0; attempt < 10; attempt += 1) await change(target, 'Wrong1234');
    expect((await change(target, PASSWORD)).body).toEqual({
      statusCode: 429,
      message: ANSWER_TEXTS.tooManyAttempts,
    });
  });
});
