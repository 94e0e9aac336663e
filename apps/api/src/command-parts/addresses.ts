import { setImmediate as nextTurn } from 'node:timers/promises';
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

/** The users of a club by the addresses that they own or show. */
export interface ClubAddresses {
  has(userId: number): Promise<UserDocument | null>;
  showing(email: string): Promise<readonly UserDocument[]>;
  /** Reads the addresses of these users, of whichever club, again. */
  refresh(userIds: readonly number[]): Promise<void>;
}

/** People whose addresses are read before others have their turn. */
const SLICE = 500;

export const clubAddresses = async (
  { records, readModels }: Pick<Dependencies, 'records' | 'readModels'>,
  clubId: number,
): Promise<ClubAddresses> => {
  const users = userReads(readModels);
  const addresses = new Map<number, string>();
  const idsByAddress = new Map<string, Set<number>>();
  const has = async (userId: number): Promise<UserDocument | null> => {
    const user = await users.get(userId);
    return user?.clubId === clubId && user.status !== 'removed' ? user : null;
  };
  const note = (id: number, email: string | null): void => {
    const former = addresses.get(id);
    if (former !== undefined) idsByAddress.get(former)?.delete(id);
    if (email === null) {
      addresses.delete(id);
      return;
    }
    const address = email.toLowerCase();
    addresses.set(id, address);
    const ids = idsByAddress.get(address) ?? new Set();
    idsByAddress.set(address, ids.add(id));
  };
  const refresh = async (userIds: readonly number[]): Promise<void> => {
    for (let from = 0; from < userIds.length; from += SLICE) {
      if (from > 0) await nextTurn();
      const people = await records.people.getMany(userIds.slice(from, from + SLICE));
      for (const { id, email } of people.values()) note(id, email);
    }
  };
  await refresh((await users.ofClub(clubId)).map(({ userId }) => userId));
  return {
    has,
    async showing(email) {
      const found = await Promise.all([...(idsByAddress.get(email.toLowerCase()) ?? [])].map(has));
      return found.filter((user) => user !== null);
    },
    refresh,
  };
};

/**
 * Whose an address is, `userId` apart. Does the same for an address that is free and one that is not.
 *
 * @param club the users of the club, if many addresses are asked for
 */
export const addressUse = async (
  dependencies: Dependencies,
  email: string,
  userId: number,
  { actor, clubId }: EnteredBy,
  club?: ClubAddresses,
): Promise<AddressUse> => {
  const { records, readModels } = dependencies;
  const users = userReads(readModels);
  const owner = await records.people.findByEmail(email);
  const ownerUser = owner === null ? null : await users.get(owner.id);
  const holderIds = await holdersOfAddress(dependencies, email);
  const addresses = club ?? (await clubAddresses(dependencies, clubId));
  const found = [
    ...(await addresses.showing(email)),
    ...(await Promise.all(holderIds.map((id) => addresses.has(id)))),
  ];
  const inClub = [
    ...new Map(found.filter((user) => user !== null).map((user) => [user.userId, user])).values(),
  ].filter((user) => user.userId !== userId);
  const elsewhere = [ownerUser, ...(await Promise.all(holderIds.map((id) => users.get(id))))]
    .filter((user) => user !== null)
    .filter((user) => user.userId !== userId && !inClub.some((other) => other.userId === user.userId));
  const seesAll = actor === null || holds(actor, 'admin');
  const isUsed = inClub.length > 0 || elsewhere.length > 0;
  const isOrphaned = owner !== null && owner.id !== userId && ownerUser === null;
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
