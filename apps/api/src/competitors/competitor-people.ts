import { holds, type InvitationDriverRequest } from '@flagpost/contracts';
import { refuse } from '@flagpost/domain';
import type { ReadModels } from '@flagpost/read-models';
import type { PeopleStore } from '@flagpost/records';
import { userReads } from '../identity/users.projection.js';

/** Persons behind competitors. */

/**
 * The person of this email, with the contact data of the request. Data of another club's competitor stay as they are.
 *
 * @returns the person's id, and whether they are to become a user.
 * @throws {DomainError} where the email is that of somebody who does not compete.
 */
export const putDriver = async (
  people: PeopleStore,
  readModels: ReadModels,
  { User, Driver }: InvitationDriverRequest,
  clubId: number,
  freshId: number,
): Promise<{ userId: number; isNew: boolean }> => {
  const known = await people.findByEmail(User.Email);
  const user = known && (await userReads(readModels).get(known.id));
  if (user && !holds(user, 'driver')) refuse('invitation.notCompetitor');
  const userId = known?.id ?? freshId;
  if (!user || user.clubId === clubId)
    await people.put({
      id: userId,
      name: User.Name,
      surname: User.Surname,
      email: User.Email,
      phone: User.Phone,
      bloodType: Driver.GrupoSanguineo,
      avatar: known?.avatar ?? null,
    });
  return { userId, isNew: !user };
};

/** Co-drivers have no account: a name and a blood type, for the marshals. Null where none is named. */
export const putCodriver = async (
  people: PeopleStore,
  { CodriverName, CodriverSurname, CodriverGrupoSang }: InvitationDriverRequest['Invitation'],
  freshId: number,
): Promise<number | null> => {
  if (CodriverName === null && CodriverSurname === null) return null;
  await people.put({
    id: freshId,
    name: CodriverName ?? '',
    surname: CodriverSurname ?? '',
    email: null,
    phone: null,
    bloodType: CodriverGrupoSang,
    avatar: null,
  });
  return freshId;
};
