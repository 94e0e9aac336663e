import type { Language, RoleId } from '@flagpost/contracts';
import { refuse, userDecider, userStream } from '@flagpost/domain';
import type { Minting, Tools } from '../dispatch/submit.js';
import type { ApiParts } from '../parts.js';
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

/** Whoever writes a person under this address does it one after another: competitors and staff alike. */
export const addressTurn = (email: string): string => `address ${email.toLowerCase()}`;

/**
 * Makes the person and the account; `first-access.reaction.ts` mails them. To be called in `addressTurn`. A person who was
 * written for a request that never came to an end becomes this one.
 *
 * @returns the user's id
 * @throws {DomainError} user.emailTaken, or where the roles break a rule
 */
export const inviteStaff = async (
  parts: Pick<ApiParts, 'records' | 'readModels' | 'ids' | 'clock'>,
  { freshId, send }: { readonly freshId: number; readonly send: Tools<Minting>['send'] },
  { roles, clubId, language, ...rest }: NewStaff,
): Promise<number> => {
  const { records, readModels } = parts;
  const known = await records.people.findByEmail(rest.email);
  const userId = known?.id ?? freshId;
  // The same id: this request was here before, and was not answered.
  if (userId !== freshId && (await userReads(readModels).get(userId)) !== null) refuse('user.emailTaken');
  const inviteUser = { type: 'inviteUser', userId, roles, clubId, language } as const;
  userDecider.decide(inviteUser, userDecider.initialState);
  await putPerson(parts, { id: userId, ...rest, bloodType: null, avatar: null });
  await send(userStream(userId), userDecider, inviteUser);
  return userId;
};
