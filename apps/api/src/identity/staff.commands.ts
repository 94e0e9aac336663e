import { z } from 'zod';
import {
  holds,
  ROLES,
  staffRequest,
  USER_STATES,
  type RoleId,
  type StaffAnswer,
  type StaffRequest,
} from '@flagpost/contracts';
import { refuse, userDecider, userStream } from '@flagpost/domain';
import { defineCommand, id } from '../dispatch/define-command.js';
import type { Caller } from '../http/caller.js';
import { clubReads } from '../institutions/clubs.projection.js';
import type { ApiParts } from '../parts.js';
import { isSameAddress, putPerson } from './addresses.js';
import { inviteStaff, perAddress, STAFF_STEPS } from './invitations-of-staff.js';
import { KeptAccounts } from './kept-accounts.js';
import { existingPerson, perPerson } from './person-rows.js';
import { Sessions } from './sessions.js';
import { userReads } from './users.projection.js';

/** The people who work for a club: added, changed and removed by its planners and by administrators. */

const rolesOf = ({ Roles }: StaffRequest): RoleId[] =>
  (['planner', 'director', 'viewer'] as const).filter((role) => Roles[role]).map((role) => ROLES[role]);

const stateOf = (status: string): number =>
  status === 'disabled' ? USER_STATES.DISABLE_USER : USER_STATES.ENABLE_USER;

/** For the caller's club; administrators say which. */
export const addStaff = defineCommand({
  schema: staffRequest,
  right: 'users.manage',
  ids: { userId: 'user' },
  serializedBy: ({ Email }) => perAddress(Email),
  outside: STAFF_STEPS,
  streams: ['user'],
  async carryOut(body, tools): Promise<StaffAnswer> {
    const { parts, caller, ids } = tools;
    const clubId = caller.actor?.clubId ?? body.ClubId ?? 0;
    await clubReads(parts.readModels).require(clubId);
    const useId = await inviteStaff(tools, ids.userId, {
      name: body.FirstName,
      surname: body.LastName,
      email: body.Email,
      phone: body.Phone,
      roles: rolesOf(body),
      clubId,
      language: caller.language,
    });
    return { useId, stsId: USER_STATES.ENABLE_USER };
  },
});

/**
 * Who is the only organizer of their club stays one, until somebody else is: nobody would be left to add people.
 *
 * @throws {DomainError} user.lastPlanner
 */
const requireAnotherPlanner = async (
  { readModels }: Pick<ApiParts, 'readModels'>,
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

/** Their club stays. A new address is told at both. */
export const changeStaff = defineCommand({
  schema: z.object({ userId: id, staff: staffRequest }),
  right: 'users.manage',
  ids: {},
  serializedBy: ({ userId }) => perPerson(userId),
  outside: {
    'former account': 'Its token follows from the id of the command: the same is kept again.',
    person: 'The same row is written again.',
  },
  streams: ['user'],
  async carryOut(
    { userId, staff: body },
    { parts, get, caller, commandId, send, outside },
  ): Promise<StaffAnswer> {
    const user = await userReads(parts.readModels).existing(userId);
    const person = await existingPerson(parts, userId);
    const { FirstName: name, LastName: surname, Email: email, Phone: phone } = body;
    const isMoved = !isSameAddress(person.email, email);
    if (!body.Roles.planner) await requireAnotherPlanner(parts, caller, userId);
    if (isMoved)
      await outside('former account', () => get(KeptAccounts).keep(person, email, { commandId, caller }));
    await outside('person', () => putPerson(parts, { ...person, name, surname, email, phone }));
    await send(userStream(userId), userDecider, {
      type: 'changeRoles',
      userId,
      roles: rolesOf(body),
      clubId: user.clubId,
      detail: isMoved ? 'email' : undefined,
      language: caller.language,
    });
    return { useId: userId, stsId: stateOf(user.status) };
  },
});

/** Mails another password to who has not chosen one: the first got lost, or has ended. */
export const inviteStaffAgain = defineCommand({
  schema: z.object({ userId: id }),
  right: 'users.manage',
  ids: {},
  serializedBy: ({ userId }) => perPerson(userId),
  outside: {},
  streams: ['user'],
  async carryOut({ userId }, { parts, caller, send }): Promise<{ useId: number }> {
    const known = await parts.records.credentials.password(userId);
    if (known?.temporary === false) refuse('user.passwordChosen');
    const { language } = caller;
    await send(userStream(userId), userDecider, { type: 'inviteAgain', userId, language });
    return { useId: userId };
  },
});

/**
 * Ends the account and its sessions, and frees its address. The name stays, as what this person did has it; see
 * docs/privacy.md for how to erase a person.
 */
export const removeStaff = defineCommand({
  schema: z.object({ userId: id }),
  right: 'users.manage',
  ids: {},
  serializedBy: ({ userId }) => perPerson(userId),
  outside: {
    'links that take changes back': 'What is forgotten may be forgotten again.',
    person: 'The same row is written again.',
    sessions: 'What has ended may be ended again.',
  },
  streams: ['user'],
  async carryOut({ userId }, { parts, get, caller, send, outside }): Promise<{ useId: number }> {
    const { people, takeBacks } = parts.records;
    await requireAnotherPlanner(parts, caller, userId);
    await send(userStream(userId), userDecider, { type: 'removeUser', userId });
    await outside('links that take changes back', () => takeBacks.forgetFrom(userId, 0));
    const person = await people.get(userId);
    if (person !== null) await outside('person', () => people.put({ ...person, email: null, phone: null }));
    await outside('sessions', () => get(Sessions).endAllOf(userId));
    return { useId: userId };
  },
});

export const staffCommands = { addStaff, changeStaff, inviteStaffAgain, removeStaff };
