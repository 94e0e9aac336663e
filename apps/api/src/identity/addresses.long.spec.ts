import { afterEach, describe, expect, it } from '@jest/globals';
import {
  ANSWER_TEXTS,
  NEW_ADDRESS,
  REFUSALS,
  type FirstAccessAnswer,
  ROLES,
  type InvitationDriverAnswer,
  type LoginAnswer,
  type RecoveryAnswer,
  type StaffAnswer,
} from '@flagpost/contracts';
import { TEXTS_IN } from '@flagpost/contracts/texts/server';
import { until } from '@flagpost/testing';
import type { Mail } from '../mail/mailer.js';
import { accountsOf, PASSWORD, type Member } from '../testing/accounts.js';
import { startHarness, type Harness, type Requests } from '../testing/harness.js';
import { staffBody } from '../testing/institutions.js';
import { confirmEmail, newAddressLink } from '../testing/new-address.js';
import { aRace, competitorBody, eventBody, type Race } from '../testing/race-fixture.js';

const FREE = 'nobody@example.org';
/** Addresses of people who are not visible to the club. */
const TAKEN = {
  'another club’s staff': 'rival.staff@example.org',
  'another club’s competitor': 'car77@example.org',
  'an administrator': 'admin@example.org',
  'who left it just now': 'rival.left@example.org',
};
const THEIRS = 'Chicane22';
const CHOSEN = 'Startline1';

/** The password of a first access that a mail brings. */
const givenIn = (text: string): string | undefined => /: (\S+-\S+)$/m.exec(text)?.[1];

interface World {
  readonly harness: Harness;
  readonly race: Race;
  readonly mails: readonly Mail[];
  /** Of the club. */
  readonly member: Member;
  readonly planner: Requests;
  /** An event of the club beside that of the race. */
  readonly otherEventId: number;
}

const open: Harness[] = [];
afterEach(() => Promise.all(open.splice(0).map((harness) => harness.stop())));

/** The same people with the same ids each time. */
const aWorld = async (): Promise<World> => {
  const mails: Mail[] = [];
  const harness = await startHarness({ sendMail: async (mail) => void mails.push(mail) });
  open.push(harness);
  const race = await aRace(harness);
  const accounts = accountsOf(harness);
  const holder = (email: string, role: 'admin' | 'viewer', clubId: number | null) =>
    harness.api.accounts.ensure({
      email,
      password: THEIRS,
      name: 'Rita',
      surname: 'Neri',
      roles: [ROLES[role]],
      clubId,
    });
  await holder(TAKEN['an administrator'], 'admin', null);
  await holder(TAKEN['another club’s staff'], 'viewer', race.rivalId);
  await holder(TAKEN['who left it just now'], 'viewer', race.rivalId);
  const session = await accounts.logIn(TAKEN['who left it just now'], THEIRS);
  const { accessToken } = session.body as LoginAnswer;
  const body = { Email: 'rival.moved@example.org', Password: THEIRS };
  await harness.with(accessToken).put('/users/updateEmailValidatedByPassword/', body);
  await confirmEmail(harness, await newAddressLink(mails, body.Email));
  const rival = race.rival('planner');
  const { catId } = (await rival.post('/driverCategories', { Name: 'R5' })).body as { catId: number };
  const theirs = (await rival.post('/events', eventBody(catId))).body as { eveId: number };
  await rival.post('/invitations/createInvitationDriver', competitorBody(theirs.eveId, catId, '77'));
  const planner = race.as('planner');
  const other = await planner.post('/events', eventBody(race.categoryId, { Name: 'Ronde' }));
  const member = await accounts.member('member@example.org', 'director', race.clubId);
  await accounts.add('planner@example.org', 'planner', race.clubId);
  const { eveId: otherEventId } = other.body as { eveId: number };
  return { harness, race, mails, member, planner, otherEventId };
};

type Said = readonly { readonly status: number; readonly body: unknown }[];
/** What somebody asks with an address, in order. */
type Script = (world: World, address: string) => AsyncGenerator<{ status: number; body: unknown }>;

/** Every answer of a script, with the address replaced by a word. */
const saidOf = async (script: Script, address: string): Promise<Said> => {
  const said: { status: number; body: unknown }[] = [];
  for await (const { status, body } of script(await aWorld(), address)) {
    const text = JSON.stringify({ status, body }).replaceAll(address, 'ADDRESS');
    said.push(JSON.parse(text) as Said[number]);
  }
  return said;
};

/** What an organiser reads of their club and of the address. */
async function* lists({ race, planner }: World, address: string) {
  for (const path of ['/users', `/users/byClub/${race.clubId}`, `/users/byMail/${address}`, '/clubs'])
    yield await planner.get(path);
}

async function* changeOwn({ harness, member }: World, address: string) {
  const change = (Password: string, Email = address) =>
    member.as.put('/users/updateEmailValidatedByPassword/', { Email, Password });
  yield await change('Wrong1234');
  yield await change(PASSWORD);
  yield await member.as.get('/users/pendingEmail');
  yield await member.as.get(`/users/${member.userId}`);
  yield await change(PASSWORD, address.toUpperCase());
  for (const email of [address, member.email]) {
    const { status } = await accountsOf(harness).logIn(email);
    yield { status, body: null };
  }
  yield await member.as.delete('/users/pendingEmail');
  yield await member.as.get('/users/pendingEmail');
}

async function* addStaff(world: World, address: string) {
  const { planner, race } = world;
  const added = await planner.post('/users/roles', staffBody(address));
  const { useId } = added.body as StaffAnswer;
  yield added;
  yield* lists(world, address);
  yield await planner.get(`/users/${useId}`);
  yield await planner.post('/users/roles', staffBody(address.toUpperCase()));
  const entered = competitorBody(race.eventId, race.categoryId, '9');
  const competitor = { ...entered, User: { ...entered.User, Email: address } };
  yield await planner.post('/invitations/createInvitationDriver', competitor);
  yield await planner.put('/users/updateName', { UserId: useId, FirstName: 'Eva', LastName: 'Neri' });
  yield await planner.post(`/users/roles/${useId}/firstAccess`);
  yield await planner.put(`/users/roles/${useId}`, staffBody(address, { Phone: '+39 1' }));
  yield* lists(world, address);
  yield await planner.put(`/users/roles/${useId}`, staffBody('elsewhere@example.org'));
  yield await planner.put(`/users/roles/${useId}`, staffBody(address));
  yield* lists(world, address);
  yield await planner.delete(`/users/roluser/${useId}`);
  yield* lists(world, address);
  yield await planner.post('/users/roles', staffBody(address));
  yield* lists(world, address);
}

/** A reader of the former address's mail tries every link in it. */
async function* moveInvited(world: World, address: string) {
  const { harness, mails, planner } = world;
  const former = 'invited@example.org';
  const added = await planner.post('/users/roles', staffBody(former));
  const { useId } = added.body as StaffAnswer;
  const mail = await until('the invitation', () => mails.find(({ to }) => to === former));
  const given = givenIn(mail.text) ?? '';
  const { logIn } = accountsOf(harness);
  const first = (await logIn(former, given)).body as FirstAccessAnswer;
  await harness.with(null).put('/auth/sendPassCodeToEmail', { Email: former });
  const code = await until('the code', () =>
    mails.map(({ text }) => /Your code: (\w+)/.exec(text)?.[1]).find(Boolean),
  );
  const right = await harness.with(null).put('/auth/validatePassCode', { Email: former, PassCode: code });
  const { accessToken } = right.body as RecoveryAnswer;
  yield await planner.put(`/users/roles/${useId}`, staffBody(address));
  yield* lists(world, address);
  const chosen = { UserId: useId, Password: CHOSEN };
  yield await harness.with(first.accessToken).patch('/users/updatePassword', chosen);
  const recovered = { Email: address, Password: CHOSEN };
  yield await harness.with(accessToken).put('/users/updatePasswordWithEmail', recovered);
  for (const email of [former, address])
    for (const password of [given, CHOSEN]) yield await logIn(email, password);
}

/** An organiser who has the password of one of their staff tries to sign in with the address. */
async function* moveStaff(world: World, address: string) {
  const { harness, member, planner } = world;
  const roles = { planner: false, viewer: false, director: true };
  yield await planner.put(`/users/roles/${member.userId}`, staffBody(address, { Roles: roles }));
  yield* lists(world, address);
  yield await member.as.get('/users/pendingEmail');
  yield await accountsOf(harness).logIn(address);
  const { status } = await accountsOf(harness).logIn(member.email);
  yield { status, body: null };
}

async function* addCompetitor(world: World, address: string) {
  const { race, planner, otherEventId } = world;
  const create = (eventId: number, Number: string) => {
    const body = competitorBody(eventId, race.categoryId, Number);
    const User = { ...body.User, Name: `Karla ${Number}`, Email: address };
    return planner.post('/invitations/createInvitationDriver', { ...body, User });
  };
  const added = await create(race.eventId, '7');
  const { Invitation, User } = added.body as InvitationDriverAnswer;
  yield added;
  yield* lists(world, address);
  yield await planner.get(`/users/${User.Id}`);
  yield await create(race.eventId, '8');
  yield await create(otherEventId, '8');
  yield await planner.post('/users/roles', staffBody(address));
  yield await planner.patch('/invitations/authorized', { Invitations: [Invitation.Id], Authorized: 1 });
  const { status } = await planner.post(`/invitations/${Invitation.Id}/deviceToken`);
  yield { status, body: null };
  for (const path of [
    `/drivers/format/${race.eventId}/${User.Id}/${race.categoryId}`,
    `/drivers/getDisconnecteds/${race.eventId}/999`,
    `/positionRecords/event/${race.eventId}/999`,
  ])
    yield await race.as('director').get(path);
}

const SCRIPTS: Readonly<Record<string, Script>> = {
  'an own address that is changed': changeOwn,
  'somebody who is added to the staff': addStaff,
  'somebody invited whose address is changed': moveInvited,
  'one of the staff whose address is changed': moveStaff,
  'a competitor who is entered': addCompetitor,
};

describe.each(Object.entries(SCRIPTS))('%s', (_, script) => {
  it('is answered alike whether the address is free or somebody’s whom they do not see', async () => {
    const free = await saidOf(script, FREE);
    expect(free.map(({ status }) => status)).toContain(200);
    for (const [whose, address] of Object.entries(TAKEN))
      expect([whose, await saidOf(script, address)]).toEqual([whose, free]);
  }, 120_000);
});

const { mails: texts } = TEXTS_IN.en;
const STAFF = TAKEN['another club’s staff'];

describe('an own address', () => {
  const change = ({ member }: World, Email: string) =>
    member.as.put('/users/updateEmailValidatedByPassword/', { Email, Password: PASSWORD });

  it('that is somebody else’s gets a mail without a link, and stays theirs', async () => {
    const world = await aWorld();
    await change(world, STAFF);
    const mail = await until('the mail', () => world.mails.find(({ to }) => to === STAFF));
    const owner = await world.harness.dependencies.records.people.findByEmail(STAFF);
    const names = [world.member.userId];
    expect(mail).toEqual({ userId: owner?.id, names, to: STAFF, ...texts.newAddressTaken() });
    expect(mail.text).not.toContain('#');
    expect(mail.text).not.toContain(world.member.email);
  });

  it('waits for its link, which is good once and not after another change, a cancellation or a day', async () => {
    const world = await aWorld();
    const { harness, member } = world;
    const invalid = { statusCode: 418, message: ANSWER_TEXTS.invalidLink };
    const linkTo = async (email: string): Promise<string> => {
      await change(world, email);
      return newAddressLink(world.mails, email);
    };
    const first = await linkTo('first@example.org');
    const until = new Date(harness.time.now() + NEW_ADDRESS.linkMs).toISOString();
    expect((await member.as.get('/users/pendingEmail')).body).toEqual({
      pending: { email: 'first@example.org', until },
    });
    const second = await linkTo('second@example.org');
    expect((await confirmEmail(harness, first)).body).toEqual(invalid);
    await member.as.delete('/users/pendingEmail');
    expect((await confirmEmail(harness, second)).body).toEqual(invalid);
    const late = await linkTo('late@example.org');
    await harness.time.advance(NEW_ADDRESS.linkMs);
    expect((await confirmEmail(harness, late)).body).toEqual(invalid);
    const session = (await accountsOf(harness).logIn(member.email)).body as { accessToken: string };
    const body = { Email: 'last@example.org', Password: PASSWORD };
    await harness.with(session.accessToken).put('/users/updateEmailValidatedByPassword/', body);
    const last = await newAddressLink(world.mails, body.Email);
    expect((await confirmEmail(harness, `${member.userId}.guess`)).body).toEqual(invalid);
    expect((await harness.with(null).get('/auth/confirmEmail')).status).toBe(405);
    expect((await confirmEmail(harness, last)).body).toEqual({ email: body.Email });
    expect((await confirmEmail(harness, last)).body).toEqual(invalid);
    expect((await accountsOf(harness).logIn(member.email)).status).toBe(401);
    expect((await accountsOf(harness).logIn(body.Email)).status).toBe(200);
    expect((await harness.dependencies.store.readAll(null, 200)).at(-1)).toMatchObject({
      type: 'UserDetailChanged',
      data: { userId: member.userId, detail: 'email' },
      meta: { actorId: member.userId },
    });
  });

  it('waits no more once the password is another, or the account is gone', async () => {
    const world = await aWorld();
    const { harness, member, planner } = world;
    await change(world, 'thief@example.org');
    const link = await newAddressLink(world.mails, 'thief@example.org');
    const passwords = { OldPassword: PASSWORD, Password: CHOSEN };
    await member.as.put('/users/updatePasswordWithValidation', passwords);
    expect((await confirmEmail(harness, link)).status).toBe(418);
    const roles = { planner: false, viewer: false, director: true };
    await planner.put(`/users/roles/${member.userId}`, staffBody('other@example.org', { Roles: roles }));
    const other = await newAddressLink(world.mails, 'other@example.org');
    await planner.delete(`/users/roluser/${member.userId}`);
    expect((await confirmEmail(harness, other)).status).toBe(418);
  });

  it('is somebody else’s if they got it while the link waited', async () => {
    const world = await aWorld();
    await change(world, FREE);
    const link = await newAddressLink(world.mails, FREE);
    await accountsOf(world.harness).add(FREE, 'viewer', world.race.rivalId);
    expect((await confirmEmail(world.harness, link)).body).toEqual({
      statusCode: 418,
      message: REFUSALS['user.emailTaken'],
    });
    expect((await accountsOf(world.harness).logIn(world.member.email)).status).toBe(200);
  });

  it('is mailed to a few times an hour', async () => {
    const world = await aWorld();
    for (let count = 0; count < NEW_ADDRESS.mailsPerHour; count += 1)
      expect((await change(world, FREE)).status).toBe(204);
    expect((await change(world, FREE)).status).toBe(429);
  });
});

describe('who owns an address that a club entered', () => {
  const club = 'Motor Club Alba';

  it('is told which club it was, and gets no password', async () => {
    const { planner, mails, harness } = await aWorld();
    const before = mails.length;
    await planner.post('/users/roles', staffBody(STAFF)).set('backofficelanguage', 'it');
    const mail = await until('the mail', () => mails.slice(before).find(({ to }) => to === STAFF));
    expect(mail).toMatchObject(TEXTS_IN.it.mails.staffAddressTaken(club));
    const owner = await harness.dependencies.records.people.findByEmail(STAFF);
    expect(mail.userId).toBe(owner?.id);
    expect((await accountsOf(harness).logIn(STAFF, THEIRS)).status).toBe(200);
  });

  it('is told of a competitor too, and a free address is told nothing', async () => {
    const { planner, mails, race } = await aWorld();
    const before = mails.length;
    for (const [number, Email] of [
      ['8', FREE],
      ['9', STAFF],
    ] as const) {
      const body = competitorBody(race.eventId, race.categoryId, number);
      const User = { ...body.User, Email };
      await planner.post('/invitations/createInvitationDriver', { ...body, User });
    }
    await until('the mail', () => mails.slice(before).find(({ to }) => to === STAFF));
    expect(mails.slice(before)).toEqual([expect.objectContaining(texts.competitorAddressTaken(club))]);
  });

  it('may let go of it: sending the first access again makes it theirs whom the club entered', async () => {
    const { planner, mails, race, harness } = await aWorld();
    const added = await planner.post('/users/roles', staffBody(STAFF));
    const { useId } = added.body as StaffAnswer;
    const owner = await harness.dependencies.records.people.findByEmail(STAFF);
    await race.rival('planner').delete(`/users/roluser/${owner?.id ?? 0}`);
    await planner.post(`/users/roles/${useId}/firstAccess`);
    const given = await until('the password', () =>
      mails.map(({ to, text }) => (to === STAFF ? givenIn(text) : undefined)).find(Boolean),
    );
    expect((await accountsOf(harness).logIn(STAFF, given)).body).toMatchObject({ userId: useId });
  });
});

it('administrators and who sees the person are refused as before', async () => {
  const { race, planner, member } = await aWorld();
  const admin = race.as('admin');
  const taken = { statusCode: 418, message: REFUSALS['user.emailTaken'] };
  const there = staffBody(STAFF, { ClubId: race.clubId });
  expect((await admin.post('/users/roles', there)).body).toEqual(taken);
  expect((await admin.put(`/users/roles/${member.userId}`, there)).body).toEqual(taken);
  expect((await planner.post('/users/roles', staffBody(member.email))).body).toEqual(taken);
  const second = await planner.post('/users/roles', staffBody('second@example.org'));
  const { useId } = second.body as StaffAnswer;
  expect((await planner.put(`/users/roles/${useId}`, staffBody(member.email))).body).toEqual(taken);
  const enter = (Email: string, as: Requests) => {
    const body = competitorBody(race.eventId, race.categoryId, '7');
    return as.post('/invitations/createInvitationDriver', { ...body, User: { ...body.User, Email } });
  };
  const notCompetitor = { statusCode: 418, message: REFUSALS['invitation.notCompetitor'] };
  expect((await enter(STAFF, admin)).body).toEqual(notCompetitor);
  expect((await enter(member.email, planner)).body).toEqual(notCompetitor);
});
