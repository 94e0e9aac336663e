import {
  DEFAULT_INVITATION_STATUS_ID,
  invitationState,
  type CompetitorCounts,
  type CompetitorRow,
  type InvitationRecord,
  type Language,
  type ReadCompetitor,
} from '@flagpost/contracts';
import { TEXTS_IN } from '@flagpost/contracts/texts/server';
import type { ReadModels } from '@flagpost/read-models';
import type { Person } from '@flagpost/records';
import type { EventDocument } from '../views/events.projection.js';
import { userReads } from '../views/users.projection.js';
import { peopleOf, type PersonLookup } from '../views/person-names.js';
import { categoryReads } from '../views/categories.projection.js';
import { invitationReads, type InvitationDocument } from '../views/invitations.projection.js';

/** Competitors as the wire names them. */

/** The competitors of an event in the order in which they were added, with the words of `language` for their state. */
export const competitorRows = async (
  reading: PersonLookup,
  event: EventDocument,
  language: Language,
): Promise<CompetitorRow[]> => {
  const { readModels } = reading;
  const [invitations, ofClub] = await Promise.all([
    invitationReads(readModels).ofEvent(event.eventId),
    userReads(readModels).ofClub(event.clubId),
  ]);
  const [people, categories] = await Promise.all([
    peopleOf(
      reading,
      invitations.flatMap(({ userId, codriverId }) => [userId, codriverId]),
    ),
    categoryReads(readModels).getMany([
      ...new Set(invitations.flatMap(({ categoryId }) => categoryId ?? [])),
    ]),
  ]);
  const categoryNames = new Map(categories.map(({ categoryId, name }) => [categoryId, name]));
  // Releases before 0041 entered people of other clubs: this club must not read the data that those stored.
  const own = new Set(ofClub.map(({ userId }) => userId));
  const states = TEXTS_IN[language].invitationStates;
  return invitations.map((invitation) => {
    const { userId, codriverId, categoryId, statusId } = invitation;
    const driver = people.get(userId);
    const contact = own.has(userId) ? driver : undefined;
    const codriver = codriverId === null ? undefined : people.get(codriverId);
    return {
      ...readFields(invitation, driver, contact, codriver),
      DriverId: invitation.driverId,
      InvitationId: invitation.invitationId,
      UserId: userId,
      EventId: invitation.eventId,
      Authorized: invitation.authorized ? 1 : 0,
      StatusId: statusId,
      Category: categoryId === null ? '' : (categoryNames.get(categoryId) ?? ''),
      State: states[invitationState(statusId)],
      Email: contact?.email ?? null,
      Mail: invitation.mailState,
      Disputed: invitation.disputed,
    };
  });
};

/**
 * What the form of a competitor has read of it.
 *
 * @param contact the driver, if the club may read what is stored of them
 */
export const readFields = (
  { carNumber, brand, model, categoryId }: InvitationDocument,
  driver: Person | undefined,
  contact: Person | undefined,
  codriver: Person | undefined,
): ReadCompetitor => ({
  Number: carNumber,
  Brand: brand,
  Model: model,
  CategoryId: categoryId,
  FirstName: driver?.name ?? '',
  LastName: driver?.surname ?? '',
  Phone: contact?.phone ?? null,
  DriverGrupoSanguineo: contact?.bloodType ?? null,
  CodriverName: codriver?.name ?? null,
  CodriverSurname: codriver?.surname ?? null,
  CodriverGrupoSanguineo: codriver?.bloodType ?? null,
});

export const competitorCounts = async (
  readModels: ReadModels,
  eventId: number,
): Promise<CompetitorCounts> => {
  const { count } = invitationReads(readModels);
  const [Invited, Authorized, NotSent] = await Promise.all([
    count(eventId),
    count(eventId, { authorized: true }),
    count(eventId, { statusId: DEFAULT_INVITATION_STATUS_ID }),
  ]);
  return { Invited, Authorized, NotSent };
};

export const invitationRecord = (invitation: InvitationDocument): InvitationRecord => ({
  invId: invitation.invitationId,
  eveId: invitation.eventId,
  driId: invitation.driverId,
  catId: invitation.categoryId,
  invNumber: invitation.carNumber,
  invBrand: invitation.brand,
  invModel: invitation.model,
  invAuthorized: invitation.authorized ? 1 : 0,
  stsId: invitation.statusId,
});
