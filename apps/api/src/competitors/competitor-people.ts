import { holds, type InvitationDriverRequest } from '@flagpost/contracts';
import { refuse } from '@flagpost/domain';
import type { ReadModels } from '@flagpost/read-models';
import type { PeopleStore, Person } from '@flagpost/records';
import { userReads } from '../identity/users.projection.js';

/** Persons behind competitors: found and refused first, written only once nothing else can refuse their command. */

export interface Driver {
  readonly userId: number;
  /** Whether they are to become a user. */
  readonly isNew: boolean;
  /** What is to be stored of them; null for another club's competitor, who stays as that club wrote them. */
  readonly person: Person | null;
}

/**
 * The person of this email, or a fresh one, with the contact data of the request.
 *
 * @throws {DomainError} where the email is that of somebody who does not compete.
 */
export const findDriver = async (
  people: PeopleStore,
  readModels: ReadModels,
  { User, Driver }: InvitationDriverRequest,
  clubId: number,
  freshId: number,
): Promise<Driver> => {
  const known = await people.findByEmail(User.Email);
  const user = known && (await userReads(readModels).get(known.id));
  if (user && !holds(user, 'driver')) refuse('invitation.notCompetitor');
  const userId = known?.id ?? freshId;
  const person = {
    id: userId,
    name: User.Name,
    surname: User.Surname,
    email: User.Email,
    phone: User.Phone,
    bloodType: Driver.GrupoSanguineo,
    avatar: known?.avatar ?? null,
  };
  return { userId, isNew: !user, person: !user || user.clubId === clubId ? person : null };
};

/** Co-drivers have no account: a name and a blood type, for the marshals. Null where none is named. */
export const codriverOf = (
  { CodriverName, CodriverSurname, CodriverGrupoSang }: InvitationDriverRequest['Invitation'],
  freshId: number,
): Person | null =>
  CodriverName === null && CodriverSurname === null
    ? null
    : {
        id: freshId,
        name: CodriverName ?? '',
        surname: CodriverSurname ?? '',
        email: null,
        phone: null,
        bloodType: CodriverGrupoSang,
        avatar: null,
      };
