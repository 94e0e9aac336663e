import { z } from 'zod';
import {
  changeEmailRequest,
  firstPasswordRequest,
  mailedLinkRequest,
  may,
  newPassword,
  passwordWithEmailRequest,
  passwordWithValidationRequest,
  personal,
  secret,
  type ConfirmEmailAnswer,
  type TakeBackAnswer,
} from '@flagpost/contracts';
import { DomainError, refuse, userDecider, userStream } from '@flagpost/domain';
import type { Person } from '@flagpost/records';
import { accountNow } from '../access/session-holds.js';
import { defineCommand, id } from '../dispatch/define-command.js';
import type { ApiDependencies } from '../dependencies.js';
import { isSameAddress, othersWith, putPerson } from '../command-parts/addresses.js';
import { KeptAccounts, type KeptAccount } from './kept-accounts.js';
import { NewAddresses } from './new-addresses.js';
import { activeAccounts, type Account } from './active-accounts.js';
import { NO_KEY, PASSWORD_STEPS, PasswordChanges } from './password-changes.js';
import { PasswordChecks } from './password-checks.js';
import { hashPassword, verifyPassword } from './passwords.js';
import { pendingEmails, type PendingEmail } from './pending-emails.js';
import { perPerson } from '../command-parts/person-rows.js';
import { RecoverySecrets } from './recovery-secrets.js';
import { firstAccessId } from './sessions.js';
import { userReads } from '../views/users.projection.js';

/** The user who proves to hold the account, and their session. */
const holder = { userId: id, sessionId: z.string() };

export const chooseFirstPassword = defineCommand({
  schema: z.object({ sessionId: z.string(), choice: firstPasswordRequest }),
  right: 'password.chooseFirst',
  ids: {},
  serializedBy: ({ choice }) => perPerson(choice.UserId),
  outside: PASSWORD_STEPS,
  streams: ['user'],
  carryOut({ sessionId, choice: { UserId: userId, Password: password } }, tools): Promise<Account> {
    return tools.get(PasswordChanges).replace(tools, {
      userId,
      password,
      reason: 'firstAccess',
      prove: async () => {
        const given = await tools.dependencies.records.credentials.password(userId);
        // A token is valid only with the temporary password that it was issued for.
        if (given?.temporary !== true || sessionId !== firstAccessId(given)) refuse('notAuthorized');
        if (await verifyPassword(password, given.hash, 'known')) refuse('sameAsGiven');
      },
    });
  },
});

export const changePassword = defineCommand({
  schema: z.object({ ...holder, change: passwordWithValidationRequest }),
  right: 'account.change',
  ids: {},
  serializedBy: ({ userId }) => perPerson(userId),
  outside: PASSWORD_STEPS,
  streams: ['user'],
  carryOut({ userId, sessionId, change: { OldPassword, Password } }, tools): Promise<Account> {
    return tools.get(PasswordChanges).replace(tools, {
      userId,
      password: Password,
      reason: 'ownWish',
      prove: ({ person }) => tools.get(PasswordChecks).requireInSession(person, OldPassword, sessionId),
    });
  },
});

/** With the grant of a validated code or link, which can be used once. */
export const recoverPassword = defineCommand({
  schema: z.object({
    userId: id,
    grant: secret(z.string()),
    grantEndsAt: z.number(),
    change: passwordWithEmailRequest,
  }),
  right: 'password.choose',
  ids: {},
  serializedBy: ({ userId }) => perPerson(userId),
  outside: { grant: NO_KEY, ...PASSWORD_STEPS, 'grant again': NO_KEY },
  streams: ['user'],
  async carryOut({ userId, grant, grantEndsAt, change: { Email, Password } }, tools): Promise<Account> {
    const { dependencies, get, outside } = tools;
    const grants = get(RecoverySecrets);
    const spent = { isTrue: false };
    try {
      return await get(PasswordChanges).replace(tools, {
        userId,
        password: Password,
        reason: 'recovery',
        prove: async ({ person }) => {
          if (isSameAddress(person.email, Email))
            spent.isTrue = await outside('grant', () => grants.redeemGrant(userId, grant));
          if (!spent.isTrue) refuse('invalidUpdatePassword');
        },
      });
    } catch (error) {
      // The password was refused, or could not be stored: the user may try again.
      if (spent.isTrue)
        await outside('grant again', () =>
          grants.restoreGrant(userId, grant, grantEndsAt - dependencies.clock.now()),
        );
      throw error;
    }
  },
});

/** A new address is pending until its link is opened. */
export const changeEmail = defineCommand({
  schema: z.object({ ...holder, change: changeEmailRequest }),
  right: 'account.change',
  ids: {},
  serializedBy: ({ userId }) => perPerson(userId),
  outside: { 'new address': NO_KEY, person: 'The same row is written again.' },
  streams: ['user'],
  async carryOut(
    { userId, sessionId, change: { Email, Password } },
    { dependencies, get, caller, send, outside },
  ): Promise<void> {
    const { person } = (await activeAccounts(dependencies).byId(userId)) ?? refuse('notAuthorized');
    await get(PasswordChecks).requireInSession(person, Password, sessionId);
    if (!isSameAddress(person.email, Email))
      return outside('new address', () => get(NewAddresses).ask(caller, userId, Email));
    await outside('person', () => dependencies.records.people.put({ ...person, email: Email }));
    await send(userStream(userId), userDecider, { type: 'changeDetail', userId, detail: 'email' });
  },
});

/** Whether who asked for a new address may still: its holder, or who manages the users of their club. */
const mayAskStill = async (
  dependencies: ApiDependencies,
  { user }: Account,
  asker: PendingEmail['actor'],
): Promise<boolean> => {
  if (asker === null || asker.userId === user.userId) return true;
  const now = await accountNow(dependencies, asker.userId);
  const { userId, clubId } = user;
  return (
    now?.status === 'enabled' && may({ ...asker, ...now }, 'users.manage', { userId, clubId: clubId ?? 0 })
  );
};

/** See `NewAddresses`. `userId` is the user of the link. Mails go to both addresses. */
export const confirmEmail = defineCommand({
  schema: z.object({ userId: id, link: mailedLinkRequest }),
  right: 'account.confirmEmail',
  ids: {},
  serializedBy: ({ userId }) => perPerson(userId),
  outside: { link: NO_KEY, 'former account': NO_KEY, person: 'The same row is written again.' },
  streams: ['user'],
  async carryOut(
    { userId, link: { Token } },
    { dependencies, get, caller, commandId, send, outside },
  ): Promise<ConfirmEmailAnswer> {
    const waiting = pendingEmails(dependencies);
    const account = await activeAccounts(dependencies).byId(userId);
    const found = await waiting.find(Token);
    if (account === null || found === null) throw new DomainError('invalidLink');
    const { person } = account;
    const { email, actor } = found.pending;
    if (!(await mayAskStill(dependencies, account, actor))) refuse('invalidLink');
    if (!(await outside('link', () => waiting.redeem(userId, found.hash)))) refuse('invalidLink');
    if ((await othersWith(dependencies, email, userId)).length > 0) refuse('user.emailTaken');
    await outside('former account', () => get(KeptAccounts).keep(person, email, { commandId, caller }));
    await outside('person', () => putPerson(dependencies, { ...person, email }));
    await send(userStream(userId), userDecider, { type: 'changeDetail', userId, detail: 'email' });
    return { email };
  },
});

/** @throws {DomainError} invalidLink if the address that an `undo` removes is no longer the account's */
const restore = async (
  dependencies: ApiDependencies,
  person: Person,
  { purpose, email, password, newEmail }: KeptAccount,
): Promise<void> => {
  if (purpose === 'undo' && !isSameAddress(newEmail, person.email ?? '')) refuse('invalidLink');
  await putPerson(dependencies, { ...person, email });
  if (purpose === 'restore' && password !== null)
    await dependencies.records.credentials.setPassword(person.id, password);
};

/** See `TakeBacks`. `userId` is the user of the link. */
export const takeBackChanges = defineCommand({
  schema: z.object({ userId: id, link: mailedLinkRequest }),
  right: 'account.takeBack',
  ids: {},
  serializedBy: ({ userId }) => perPerson(userId),
  outside: {
    'address and password': 'The same are written again.',
    'sessions, codes and links': 'What has ended may be ended again.',
    'links of later changes': 'What is forgotten may be forgotten again.',
    'grant of a password': NO_KEY,
  },
  streams: ['user'],
  async carryOut({ userId, link: { Token } }, { dependencies, get, send, outside }): Promise<TakeBackAnswer> {
    const { records, readModels } = dependencies;
    const found = await get(KeptAccounts).find(Token);
    const [person, user] = [await records.people.get(userId), await userReads(readModels).get(userId)];
    if (found === null || person === null || user === null || user.status === 'removed')
      throw new DomainError('invalidLink');
    const { kept, takeBack } = found;
    const restored = kept.purpose === 'restore' ? 'account' : 'address';
    await outside('address and password', () => restore(dependencies, person, kept));
    await outside('sessions, codes and links', () => get(PasswordChanges).endAccess(person));
    // If an address is removed, the link of the same change to the former address stays valid, later links do not.
    const from = takeBack.order + (kept.purpose === 'undo' ? 1 : 0);
    await outside('links of later changes', () => records.takeBacks.forgetFrom(userId, from));
    await send(userStream(userId), userDecider, { type: 'takeBack', userId, restored });
    const { email } = kept;
    if (kept.purpose === 'undo' || email === null) return { restored, recovery: null };
    const accessToken = await outside('grant of a password', () => get(RecoverySecrets).grant(userId));
    return { restored, recovery: { accessToken, email } };
  },
});

/** Creates an account for a composition root. An existing one stays unchanged. */
export const ensureAccount = defineCommand({
  schema: z.object({
    email: personal(z.string()),
    password: secret(newPassword),
    name: personal(z.string()),
    surname: personal(z.string()),
    roles: z.array(z.number()),
    clubId: id.nullable(),
    temporary: z.boolean(),
    demo: z.boolean(),
  }),
  right: null,
  ids: { userId: 'user' },
  serializedBy: null,
  outside: {
    person: 'The id is allocated with the request, or found by address: the same row is written again.',
    password:
      'The account opens only once it is in the log: another hash of the same password may replace it.',
  },
  streams: ['user'],
  async carryOut(account, { dependencies, ids, send, outside }): Promise<{ userId: number }> {
    const { people, credentials } = dependencies.records;
    const { email, password, name, surname, roles, clubId, temporary, demo } = account;
    const known = await people.findByEmail(email);
    const userId = known?.id ?? ids.userId;
    if ((await userReads(dependencies.readModels).get(userId)) !== null) return { userId };
    const person = { id: userId, name, surname, email, phone: null, bloodType: null, avatar: null };
    await outside('person', () => people.put(person));
    const hash = await hashPassword(password, dependencies.ids);
    await outside('password', () => credentials.setPassword(userId, { hash, temporary }));
    await send(userStream(userId), userDecider, { type: 'addUser', userId, roles, clubId, demo });
    return { userId };
  },
});

/** Marks an account permanently as a demo account. */
export const markDemoAccount = defineCommand({
  schema: z.object({ userId: id }),
  right: null,
  ids: {},
  serializedBy: null,
  outside: {},
  streams: ['user'],
  async carryOut({ userId }, { send }): Promise<void> {
    await send(userStream(userId), userDecider, { type: 'markDemo', userId });
  },
});

export const accountCommands = {
  chooseFirstPassword,
  changePassword,
  recoverPassword,
  changeEmail,
  confirmEmail,
  takeBackChanges,
  ensureAccount,
  markDemoAccount,
};
