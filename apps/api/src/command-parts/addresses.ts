import { holds, type Actor } from '@flagpost/contracts';
import { refuse } from '@flagpost/domain';
import { EmailTaken, type Person } from '@flagpost/records';
import type { ApiParts } from '../parts.js';
import { holdersOfAddress } from './held-addresses.js';
import { userReads, type UserDocument } from '../views/users.projection.js';

type Parts = Pick<ApiParts, 'records' | 'readModels' | 'ids' | 'clock'>;

/** Who enters an address for somebody of a club. Null for the program itself, which sees everybody. */
export interface EnteredBy {
  readonly actor: Actor | null;
  readonly clubId: number;
}

export interface AddressUse {
  /** Others who own or show the address and whom who enters it sees. */
  readonly seen: readonly UserDocument[];
  /** Whether a person may own it: nobody else does, nobody else did until lately, and nobody of the club shows it. */
  readonly isFree: boolean;
  /** A person without an account, written for a request that never came to an end, who alone owns the address. */
  readonly orphanId: number | null;
}

/** The users of a club by the addresses that they own or show. */
export interface ClubAddresses {
  has(userId: number): UserDocument | undefined;
  showing(email: string): readonly UserDocument[];
  /** Reads who has joined or left since. */
  refresh(): Promise<void>;
}

export const clubAddresses = async (
  { records, readModels }: Pick<Parts, 'records' | 'readModels'>,
  clubId: number,
): Promise<ClubAddresses> => {
  let users = new Map<number, UserDocument>();
  const idsByAddress = new Map<string, number[]>();
  const read = new Set<number>();
  const refresh = async (): Promise<void> => {
    users = new Map((await userReads(readModels).ofClub(clubId)).map((user) => [user.userId, user]));
    const unread = [...users.keys()].filter((userId) => !read.has(userId));
    for (const { id, email } of (await records.people.getMany(unread)).values()) {
      read.add(id);
      if (email === null) continue;
      const key = email.toLowerCase();
      idsByAddress.set(key, [...(idsByAddress.get(key) ?? []), id]);
    }
  };
  await refresh();
  return {
    has: (userId) => users.get(userId),
    showing: (email) =>
      (idsByAddress.get(email.toLowerCase()) ?? []).flatMap((userId) => users.get(userId) ?? []),
    refresh,
  };
};

/**
 * Whose an address is, `userId` apart. Does the same for an address that is free and one that is not.
 *
 * @param club the users of the club, if many addresses are asked for
 */
export const addressUse = async (
  parts: Parts,
  email: string,
  userId: number,
  { actor, clubId }: EnteredBy,
  club?: ClubAddresses,
): Promise<AddressUse> => {
  const { records, readModels } = parts;
  const users = userReads(readModels);
  const owner = await records.people.findByEmail(email);
  const ownerUser = owner === null ? null : await users.get(owner.id);
  const holderIds = await holdersOfAddress(parts, email);
  const addresses = club ?? (await clubAddresses(parts, clubId));
  const inClub = [
    ...new Set([...addresses.showing(email), ...holderIds.flatMap((id) => addresses.has(id) ?? [])]),
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
 * @throws {DomainError} user.emailTaken if who enters it sees whose it is
 */
export const putEntered = async (
  parts: Parts,
  person: Person & { readonly email: string },
  enteredBy: EnteredBy,
  attempts = 1,
): Promise<void> => {
  const { seen, isFree } = await addressUse(parts, person.email, person.id, enteredBy);
  if (seen.length > 0) refuse('user.emailTaken');
  try {
    await parts.records.people.put({ ...person, emailUnowned: !isFree });
  } catch (error) {
    // Somebody else got it just now.
    if (!(error instanceof EmailTaken) || attempts === 0) throw error;
    await putEntered(parts, person, enteredBy, attempts - 1);
  }
};

/** Who else owns the address, or did until lately. */
export const othersWith = async (
  parts: Pick<Parts, 'records' | 'ids' | 'clock'>,
  email: string,
  userId: number,
): Promise<readonly number[]> => {
  const owner = await parts.records.people.findByEmail(email);
  const ids = [...(owner === null ? [] : [owner.id]), ...(await holdersOfAddress(parts, email))];
  return ids.filter((id) => id !== userId);
};

/** Stores a person who owns their address. @throws {DomainError} user.emailTaken if somebody else does, or did until lately */
export const putPerson = async (
  parts: Pick<Parts, 'records' | 'ids' | 'clock'>,
  person: Person,
): Promise<void> => {
  const holderIds = person.email === null ? [] : await holdersOfAddress(parts, person.email);
  if (holderIds.some((id) => id !== person.id)) refuse('user.emailTaken');
  try {
    await parts.records.people.put({ ...person, emailUnowned: false });
  } catch (error) {
    if (error instanceof EmailTaken) refuse('user.emailTaken');
    throw error;
  }
};

/** Whether nothing but capitals may differ, which is written as it is typed and told to nobody. */
export const isSameAddress = (one: string | null, other: string): boolean =>
  one !== null && one.toLowerCase() === other.toLowerCase();
