import type { Language, RoleId } from '@flagpost/contracts';
import { refuse, userDecider, userStream } from '@flagpost/domain';
import type { CommandTools, IdsNeeded } from '../dispatch/define-command.js';
import { putPerson } from './addresses.js';
import { userReads } from './users.projection.js';

/** Who is to work for a club. */
export interface NewStaff {
  readonly name: string;
  readonly surname: string;
  readonly email: string;
  readonly phone: string;
  readonly roles: readonly RoleId[];
  readonly clubId: number;
  /** Of who invites: the mail speaks it. */
  readonly language: Language;
}

/** Serialises what writes a person under this address: competitors and staff alike. */
export const perAddress = (email: string): string => `address ${email.toLowerCase()}`;

/** What inviting somebody writes outside the log. */
export const STAFF_STEPS = {
  person: 'The id is allocated with the request: the same row is written again.',
} as const;

/**
 * Makes the person and the account; `first-access.reaction.ts` mails them. To be called in a command that `perAddress` serialises. A person who was
 * written for a request that never came to an end becomes this one.
 *
 * @returns the user's id
 * @throws {DomainError} user.emailTaken, or where the roles break a rule
 */
export const inviteStaff = async (
  {
    parts,
    send,
    outside,
  }: Pick<CommandTools<IdsNeeded, keyof typeof STAFF_STEPS>, 'parts' | 'send' | 'outside'>,
  freshId: number,
  { roles, clubId, language, ...rest }: NewStaff,
): Promise<number> => {
  const { records, readModels } = parts;
  const known = await records.people.findByEmail(rest.email);
  const userId = known?.id ?? freshId;
  // The same id: this request was here before, and was not answered.
  if (userId !== freshId && (await userReads(readModels).get(userId)) !== null) refuse('user.emailTaken');
  const inviteUser = { type: 'inviteUser', userId, roles, clubId, language } as const;
  userDecider.decide(inviteUser, userDecider.initialState);
  await outside('person', () => putPerson(parts, { id: userId, ...rest, bloodType: null, avatar: null }));
  await send(userStream(userId), userDecider, inviteUser);
  return userId;
};
