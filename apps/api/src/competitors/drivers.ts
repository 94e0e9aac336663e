import { holds, type Actor, type DriverRecord } from '@flagpost/contracts';
import { refuse } from '@flagpost/domain';
import type { Person } from '@flagpost/records';
import { addressUse } from '../command-parts/addresses.js';
import { userReads } from '../views/users.projection.js';
import { erasedPerson } from '../views/erased-person.js';
import type { ApiDependencies } from '../dependencies.js';
import { peopleOf } from '../views/person-names.js';

/** Competitors of clubs as the wire names them. */

type Dependencies = Pick<ApiDependencies, 'records' | 'readModels' | 'ids' | 'clock'>;

/** The id of no user. */
const NOBODY = 0;

/** A driver and their user have the same id. */
const driverRecord = ({ id, name, surname, email, phone, bloodType }: Person): DriverRecord => ({
  driId: id,
  driGrupoSanguineo: bloodType,
  User: { useId: id, useName: name, useSurname: surname, useEmail: email, usePhone: phone },
});

export const driverOfUser = async ({ records }: Dependencies, userId: number): Promise<DriverRecord> =>
  driverRecord((await records.people.get(userId)) ?? erasedPerson(userId));

export const driversOf = async (
  dependencies: Dependencies,
  clubIds: readonly number[],
): Promise<DriverRecord[]> => {
  const { driversOf: ofClub } = userReads(dependencies.readModels);
  const users = (await Promise.all(clubIds.map(ofClub))).flat();
  const ids = users.map(({ userId }) => userId);
  return [...(await peopleOf(dependencies, ids)).values()].map(driverRecord);
};

/**
 * The competitor of a club who has this address, or shows it; of every club if `clubId` is null.
 *
 * @throws {DomainError} invitation.notCompetitor if the address belongs to another user who is visible to the caller;
 * notFound if it is unknown, or its owner is not visible
 */
export const driverByEmail = async (
  dependencies: Dependencies,
  email: string,
  actor: Actor,
  clubId: number | null,
): Promise<DriverRecord> => {
  const { seen } = await addressUse(dependencies, email, NOBODY, { actor, clubId: clubId ?? 0 });
  const present = seen.filter(({ status }) => status !== 'removed');
  if (present.some((user) => !holds(user, 'driver'))) refuse('invitation.notCompetitor');
  const driver = present.find((user) => clubId === null || user.clubId === clubId);
  return driver === undefined ? refuse('notFound') : driverOfUser(dependencies, driver.userId);
};
