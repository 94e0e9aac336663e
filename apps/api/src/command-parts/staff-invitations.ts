import type { Actor, Language, RoleId } from '@flagpost/contracts';
import { refuse, userDecider, userStream } from '@flagpost/domain';
import type { CommandTools, IdsNeeded } from '../dispatch/define-command.js';
import { addressUse, type EnteredBy } from './addresses.js';

/** The person to invite. */
export interface NewStaff {
  readonly name: string;
  readonly surname: string;
  readonly email: string;
  readonly phone: string;
  readonly roles: readonly RoleId[];
  readonly clubId: number;
  /** The inviting user: an address of somebody not visible to them is entered as if it were free. */
  readonly actor: Actor | null;
  /** Of the inviting user: the language of the mail. */
  readonly language: Language;
}

/** Serialises writes of a person under this address: competitors and staff alike. */
export const perAddress = (email: string): string => `address ${email.toLowerCase()}`;

/** Writes of an invitation outside the log. */
export const STAFF_STEPS = {
  person: 'The id is allocated with the request: the same row is written again.',
} as const;

/**
 * Makes the person and the account; `first-access.reaction.ts` mails them. To be called in a command that `perAddress` serialises. A person who was
 * written for a request that never completed becomes this one. If the address belongs to somebody whom `actor` does not
 * see, the person shows it without owning it.
 *
 * @returns the user's id
 * @throws {DomainError} user.emailTaken, or if the roles break a rule
 */
export const inviteStaff = async (
  {
    dependencies,
    send,
    outside,
  }: Pick<CommandTools<IdsNeeded, keyof typeof STAFF_STEPS>, 'dependencies' | 'send' | 'outside'>,
  freshId: number,
  { roles, clubId, actor, language, ...rest }: NewStaff,
): Promise<number> => {
  const enteredBy: EnteredBy = { actor, clubId };
  // A request that was here before, and was not answered, finds its own person.
  const { seen, isFree, orphanId } = await addressUse(dependencies, rest.email, freshId, enteredBy);
  if (seen.length > 0) refuse('user.emailTaken');
  const userId = orphanId ?? freshId;
  const inviteUser = { type: 'inviteUser', userId, roles, clubId, language } as const;
  userDecider.decide(inviteUser, userDecider.initialState);
  const emailUnowned = !isFree && orphanId === null;
  const person = { id: userId, ...rest, emailUnowned, bloodType: null, avatar: null };
  await outside('person', () => dependencies.records.people.put(person));
  await send(userStream(userId), userDecider, inviteUser);
  return userId;
};
