import { z } from 'zod';
import {
  deleteDriversRequest,
  driverWithUserRequest,
  holds,
  isPast,
  type DeletedDriversAnswer,
  type DriverWithUserRequest,
} from '@flagpost/contracts';
import {
  invitationDecider,
  invitationStream,
  refuse,
  refuseOverwriting,
  userDecider,
  userStream,
} from '@flagpost/domain';
import { defineCommand, id } from '../dispatch/define-command.js';
import { eventReads } from '../views/events.projection.js';
import { existingPerson, perPerson } from '../command-parts/person-rows.js';
import { userReads, type UserDocument } from '../views/users.projection.js';
import type { ApiDependencies } from '../dependencies.js';
import { invitationReads, type InvitationDocument } from '../views/invitations.projection.js';

/** The competitors of a club, apart from their entries. Their addresses identify them, and cannot change. */

/** @throws {DomainError} user.missing if there is no such competitor */
const requireDriver = async (
  { readModels }: Pick<ApiDependencies, 'readModels'>,
  userId: number,
): Promise<UserDocument> => {
  const user = await userReads(readModels).existing(userId);
  if (!holds(user, 'driver')) refuse('user.missing', 'missing');
  return user;
};

const formerOf = ({ User, driGrupoSanguineo }: NonNullable<DriverWithUserRequest['Former']>) => ({
  name: User.useName,
  surname: User.useSurname,
  phone: User.usePhone,
  bloodType: driGrupoSanguineo,
});

export const editDriver = defineCommand({
  schema: z.object({ userId: id, driver: driverWithUserRequest }),
  right: 'drivers.manage',
  ids: {},
  serializedBy: ({ userId }) => perPerson(userId),
  outside: { person: 'The same row is written again.' },
  streams: ['user'],
  async carryOut(
    { userId, driver: { User, Driver, Former } },
    { dependencies, send, outside },
  ): Promise<void> {
    await requireDriver(dependencies, userId);
    const person = await existingPerson(dependencies, userId);
    const wanted = {
      name: User.Name,
      surname: User.Surname,
      phone: User.Phone,
      bloodType: Driver.GrupoSanguineo,
    };
    refuseOverwriting('user.changed', Former && formerOf(Former), person, wanted);
    await outside('person', () => dependencies.records.people.put({ ...person, ...wanted }));
    await send(userStream(userId), userDecider, { type: 'changeDetail', userId, detail: 'name' });
  },
});

/** Their entries in events of their institution that are not over. */
const openEntries = async (
  { readModels }: Pick<ApiDependencies, 'readModels'>,
  { userId, clubId }: UserDocument,
  now: number,
): Promise<readonly InvitationDocument[]> => {
  const entries = await invitationReads(readModels).ofUser(userId);
  const events = await Promise.all(entries.map(({ eventId }) => eventReads(readModels).get(eventId)));
  return entries.filter((_, index) => {
    const event = events[index] ?? null;
    return event !== null && event.clubId === clubId && !isPast(event, now);
  });
};

/**
 * Ends their entries in events that are not over, and frees their addresses. Past events keep them under their names; see
 * docs/privacy.md for how to erase a person.
 */
export const deleteDrivers = defineCommand({
  schema: deleteDriversRequest,
  right: 'drivers.manage',
  ids: {},
  serializedBy: null,
  outside: { person: 'The same row is written again.' },
  streams: ['invitation', 'user'],
  async carryOut({ Drivers }, { dependencies, now, send, outside }): Promise<DeletedDriversAnswer> {
    const { people } = dependencies.records;
    const deleted: number[] = [];
    const skipped: number[] = [];
    const missing: number[] = [];
    for (const userId of new Set(Drivers)) {
      const user = await userReads(dependencies.readModels).standing(userId);
      if (user === null || !holds(user, 'driver')) {
        missing.push(userId);
        continue;
      }
      const entries = await openEntries(dependencies, user, now);
      if (entries.some(({ authorized }) => authorized)) {
        skipped.push(userId);
        continue;
      }
      for (const { invitationId } of entries)
        await send(invitationStream(invitationId), invitationDecider, {
          type: 'deleteInvitation',
          invitationId,
        });
      await send(userStream(userId), userDecider, { type: 'removeUser', userId });
      const person = await people.get(userId);
      if (person !== null)
        await outside('person', () => people.change({ ...person, email: null, phone: null }));
      deleted.push(userId);
    }
    return { deleted, skipped, missing };
  },
});

export const driverCommands = { editDriver, deleteDrivers };
