import { holds, type EditInvitationDriverRequest, type InvitationDriverRequest } from '@flagpost/contracts';
import { refuse } from '@flagpost/domain';
import type { Person } from '@flagpost/records';
import { addressUse, isSameAddress, type EnteredBy } from '../command-parts/addresses.js';
import { userReads } from '../views/users.projection.js';
import type { ApiDependencies } from '../dependencies.js';
import { invitationReads, type InvitationDocument } from '../views/invitations.projection.js';

/** Persons behind competitors: found and refused first, written only once nothing else can refuse their command. */

/** A row to write. */
export interface PersonRow {
  readonly person: Person;
  /** Whether it was stored when it was read. */
  readonly isStored: boolean;
}

export interface Driver {
  readonly userId: number;
  /** Whether they are to become a user. */
  readonly isNew: boolean;
  /** Null for another club's person, whose row only that club writes. */
  readonly row: PersonRow | null;
}

/** The person identified by a competitor's address. */
export interface KnownDriver extends Pick<Driver, 'userId' | 'isNew'> {
  /** Of another club, which alone writes them. */
  readonly isForeign: boolean;
  readonly emailUnowned: boolean;
  /** Their stored row. */
  readonly former: Person | null;
}

type Dependencies = Pick<ApiDependencies, 'records' | 'readModels' | 'ids' | 'clock'>;

/** Writes a row; one that was stored only if it still is, as its person may be erased at the same time. */
export const storePerson = (
  { records: { people } }: Pick<ApiDependencies, 'records'>,
  { person, isStored }: PersonRow,
): Promise<void> => (isStored ? people.change(person) : people.put(person));

/**
 * The club's competitor of this email, or a fresh one. One whose email is that of somebody whom `actor` does not see, or
 * who is another club's competitor, shows it without owning it.
 *
 * @param isEntered whether a user is a competitor of the event: some of former releases are people of another club
 * @throws {DomainError} if the email belongs to a user who does not compete and is visible to `actor`
 */
export const knownDriver = async (
  dependencies: Dependencies,
  email: string,
  { actor, clubId }: EnteredBy,
  freshId: number,
  isEntered: (userId: number) => Promise<boolean>,
): Promise<KnownDriver> => {
  const { people } = dependencies.records;
  const owner = await people.findByEmail(email);
  if (owner !== null && owner.id !== freshId && (await isEntered(owner.id))) {
    const user = await userReads(dependencies.readModels).get(owner.id);
    if (user !== null && user.clubId !== clubId)
      return { userId: owner.id, isNew: false, isForeign: true, emailUnowned: false, former: owner };
  }
  const { seen, isFree, orphanId } = await addressUse(dependencies, email, freshId, { actor, clubId });
  if (seen.some((user) => !holds(user, 'driver'))) refuse('invitation.notCompetitor');
  const known = seen.find((user) => user.clubId === clubId) ?? null;
  const userId = known?.userId ?? orphanId ?? freshId;
  const former = await people.get(userId);
  const emailUnowned = known === null ? !isFree && orphanId === null : former?.emailUnowned === true;
  return { userId, isNew: known === null, isForeign: false, emailUnowned, former };
};

/** The person of a competitor with the contact data of the request. */
export const personOf = (
  { User, Driver }: Pick<InvitationDriverRequest, 'User' | 'Driver'>,
  { userId, emailUnowned, former }: KnownDriver,
): Person => ({
  id: userId,
  name: User.Name,
  surname: User.Surname,
  email: User.Email,
  emailUnowned,
  phone: User.Phone,
  bloodType: Driver.GrupoSanguineo,
  avatar: former?.avatar ?? null,
});

/** `knownDriver` with the contact data of the request. @throws as it does */
export const findDriver = async (
  dependencies: Dependencies,
  request: InvitationDriverRequest,
  enteredBy: EnteredBy,
  freshId: number,
  entered: readonly number[],
): Promise<Driver> => {
  const isEntered = async (userId: number): Promise<boolean> => entered.includes(userId);
  const known = await knownDriver(dependencies, request.User.Email, enteredBy, freshId, isEntered);
  const { userId, isNew, isForeign } = known;
  const row = { person: personOf(request, known), isStored: known.former !== null };
  return { userId, isNew, row: isForeign ? null : row };
};

/** Co-drivers have no account: a name and a blood type, for the marshals. Null if none is named. */
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

export interface EditedPeople {
  /** Null if another club entered them, or they were erased: their row is unchanged. */
  readonly driver: { readonly row: PersonRow; readonly isRenamed: boolean } | null;
  readonly codriver: PersonRow | null;
}

/**
 * The rows of a competitor's driver and co-driver after an edit. The co-driver is stored as a new person if the present one is
 * also the co-driver of another entry, as after an event was copied, or was erased.
 *
 * @throws {DomainError} if the address is not the competitor's, or they were deleted from their institution
 */
export const editedPeople = async (
  dependencies: Pick<ApiDependencies, 'records' | 'readModels'>,
  { User, Driver, Invitation }: EditInvitationDriverRequest,
  { invitationId, userId, codriverId }: InvitationDocument,
  clubId: number,
  freshId: number,
): Promise<EditedPeople> => {
  const { people } = dependencies.records;
  const [former, present, user, entries] = await Promise.all([
    people.get(userId),
    codriverId === null ? null : people.get(codriverId),
    userReads(dependencies.readModels).standing(userId),
    invitationReads(dependencies.readModels).ofUser(userId),
  ]);
  if (user === null) refuse('invitation.driverDeleted');
  const isOwn = former !== null && user.clubId === clubId;
  if (isOwn && !isSameAddress(former.email, User.Email ?? '')) refuse('invitation.otherEmail');
  const isShared = entries.some(
    (other) => other.codriverId === codriverId && other.invitationId !== invitationId,
  );
  const { Name: name, Surname: surname, Phone: phone } = User;
  const kept = present === null || isShared ? null : present.id;
  const codriver = codriverOf(Invitation, kept ?? freshId);
  return {
    driver: isOwn
      ? {
          row: {
            person: { ...former, name, surname, phone, bloodType: Driver.GrupoSanguineo },
            isStored: true,
          },
          isRenamed: former.name !== name || former.surname !== surname,
        }
      : null,
    codriver: codriver && { person: codriver, isStored: kept !== null },
  };
};
