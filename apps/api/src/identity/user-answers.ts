import { holds, USER_STATES, type UserRow } from '@flagpost/contracts';
import type { Person, Records } from '@flagpost/records';
import { isoOrNull } from '../http/times.js';
import { givenPasswordUntil, type UserDocument } from '../views/users.projection.js';

/** A user in lists and details; an erased person has no names. */
export const userRow = (user: UserDocument, person: Person | undefined): UserRow => ({
  useId: user.userId,
  useName: person?.name ?? '',
  useSurname: person?.surname ?? '',
  useEmail: person?.email ?? null,
  usePhone: person?.phone ?? null,
  stsId: user.status === 'enabled' ? USER_STATES.ENABLE_USER : USER_STATES.DISABLE_USER,
  isPlanner: holds(user, 'planner'),
  isViewer: holds(user, 'viewer'),
  isDirector: holds(user, 'director'),
  clubId: user.clubId,
  RolesId: [...user.roles],
  rolUseId: user.userId,
  useAvatar: person?.avatar ?? null,
  useGivenPasswordUntil: isoOrNull(givenPasswordUntil(user)),
});

/** In order of name. */
export const userRows = async (
  { people }: Pick<Records, 'people'>,
  users: readonly UserDocument[],
): Promise<UserRow[]> => {
  const persons = await people.getMany(users.map(({ userId }) => userId));
  const nameOf = ({ useName, useSurname }: UserRow): string => `${useName} ${useSurname}`;
  return users
    .map((user) => userRow(user, persons.get(user.userId)))
    .sort((one, other) => nameOf(one).localeCompare(nameOf(other), 'en'));
};
