import {
  holds,
  ROLES,
  USER_STATES,
  type RoleId,
  type StaffAnswer,
  type StaffRequest,
} from '@flagpost/contracts';
import { refuse, userDecider, userStream } from '@flagpost/domain';
import { Submit } from '../dispatch/submit.js';
import type { Caller } from '../http/caller.js';
import { clubReads } from '../institutions/clubs.projection.js';
import type { ApiParts } from '../parts.js';
import { isSameAddress, putPerson } from './addresses.js';
import { addressTurn, inviteStaff } from './invitations-of-staff.js';
import type { KeptAccounts } from './kept-accounts.js';
import { personTurn } from './password-changes.js';
import type { Sessions } from './sessions.js';
import { userReads } from './users.projection.js';

/** The people who work for a club: added, changed and removed by its planners and by administrators. */

const rolesOf = ({ Roles }: StaffRequest): RoleId[] =>
  (['planner', 'director', 'viewer'] as const).filter((role) => Roles[role]).map((role) => ROLES[role]);

const stateOf = (status: string): number =>
  status === 'disabled' ? USER_STATES.DISABLE_USER : USER_STATES.ENABLE_USER;

/** For the caller's club; administrators say which. */
export const addStaff = (parts: ApiParts, caller: Caller, body: StaffRequest) =>
  new Submit(
    caller,
    { userId: 'user' },
    async ({ ids, send }) => {
      const clubId = caller.actor?.clubId ?? body.ClubId ?? 0;
      if ((await clubReads(parts.readModels).get(clubId)) === null) refuse('club.missing');
      const useId = await inviteStaff(
        parts,
        { freshId: ids.userId, send },
        {
          name: body.FirstName,
          surname: body.LastName,
          email: body.Email,
          phone: body.Phone,
          roles: rolesOf(body),
          clubId,
          language: caller.language,
        },
      );
      return { useId, stsId: USER_STATES.ENABLE_USER } satisfies StaffAnswer;
    },
    addressTurn(body.Email),
  );

/**
 * Who is the only organizer of their club stays one, until somebody else is: nobody would be left to add people.
 *
 * @throws {DomainError} user.lastPlanner
 */
const requireAnotherPlanner = async (
  { readModels }: ApiParts,
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
export const changeStaff = (
  parts: ApiParts,
  caller: Caller,
  takeBacks: KeptAccounts,
  userId: number,
  body: StaffRequest,
) =>
  new Submit(
    caller,
    {},
    async ({ commandId, send }) => {
      const { people } = parts.records;
      const user = (await userReads(parts.readModels).get(userId)) ?? refuse('user.missing', 'missing');
      const person = (await people.get(userId)) ?? refuse('user.missing', 'missing');
      const { FirstName: name, LastName: surname, Email: email, Phone: phone } = body;
      const isMoved = !isSameAddress(person.email, email);
      if (!body.Roles.planner) await requireAnotherPlanner(parts, caller, userId);
      if (isMoved) await takeBacks.keep(person, email, { commandId, caller });
      await putPerson(parts, { ...person, name, surname, email, phone });
      await send(userStream(userId), userDecider, {
        type: 'changeRoles',
        userId,
        roles: rolesOf(body),
        clubId: user.clubId,
        detail: isMoved ? 'email' : undefined,
        language: caller.language,
      });
      return { useId: userId, stsId: stateOf(user.status) } satisfies StaffAnswer;
    },
    personTurn(userId),
  );

/** Mails another password to who has not chosen one: the first got lost, or has ended. */
export const inviteAgain = ({ records }: ApiParts, caller: Caller, userId: number) =>
  new Submit(
    caller,
    {},
    async ({ send }) => {
      const known = await records.credentials.password(userId);
      if (known?.temporary === false) refuse('user.passwordChosen');
      const { language } = caller;
      await send(userStream(userId), userDecider, { type: 'inviteAgain', userId, language });
      return { useId: userId };
    },
    personTurn(userId),
  );

/**
 * Ends the account and its sessions, and frees its address. The name stays, as what this person did has it; see
 * docs/privacy.md for how to erase a person.
 */
export const removeStaff = (parts: ApiParts, caller: Caller, sessions: Sessions, userId: number) =>
  new Submit(
    caller,
    {},
    async ({ send }) => {
      const { people, takeBacks } = parts.records;
      await requireAnotherPlanner(parts, caller, userId);
      await send(userStream(userId), userDecider, { type: 'removeUser', userId });
      await takeBacks.forgetFrom(userId, 0);
      const person = await people.get(userId);
      if (person !== null) await people.put({ ...person, email: null, phone: null });
      await sessions.endAllOf(userId);
      return { useId: userId };
    },
    personTurn(userId),
  );
