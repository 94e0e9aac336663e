import type { Language, RoleId } from '@flagpost/contracts';
import { refuse, userDecider, userStream } from '@flagpost/domain';
import { EmailTaken, type PeopleStore, type Person } from '@flagpost/records';
import type { Minting, Tools } from '../dispatch/submit.js';
import type { ApiParts } from '../parts.js';
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

/** Whoever writes a person under this address does it one after another: competitors and staff alike. */
export const addressTurn = (email: string): string => `address ${email.toLowerCase()}`;

/** @throws {DomainError} user.emailTaken where the address belongs to somebody else by now */
export const putPerson = async (people: PeopleStore, person: Person): Promise<void> => {
  try {
    await people.put(person);
  } catch (error) {
    if (error instanceof EmailTaken) refuse('user.emailTaken');
    throw error;
  }
};

/**
 * Makes the person and the account; `first-access.reaction.ts` mails them. To be called in `addressTurn`. A person who was
 * written for a request that never came to an end becomes this one.
 *
 * @returns the user's id
 * @throws {DomainError} user.emailTaken, or where the roles break a rule
 */
export const inviteStaff = async (
  { records, readModels }: Pick<ApiParts, 'records' | 'readModels'>,
  { freshId, send }: { readonly freshId: number; readonly send: Tools<Minting>['send'] },
  { roles, clubId, language, ...rest }: NewStaff,
): Promise<number> => {
  const known = await records.people.findByEmail(rest.email);
  const userId = known?.id ?? freshId;
  // The same id: this request was here before, and was not answered.
  if (userId !== freshId && (await userReads(readModels).get(userId)) !== null) refuse('user.emailTaken');
  const inviteUser = { type: 'inviteUser', userId, roles, clubId, language } as const;
  userDecider.decide(inviteUser, userDecider.initialState);
  await putPerson(records.people, { id: userId, ...rest, bloodType: null, avatar: null });
  await send(userStream(userId), userDecider, inviteUser);
  return userId;
};
