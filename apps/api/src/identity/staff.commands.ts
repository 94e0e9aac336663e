import { z } from 'zod';
import {
  holds,
  ROLES,
  staffRequest,
  USER_STATES,
  type ChangedStaffAnswer,
  type ReadStaff,
  type RoleId,
  type StaffAnswer,
  type StaffRequest,
} from '@flagpost/contracts';
import { refuse, refuseOverwriting, userDecider, userStream } from '@flagpost/domain';
import { defineCommand, id } from '../dispatch/define-command.js';
import type { Caller } from '../http/caller.js';
import { clubReads } from '../views/clubs.projection.js';
import type { ApiDependencies } from '../dependencies.js';
import { addressUse, isSameAddress, putEntered } from '../command-parts/addresses.js';
import { inviteStaff, perAddress, STAFF_STEPS } from '../command-parts/staff-invitations.js';
import { NewAddresses } from './new-addresses.js';
import { PasswordChanges } from './password-changes.js';
import { hashPassword } from './passwords.js';
import { pendingEmails } from './pending-emails.js';
import { existingPerson, perPerson } from '../command-parts/person-rows.js';
import { Sessions } from './sessions.js';
import { StaffMailLimits } from './staff-mail-limits.js';
import { userRow } from './user-answers.js';
import { userReads } from '../views/users.projection.js';

/** Staff of a club: added, changed and removed by its planners and by administrators. */

const rolesOf = ({ Roles }: StaffRequest): RoleId[] =>
  (['planner', 'director', 'viewer'] as const).filter((role) => Roles[role]).map((role) => ROLES[role]);

/** The fields of the form as they will be. */
const wantedOf = ({ FirstName, LastName, Email, Phone, Roles }: StaffRequest): ReadStaff => ({
  useName: FirstName,
  useSurname: LastName,
  useEmail: Email,
  usePhone: Phone,
  isPlanner: Roles.planner,
  isViewer: Roles.viewer,
  isDirector: Roles.director,
});

const stateOf = (status: string): number =>
  status === 'disabled' ? USER_STATES.DISABLE_USER : USER_STATES.ENABLE_USER;

/** The caller's club; administrators name one. */
export const addStaff = defineCommand({
  schema: staffRequest,
  right: 'users.manage',
  ids: { userId: 'user' },
  serializedBy: ({ Email }) => perAddress(Email),
  outside: STAFF_STEPS,
  streams: ['user'],
  async carryOut(body, tools): Promise<StaffAnswer> {
    const { dependencies, caller, get, ids } = tools;
    const clubId = caller.actor?.clubId ?? body.ClubId ?? 0;
    await clubReads(dependencies.readModels).require(clubId);
    await get(StaffMailLimits).spend(caller.actor, body.Email);
    const useId = await inviteStaff(tools, ids.userId, {
      name: body.FirstName,
      surname: body.LastName,
      email: body.Email,
      phone: body.Phone,
      roles: rolesOf(body),
      clubId,
      actor: caller.actor,
      language: caller.language,
    });
    return { useId, stsId: USER_STATES.ENABLE_USER };
  },
});

/**
 * Refuses to remove the last planner of a club, as nobody could add staff any more.
 *
 * @throws {DomainError} user.lastPlanner
 */
const requireAnotherPlanner = async (
  { readModels }: Pick<ApiDependencies, 'readModels'>,
  caller: Caller,
  userId: number,
): Promise<void> => {
  const user = await userReads(readModels).get(userId);
  if (caller.actor?.userId !== userId || user === null || user.clubId === null || !holds(user, 'planner'))
    return;
  const staff = await userReads(readModels).staffOf([user.clubId]);
  const isPlanner = (each: (typeof staff)[number]): boolean =>
    holds(each, 'planner') && each.status === 'enabled' && each.userId !== userId;
  if (!staff.some(isPlanner)) refuse('user.lastPlanner');
};

/**
 * The club stays. A new address takes effect when the link mailed to it is opened. A user who has not chosen a password gets a
 * new temporary one at it, and mails to the former address become invalid: otherwise their reader could find out whether the
 * new address is free.
 */
export const changeStaff = defineCommand({
  schema: z.object({ userId: id, staff: staffRequest }),
  right: 'users.manage',
  ids: {},
  serializedBy: ({ userId }) => perPerson(userId),
  outside: {
    'new address': 'A link that is mailed again takes the place of the former one.',
    person: 'The same row is written again.',
    password: 'Nobody knows it: another one may replace it.',
    'sessions, codes and links': 'What has ended may be ended again.',
  },
  streams: ['user'],
  async carryOut(
    { userId, staff: body },
    { dependencies, get, caller, send, outside },
  ): Promise<ChangedStaffAnswer> {
    const { people, credentials } = dependencies.records;
    const user = await userReads(dependencies.readModels).existing(userId);
    const person = await existingPerson(dependencies, userId);
    refuseOverwriting('user.changed', body.Former, userRow(user, person), wantedOf(body));
    const { FirstName: name, LastName: surname, Email: email, Phone: phone } = body;
    const isMoved = !isSameAddress(person.email, email);
    if (!body.Roles.planner) await requireAnotherPlanner(dependencies, caller, userId);
    const hasAccess = (await credentials.password(userId))?.temporary === false;
    const enteredBy = { actor: caller.actor, clubId: user.clubId ?? 0 };
    const waits = isMoved && hasAccess;
    const isAnother = isMoved && !hasAccess;
    const changed = { ...person, name, surname, phone };
    if (isMoved) await get(StaffMailLimits).spend(caller.actor, email);
    if (waits) {
      const { seen } = await addressUse(dependencies, email, userId, enteredBy);
      if (seen.length > 0) refuse('user.emailTaken');
      await outside('new address', () => get(NewAddresses).ask(caller, userId, email));
    }
    await outside('person', () =>
      isAnother
        ? putEntered(dependencies, { ...changed, email }, enteredBy)
        : people.put(waits ? changed : { ...changed, email }),
    );
    if (isAnother) {
      const hash = await hashPassword(dependencies.ids.token(32), dependencies.ids);
      await outside('password', () => credentials.setPassword(userId, { hash, temporary: true }));
      await outside('sessions, codes and links', () => get(PasswordChanges).endAccess(person));
    }
    await send(userStream(userId), userDecider, {
      type: 'changeRoles',
      userId,
      roles: rolesOf(body),
      clubId: user.clubId,
      detail: isAnother ? 'email' : undefined,
      invitesAgain: isAnother,
      language: caller.language,
    });
    return { useId: userId, stsId: stateOf(user.status), pendingEmail: waits ? email : null };
  },
});

/**
 * Mails a new temporary password to a user who has not chosen one. An address that was only displayed becomes the user's if
 * it is free by now.
 */
export const inviteStaffAgain = defineCommand({
  schema: z.object({ userId: id }),
  right: 'users.manage',
  ids: {},
  serializedBy: ({ userId }) => perPerson(userId),
  outside: { person: 'The same row is written again.' },
  streams: ['user'],
  async carryOut({ userId }, { dependencies, get, caller, send, outside }): Promise<{ useId: number }> {
    const { people, credentials } = dependencies.records;
    const known = await credentials.password(userId);
    if (known?.temporary === false) refuse('user.passwordChosen');
    const user = await userReads(dependencies.readModels).existing(userId);
    const person = await existingPerson(dependencies, userId);
    await get(StaffMailLimits).spend(caller.actor, person.email ?? '');
    const enteredBy = { actor: caller.actor, clubId: user.clubId ?? 0 };
    const { isFree } = await addressUse(dependencies, person.email ?? '', userId, enteredBy);
    if (isFree && person.emailUnowned === true)
      await outside('person', () => people.put({ ...person, emailUnowned: false }));
    const { language } = caller;
    await send(userStream(userId), userDecider, { type: 'inviteAgain', userId, language });
    return { useId: userId };
  },
});

/**
 * Ends the account and its sessions, and frees its address. The name stays for records of what the user did; docs/privacy.md
 * describes how to erase a person.
 */
export const removeStaff = defineCommand({
  schema: z.object({ userId: id }),
  right: 'users.manage',
  ids: {},
  serializedBy: ({ userId }) => perPerson(userId),
  outside: {
    'links that take changes back': 'What is forgotten may be forgotten again.',
    'new address': 'As the links.',
    person: 'The same row is written again.',
    sessions: 'What has ended may be ended again.',
  },
  streams: ['user'],
  async carryOut({ userId }, { dependencies, get, caller, send, outside }): Promise<{ useId: number }> {
    const { people, takeBacks } = dependencies.records;
    await requireAnotherPlanner(dependencies, caller, userId);
    await send(userStream(userId), userDecider, { type: 'removeUser', userId });
    await outside('links that take changes back', () => takeBacks.forgetFrom(userId, 0));
    await outside('new address', () => pendingEmails(dependencies).forget(userId));
    const person = await people.get(userId);
    if (person !== null) await outside('person', () => people.put({ ...person, email: null, phone: null }));
    await outside('sessions', () => get(Sessions).endAllOf(userId));
    return { useId: userId };
  },
});

export const staffCommands = { addStaff, changeStaff, inviteStaffAgain, removeStaff };
