import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ANSWER_TEXTS, REFUSALS, TAKE_BACK_MS, type TakeBackAnswer } from '@flagpost/contracts';
import { TEXTS_IN } from '@flagpost/contracts/texts/server';
import { until } from '@flagpost/testing';
import type { Mail } from '../mail/mailer.js';
import { accountsOf, PASSWORD, type Member } from '../testing/accounts.js';
import { startHarness, type Harness } from '../testing/harness.js';
import { staffBody } from '../testing/institutions.js';
import { confirmEmail, newAddressLink } from '../testing/new-address.js';
import { clubDetails } from '../testing/race-fixture.js';
import { EndedSessions } from '../access/ended-sessions.js';

const OWNER = 'owner@example.org';
const THIEF = 'thief@example.org';
const CHOSEN = 'Startline1';

let harness: Harness;
let mails: Mail[];
let clubId: number;
let owner: Member;
beforeEach(async () => {
  mails = [];
  harness = await startHarness({ sendMail: async (mail) => void mails.push(mail) });
  clubId = await harness.api.clubs.ensure(clubDetails('Motor Club Alba'));
  owner = await accountsOf(harness).member(OWNER, 'director', clubId);
});
afterEach(() => harness.stop());

const logIn = (email: string, password = PASSWORD) => accountsOf(harness).logIn(email, password);
/** Signs in as a user who knows the password, to change something. */
const signedIn = async (email: string, password = PASSWORD) =>
  harness.with((await logIn(email, password)).body.accessToken as string);
const changePassword = async (email: string, OldPassword: string, Password: string): Promise<void> => {
  const as = await signedIn(email, OldPassword);
  expect((await as.put('/users/updatePasswordWithValidation/', { OldPassword, Password })).status).toBe(200);
};
const changeEmail = async (email: string, Password: string, Email: string): Promise<void> => {
  const as = await signedIn(email, Password);
  expect((await as.put('/users/updateEmailValidatedByPassword/', { Email, Password })).status).toBe(204);
  await confirmed(Email);
};
const confirmed = async (email: string): Promise<void> => {
  expect((await confirmEmail(harness, await newAddressLink(mails, email))).body).toEqual({ email });
};
const tokenIn = ({ text }: Mail): string => /\/notme#(\S+)/.exec(text)?.[1] ?? '';
/** The link that confirms a new address apart. */
const mailsTo = (address: string): Mail[] =>
  mails.filter(({ to, text }) => to === address && !text.includes('/newaddress#'));
/** The token in the so-manieth mail to an address. */
const tokenTo = async (address: string, count = 1): Promise<string> =>
  tokenIn(await until(`mail ${count} to ${address}`, () => mailsTo(address)[count - 1]));
const takeBack = (Token: string) => harness.with(null).post('/auth/takeBack', { Token });
const notGood = { statusCode: 418, message: ANSWER_TEXTS.invalidLink };

describe('a changed password', () => {
  it('is told to its holder, who takes it back: the former one is good again, and no session is left', async () => {
    await changePassword(OWNER, PASSWORD, CHOSEN);
    const token = await tokenTo(OWNER);
    expect(mails).toEqual([
      {
        id: expect.any(String),
        userId: owner.userId,
        to: OWNER,
        ...TEXTS_IN.en.mails.passwordChanged(`/notme#${token}`),
      },
    ]);
    const thief = (await logIn(OWNER, CHOSEN)).body as { accessToken: string; refreshToken: string };
    const ended: string[] = [];
    harness.api.app.get(EndedSessions).subscribe((sessionId) => ended.push(sessionId));

    const answer = await takeBack(token);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      restored: 'account',
      recovery: { accessToken: expect.any(String), email: OWNER },
    });
    expect((await logIn(OWNER, CHOSEN)).status).toBe(401);
    expect((await logIn(OWNER)).status).toBe(200);
    expect(ended.length).toBeGreaterThan(0);
    expect((await harness.with(thief.accessToken).get('/events')).status).toBe(401);
    const { refreshToken } = thief;
    expect((await harness.with(null).post('/auth/refresh', { refreshToken })).status).toBe(401);
    expect((await harness.dependencies.store.readAll(null, 100)).at(-1)).toMatchObject({
      type: 'AccountChangesTakenBack',
      data: { userId: owner.userId, restored: 'account' },
      meta: { actorId: null },
    });
  });

  it('is followed by the choice of another, as who changed it knew the former', async () => {
    await changePassword(OWNER, PASSWORD, CHOSEN);
    const { recovery } = (await takeBack(await tokenTo(OWNER))).body as TakeBackAnswer;
    const body = { Email: OWNER, Password: 'Chicane22' };
    const as = harness.with(recovery?.accessToken ?? null);
    expect((await as.put('/users/updatePasswordWithEmail/', body)).status).toBe(204);
    expect((await logIn(OWNER, 'Chicane22')).status).toBe(200);
    expect((await logIn(OWNER)).status).toBe(401);
  });

  it('is taken back once, for seventy-two hours', async () => {
    await changePassword(OWNER, PASSWORD, CHOSEN);
    const token = await tokenTo(OWNER);
    await harness.time.advance(TAKE_BACK_MS - 1);
    expect((await takeBack(token)).status).toBe(200);
    expect((await takeBack(token)).body).toEqual(notGood);
    await changePassword(OWNER, PASSWORD, CHOSEN);
    const late = await tokenTo(OWNER, 2);
    await harness.time.advance(TAKE_BACK_MS);
    expect((await takeBack(late)).body).toEqual(notGood);
    expect((await logIn(OWNER, CHOSEN)).status).toBe(200);
  });

  it('by a code is told too', async () => {
    await harness.with(null).put('/auth/sendPassCodeToEmail', { Email: OWNER });
    const code =
      /Your code: (\w+)/.exec((await until('the mail with the code', () => mails[0])).text)?.[1] ?? '';
    const right = await harness.with(null).put('/auth/validatePassCode', { Email: OWNER, PassCode: code });
    const body = { Email: OWNER, Password: CHOSEN };
    await harness.with(right.body.accessToken as string).put('/users/updatePasswordWithEmail/', body);
    expect((await takeBack(await tokenTo(OWNER, 2))).status).toBe(200);
    expect((await logIn(OWNER)).status).toBe(200);
  });

  it('is not taken back by a guess, nor by opening the page', async () => {
    await changePassword(OWNER, PASSWORD, CHOSEN);
    await tokenTo(OWNER);
    expect((await takeBack('x'.repeat(43))).body).toEqual(notGood);
    expect((await takeBack('')).status).toBe(400);
    expect((await harness.with(null).get('/auth/takeBack')).status).not.toBe(200);
    expect((await logIn(OWNER, CHOSEN)).status).toBe(200);
  });
});

describe('a changed address', () => {
  it('is told at both, and the former one takes it back', async () => {
    await changeEmail(OWNER, PASSWORD, THIEF);
    const [former, next] = [await tokenTo(OWNER), await tokenTo(THIEF)];
    const { addressChanged, addressGained } = TEXTS_IN.en.mails;
    expect(mailsTo(OWNER)).toEqual([expect.objectContaining(addressChanged(THIEF, `/notme#${former}`))]);
    expect(mailsTo(THIEF)).toEqual([expect.objectContaining(addressGained(`/notme#${next}`))]);
    expect(mailsTo(THIEF)[0]?.text).not.toContain(OWNER);
    expect((await takeBack(former)).status).toBe(200);
    expect((await logIn(OWNER)).status).toBe(200);
    expect((await logIn(THIEF)).status).toBe(401);
    expect((await takeBack(next)).body).toEqual(notGood);
  });

  it('is removed by who reads the new one, which opens nothing to them', async () => {
    await changeEmail(OWNER, PASSWORD, THIEF);
    const answer = await takeBack(await tokenTo(THIEF));
    expect(answer.body).toEqual({ restored: 'address', recovery: null });
    expect((await logIn(OWNER)).status).toBe(200);
    expect((await takeBack(await tokenTo(THIEF))).body).toEqual(notGood);
  });

  it('and a changed password are both as they were, whatever came after: the oldest link wins', async () => {
    await changePassword(OWNER, PASSWORD, CHOSEN);
    const first = await tokenTo(OWNER);
    await changeEmail(OWNER, CHOSEN, THIEF);
    const second = await tokenTo(OWNER, 2);
    await changePassword(THIEF, CHOSEN, 'Chicane22');
    const third = await tokenTo(THIEF, 2);

    expect((await takeBack(second)).status).toBe(200);
    expect((await logIn(OWNER, CHOSEN)).status).toBe(200);
    expect((await takeBack(third)).body).toEqual(notGood);
    expect((await takeBack(first)).status).toBe(200);
    expect((await logIn(OWNER)).status).toBe(200);
    for (const password of [CHOSEN, 'Chicane22']) expect((await logIn(OWNER, password)).status).toBe(401);
    for (const token of [first, second, third]) expect((await takeBack(token)).body).toEqual(notGood);
  });

  it('leaves a thief no link against the owner', async () => {
    await changeEmail(OWNER, PASSWORD, THIEF);
    const owners = await tokenTo(OWNER);
    await changePassword(THIEF, PASSWORD, CHOSEN);
    const [undo, restore] = [await tokenTo(THIEF), await tokenTo(THIEF, 2)];
    // Removing the address does not end the owner's link; it ends those that were mailed to the address.
    expect((await takeBack(undo)).status).toBe(200);
    expect((await takeBack(restore)).body).toEqual(notGood);
    expect((await takeBack(owners)).status).toBe(200);
    expect((await logIn(OWNER)).status).toBe(200);
    expect((await takeBack(restore)).body).toEqual(notGood);
    expect((await logIn(OWNER, CHOSEN)).status).toBe(401);
  });

  it('ends a choice of a password that a thief had opened', async () => {
    await changeEmail(OWNER, PASSWORD, THIEF);
    await harness.with(null).put('/auth/sendPassCodeToEmail', { Email: THIEF });
    const mail = await until('the mail with the code', () =>
      mailsTo(THIEF).find(({ text }) => text.includes('Your code')),
    );
    const code = /Your code: (\w+)/.exec(mail.text)?.[1] ?? '';
    const right = await harness.with(null).put('/auth/validatePassCode', { Email: THIEF, PassCode: code });
    await takeBack(await tokenTo(OWNER));
    const chosen = { Email: OWNER, Password: CHOSEN };
    const as = harness.with(right.body.accessToken as string);
    expect((await as.put('/users/updatePasswordWithEmail/', chosen)).status).toBe(401);
  });

  it('keeps the former one free for its holder', async () => {
    await changeEmail(OWNER, PASSWORD, THIEF);
    const planner = harness.as({ roles: ['planner'], clubId });
    const taken = { statusCode: 418, message: REFUSALS['user.emailTaken'] };
    expect((await planner.post('/users/roles', staffBody('Owner@example.org'))).body).toEqual(taken);
    expect((await takeBack(await tokenTo(OWNER))).status).toBe(200);
    await changeEmail(OWNER, PASSWORD, 'moved@example.org');
    await harness.time.advance(TAKE_BACK_MS);
    const later = harness.as({ roles: ['planner'], clubId });
    expect((await later.post('/users/roles', staffBody(OWNER))).status).toBe(201);
  });

  it('by a planner is told and taken back the same', async () => {
    const planner = harness.as({ roles: ['planner'], clubId });
    const roles = { planner: false, viewer: false, director: true };
    await planner.put(`/users/roles/${owner.userId}`, staffBody(THIEF, { Roles: roles }));
    expect((await logIn(THIEF)).status).toBe(401);
    await confirmed(THIEF);
    expect((await logIn(THIEF)).status).toBe(200);
    expect((await takeBack(await tokenTo(OWNER))).status).toBe(200);
    expect((await logIn(OWNER)).status).toBe(200);
    await planner.put(`/users/roles/${owner.userId}`, staffBody('OWNER@example.org', { Roles: roles }));
    expect(mailsTo(OWNER)).toHaveLength(1);
  });
});

it('speaks the language of who made the change', async () => {
  const as = await signedIn(OWNER);
  await as
    .put('/users/updatePasswordWithValidation/', { OldPassword: PASSWORD, Password: CHOSEN })
    .set('backofficelanguage', 'it');
  const mail = await until('the mail in Italian', () => mails[0]);
  expect(mail).toMatchObject(TEXTS_IN.it.mails.passwordChanged(`/notme#${tokenIn(mail)}`));
});

it('keeps nothing of who was erased or removed, and no secret in the log', async () => {
  await changeEmail(OWNER, PASSWORD, THIEF);
  const token = await tokenTo(OWNER);
  const { records } = harness.dependencies;
  const events = JSON.stringify(await harness.dependencies.store.readAll(null, 100));
  for (const secret of [token, OWNER, THIEF]) expect(events).not.toContain(secret);
  const planner = harness.as({ roles: ['planner'], clubId });
  expect((await planner.delete(`/users/roluser/${owner.userId}`)).status).toBe(200);
  expect((await takeBack(token)).body).toEqual(notGood);
  const other = await accountsOf(harness).member('other@example.org', 'viewer', clubId);
  await changePassword('other@example.org', PASSWORD, CHOSEN);
  const others = await tokenTo('other@example.org');
  await records.people.delete(other.userId);
  expect((await takeBack(others)).body).toEqual(notGood);
});
