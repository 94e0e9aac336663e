import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { TEXTS_IN } from '@flagpost/contracts/texts/server';
import { ROLES } from '@flagpost/contracts';
import type { UserEvent } from '@flagpost/domain';
import type { Recorded } from '@flagpost/event-sourcing';
import { until } from '@flagpost/testing';
import type { Mail } from '../mail/mailer.js';
import { accountsOf } from '../testing/accounts.js';
import { startHarness, type Harness, type Requests } from '../testing/harness.js';
import { newClubBody, staffBody } from '../testing/institutions.js';
import { controlGrantedReaction } from './control-granted.reaction.js';

const CONTACT = 'gino@langhe.example.org';
const director = { planner: false, viewer: false, director: true };
const viewer = { planner: false, viewer: true, director: false };

let harness: Harness;
let mails: Mail[];
let clubId: number;
let contactId: number;
let planner: Requests;
beforeEach(async () => {
  mails = [];
  harness = await startHarness({ sendMail: async (mail) => void mails.push(mail) });
  const admin = harness.as({ roles: ['admin'], clubId: null });
  const made = (await admin.post('/clubs/', newClubBody({}, CONTACT))).body as {
    cluId: number;
    useId: number;
  };
  [clubId, contactId] = [made.cluId, made.useId];
  planner = harness.as({ userId: contactId, roles: ['planner'], clubId });
});
afterEach(() => harness.stop());

const told = (): Mail[] => mails.filter(({ subject }) => subject.includes('control races'));
const add = async (email: string, Roles: object): Promise<number> =>
  ((await planner.post('/users/roles', staffBody(email, { Roles } as object))).body as { useId: number })
    .useId;

it('tells the contact of a club who may control its races from now on, and who said so', async () => {
  const userId = await add('dora@example.org', director);
  const mail = await until('the mail to the contact person', () => told()[0]);
  expect(mail).toEqual({
    id: expect.any(String),
    userId: contactId,
    names: [userId, contactId],
    to: CONTACT,
    ...TEXTS_IN.en.mails.controlGranted({ name: 'Ada Rossi', by: 'Gino Ferrero', url: null }),
  });
});

it('tells of a role that is given later, once, and of no other', async () => {
  const userId = await add('vito@example.org', viewer);
  const change = (Roles: object) =>
    planner.put(`/users/roles/${userId}`, staffBody('vito@example.org', { Roles } as object));
  await change({ ...viewer, planner: true });
  await change({ ...viewer, director: true });
  await change({ ...director });
  await until('the mail to the contact person', () => told()[0]);
  await add('last@example.org', viewer);
  await until('the mail to the last account', () => mails.find(({ to }) => to === 'last@example.org'));
  expect(told()).toHaveLength(1);
});

it('tells the institution where its contact person is gone', async () => {
  await harness.dependencies.records.people.delete(contactId);
  await add('dora@example.org', director);
  expect((await until('the mail to the institution', () => told()[0])).to).toBe('info@langhe.example.org');
});

it('tells nobody of what is long past, as a log of a former release begins with it', async () => {
  await accountsOf(harness).add('old@example.org', 'director', clubId);
  const event = (await harness.dependencies.store.readAll(null, 100)).find(
    ({ type }) => type === 'UserAdded',
  );
  const { meta } = event ?? { meta: {} };
  const invited = { meta, data: { userId: contactId, clubId, roles: [ROLES.director] } };
  const mailsOf = controlGrantedReaction(harness.dependencies).mailsOf['UserInvited'];
  const at = (recordedAt: number) =>
    ({ ...invited, recordedAt }) as unknown as Recorded<Extract<UserEvent, { type: 'UserInvited' }>>;
  expect(await mailsOf?.(at(harness.time.now() - 4 * 24 * 3_600_000))).toEqual([]);
  expect(await mailsOf?.(at(harness.time.now()))).toHaveLength(1);
});
