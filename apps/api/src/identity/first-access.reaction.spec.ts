import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ANSWER_TEXTS,
  newPassword,
  REFUSALS,
  SESSION,
  STAFF_MAILS,
  type LoginAnswer,
  type StaffAnswer,
} from '@flagpost/contracts';
import type { UserEvent } from '@flagpost/domain';
import type { Recorded } from '@flagpost/event-sourcing';
import { until } from '@flagpost/testing';
import type { Mail } from '../mail/mailer.js';
import { startHarness, type Harness } from '../testing/harness.js';
import { newClubBody, staffBody } from '../testing/institutions.js';
import { clubDetails } from '../testing/race-fixture.js';
import { firstAccessReaction } from './first-access.reaction.js';

const EMAIL = 'gino@langhe.example.org';

let harness: Harness;
let mails: Mail[];

beforeEach(async () => {
  mails = [];
  harness = await startHarness({
    sendMail: async (mail) => {
      mails.push(mail);
    },
  });
});
afterEach(() => harness.stop());

const passwordIn = ({ text }: Mail): string => /: (\S+-\S+)$/m.exec(text)?.[1] ?? '';
const invite = async (): Promise<Mail> => {
  const admin = harness.as({ roles: ['admin'], clubId: null });
  await admin.post('/clubs/', newClubBody({}, EMAIL));
  return until('the first mail', async () => mails[0]);
};
const logIn = (password: string) => harness.with(null).post('/auth/login', { email: EMAIL, password });
const again = async (): Promise<void> => {
  const events = await harness.dependencies.store.readAll(null, 100);
  const invited = events.find(({ type }) => type === 'UserInvited') as Recorded<
    Extract<UserEvent, { type: 'UserInvited' }>
  >;
  mails.push(...((await firstAccessReaction(harness.dependencies).mailsOf['UserInvited']?.(invited)) ?? []));
};

describe('mails to addresses that planners enter', () => {
  const planner = (clubId: number) => harness.as({ roles: ['planner'], clubId });
  const statuses = async (asked: readonly (() => Promise<{ status: number }>)[]) => {
    const found: number[] = [];
    for (const ask of asked) found.push((await ask()).status);
    return found;
  };
  let clubIds: [number, number];
  beforeEach(async () => {
    clubIds = [
      await harness.api.clubs.ensure(clubDetails('Motor Club Alba')),
      await harness.api.clubs.ensure(clubDetails('Scuderia Rivale')),
    ];
  });

  it('are a few in an hour to one address of a club, whichever call has them sent', async () => {
    const [clubId, rivalId] = clubIds;
    const as = planner(clubId);
    const add = async (email: string) => as.post('/users/roles', staffBody(email));
    const { useId } = (await add(EMAIL)).body as StaffAnswer;
    const again = async () => as.post(`/users/roles/${useId}/firstAccess`);
    const repeated = Array.from({ length: STAFF_MAILS.toAddressPerHour }, () => again);
    expect(await statuses(repeated)).toEqual([...repeated.slice(1).map(() => 201), 429]);
    const other = (await add('other@langhe.example.org')).body as StaffAnswer;
    const move = async () => as.put(`/users/roles/${other.useId}`, staffBody(EMAIL.toUpperCase()));
    expect(await statuses([move, () => add(EMAIL)])).toEqual([429, 429]);
    expect((await planner(rivalId).post('/users/roles', staffBody(EMAIL))).status).toBe(201);
  });

  it('are so many in an hour in all', async () => {
    const as = planner(clubIds[0]);
    const asked = Array.from(
      { length: STAFF_MAILS.perHour + 1 },
      (_, index) => async () => as.post('/users/roles', staffBody(`ada${index}@langhe.example.org`)),
    );
    expect(await statuses(asked)).toEqual([...asked.slice(1).map(() => 201), 429]);
    const admin = harness.as({ roles: ['admin'], clubId: null });
    const byAdmin = await admin.post('/users/roles', staffBody(EMAIL, { ClubId: clubIds[0] }));
    expect(byAdmin.status).toBe(201);
  });
});

describe('the first access of who was invited', () => {
  it('is by a mailed password, which opens the choice of another', async () => {
    const mail = await invite();
    expect(mail.to).toBe(EMAIL);
    const given = passwordIn(mail);
    expect(newPassword.parse(given)).toBe(given);
    const first = await logIn(given);
    const { passwordChangeNeeded, accessToken, id } = first.body as LoginAnswer;
    expect(passwordChangeNeeded).toBe(true);
    const theirs = harness.with(accessToken);
    expect((await theirs.get('/events/')).status).toBe(403);
    const chosen = { UserId: id, Password: 'Langhe2026' };
    expect((await theirs.patch('/users/updatePassword/', chosen)).status).toBe(200);
    expect((await logIn(given)).status).toBe(401);
    const session = (await logIn('Langhe2026')).body as LoginAnswer;
    expect(session.roles).toEqual([{ id: 2 }]);
    const clubs = await harness.with(session.accessToken).get('/clubs/');
    expect(clubs.body).toEqual([expect.objectContaining({ Planners: 'Gino Ferrero' })]);
  });

  it('is by the same password where it is told twice, and by none once another was chosen', async () => {
    const given = passwordIn(await invite());
    await again();
    expect(mails.map(passwordIn)).toEqual([given, given]);
    const { accessToken, id } = (await logIn(given)).body as LoginAnswer;
    const chosen = { UserId: id, Password: 'Langhe2026' };
    await harness.with(accessToken).patch('/users/updatePassword/', chosen);
    await again();
    expect(mails).toHaveLength(2);
    expect((await logIn('Langhe2026')).status).toBe(200);
  });

  it('is over for who was removed meanwhile', async () => {
    const given = passwordIn(await invite());
    const admin = harness.as({ roles: ['admin'], clubId: null });
    const user = await harness.dependencies.records.people.findByEmail(EMAIL);
    await admin.delete(`/users/roluser/${user?.id}`);
    await again();
    expect(mails).toHaveLength(1);
    expect((await logIn(given)).status).toBe(401);
  });
});

describe('a password for a first access', () => {
  const DAY_MS = 24 * 3_600_000;
  const admin = () => harness.as({ roles: ['admin'], clubId: null });
  const idOf = async (email: string) =>
    (await harness.dependencies.records.people.findByEmail(email))?.id ?? 0;
  const sendAgain = async () => admin().post(`/users/roles/${await idOf(EMAIL)}/firstAccess`);
  const givenUntil = async () =>
    (await admin().get(`/users/${await idOf(EMAIL)}`)).body.useGivenPasswordUntil as unknown;

  it('ends after seven days, which only who has it is told', async () => {
    const given = passwordIn(await invite());
    expect(await givenUntil()).toBe(new Date(harness.time.now() + SESSION.givenPasswordMs).toISOString());
    await harness.time.advance(7 * DAY_MS - 1);
    expect((await logIn(given)).status).toBe(200);
    await harness.time.advance(1);
    expect((await logIn(given)).body).toEqual({ statusCode: 418, message: ANSWER_TEXTS.givenPasswordEnded });
    expect((await logIn('Wrong-1234')).status).toBe(401);
  });

  it('is sent again by who manages users, as another one for seven more days', async () => {
    const given = passwordIn(await invite());
    await harness.time.advance(8 * DAY_MS);
    expect((await sendAgain()).status).toBe(201);
    const again = passwordIn(await until('the second mail', async () => mails[1]));
    expect(again).not.toBe(given);
    expect((await logIn(given)).status).toBe(401);
    await harness.time.advance(7 * DAY_MS - 1);
    const { accessToken, id } = (await logIn(again)).body as LoginAnswer;
    const chosen = { UserId: id, Password: 'Langhe2026' };
    expect((await harness.with(accessToken).patch('/users/updatePassword/', chosen)).status).toBe(200);
    expect(await givenUntil()).toBeNull();
  });

  it('is not sent to who chose one, nor by others', async () => {
    const given = passwordIn(await invite());
    const rival = harness.as({ roles: ['planner'], clubId: 777 });
    const path = `/users/roles/${await idOf(EMAIL)}/firstAccess`;
    expect((await rival.post(path)).status).toBe(403);
    const { accessToken, id } = (await logIn(given)).body as LoginAnswer;
    const chosen = { UserId: id, Password: 'Langhe2026' };
    await harness.with(accessToken).patch('/users/updatePassword/', chosen);
    expect((await sendAgain()).body).toEqual({ statusCode: 418, message: REFUSALS['user.passwordChosen'] });
    await harness.time.advance(8 * DAY_MS);
    expect((await logIn('Langhe2026')).status).toBe(200);
  });
});
