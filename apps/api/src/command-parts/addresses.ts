import { holds, type Actor } from '@flagpost/contracts';
import { refuse } from '@flagpost/domain';
import { EmailTaken, type Person } from '@flagpost/records';
import type { ApiDependencies } from '../dependencies.js';
import { holdersOfAddress } from './held-addresses.js';
import { userReads, type UserDocument } from '../views/users.projection.js';

type Dependencies = Pick<ApiDependencies, 'records' | 'readModels' | 'ids' | 'clock'>;

/** Who enters an address for somebody of a club. Null for the program itself, which sees everybody. */
export interface EnteredBy {
  readonly actor: Actor | null;
  readonly clubId: number;
}

export interface AddressUse {
  /** Other users who own or show the address and are visible to the caller. */
  readonly seen: readonly UserDocument[];
  /** Whether a person may own it: no other owns it or did until lately, and nobody of the club shows it. */
  readonly isFree: boolean;
  /** A person without an account, written for a request that never completed, who alone owns the address. */
  readonly orphanId: number | null;
}

/** Whose an address is, `userId` apart. Does the same for an address that is free and one that is not. */
export const addressUse = async (
  dependencies: Dependencies,
  email: string,
  userId: number,
  { actor, clubId }: EnteredBy,
): Promise<AddressUse> => {
  const { records, readModels } = dependencies;
  const users = userReads(readModels);
  const people = await records.people.withEmail(email);
  const owner = people.find(({ emailUnowned }) => emailUnowned !== true) ?? null;
  const holderIds = await holdersOfAddress(dependencies, email);
  const ids = new Set([...people.map(({ id }) => id), ...holderIds]);
  const known = (await Promise.all([...ids].map((id) => users.get(id)))).filter((user) => user !== null);
  const others = known.filter((user) => user.userId !== userId);
  const inClub = others.filter((user) => user.clubId === clubId && user.status !== 'removed');
  // Of other clubs only who owns it, or did until lately.
  const elsewhere = others.filter(
    (user) => !inClub.includes(user) && (user.userId === owner?.id || holderIds.includes(user.userId)),
  );
  const seesAll = actor === null || holds(actor, 'admin');
  const isUsed = inClub.length > 0 || elsewhere.length > 0;
  const isOrphaned = owner !== null && owner.id !== userId && !known.some((user) => user.userId === owner.id);
  return {
    seen: seesAll ? [...inClub, ...elsewhere] : inClub,
    isFree: !isUsed && !isOrphaned,
    orphanId: isOrphaned && !isUsed ? owner.id : null,
  };
};

/**
 * Stores a person with the address that was entered for them; it is theirs if it is free, else it is shown only.
 *
 * @throws {DomainError} user.emailTaken if the owner is visible to the caller
 */
export const putEntered = async (
  dependencies: Dependencies,
  person: Person & { readonly email: string },
  enteredBy: EnteredBy,
  attempts = 1,
): Promise<void> => {
  const { seen, isFree } = await addressUse(dependencies, person.email, person.id, enteredBy);
  if (seen.length > 0) refuse('user.emailTaken');
  try {
    await dependencies.records.people.put({ ...person, emailUnowned: !isFree });
  } catch (error) {
    // Somebody else got it just now.
    if (!(error instanceof EmailTaken) || attempts === 0) throw error;
    await putEntered(dependencies, person, enteredBy, attempts - 1);
  }
};

/** Other users who own the address, or did until lately. */
export const othersWith = async (
  dependencies: Pick<Dependencies, 'records' | 'ids' | 'clock'>,
  email: string,
  userId: number,
): Promise<readonly number[]> => {
  const owner = await dependencies.records.people.findByEmail(email);
  const ids = [...(owner === null ? [] : [owner.id]), ...(await holdersOfAddress(dependencies, email))];
  return ids.filter((id) => id !== userId);
};

/** Stores a person who owns their address. @throws {DomainError} user.emailTaken if another does or did until lately */
export const putPerson = async (
  dependencies: Pick<Dependencies, 'records' | 'ids' | 'clock'>,
  person: Person,
): Promise<void> => {
  const holderIds = person.email === null ? [] : await holdersOfAddress(dependencies, person.email);
  if (holderIds.some((id) => id !== person.id)) refuse('user.emailTaken');
  try {
    await dependencies.records.people.put({ ...person, emailUnowned: false });
  } catch (error) {
    if (error instanceof EmailTaken) refuse('user.emailTaken');
    throw error;
  }
};

/** Whether only capitals differ: such a change is stored as typed, without a notice. */
export const isSameAddress = (one: string | null, other: string): boolean =>
  one !== null && one.toLowerCase() === other.toLowerCase();
