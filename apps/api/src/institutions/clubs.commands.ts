import {
  fromCommaDegrees,
  ROLES,
  type ClubRequest,
  type NewClubAnswer,
  type NewClubRequest,
} from '@flagpost/contracts';
import { clubDecider, clubStream, refuse, type ClubDetails } from '@flagpost/domain';
import { Submit } from '../dispatch/submit.js';
import { eventReads } from '../events/events.projection.js';
import type { Caller } from '../http/caller.js';
import { ValidationError } from '../http/validation-error.js';
import { addressTurn, inviteStaff } from '../identity/invitations-of-staff.js';
import { userReads } from '../identity/users.projection.js';
import type { ApiParts } from '../parts.js';
import { clubReads, type ClubDocument } from './clubs.projection.js';
import { isCountry } from './countries.js';

/** Writing institutions. */

const detailsOf = (club: ClubRequest, contactId: number | null): ClubDetails => ({
  name: club.cluName,
  countryId: club.couId,
  state: club.cluState,
  city: club.cluCity,
  address: club.cluAddress,
  position:
    club.cluLatitude === null || club.cluLongitude === null
      ? null
      : { lat: fromCommaDegrees(club.cluLatitude), lng: fromCommaDegrees(club.cluLongitude) },
  web: club.cluWeb,
  socialNetwork: club.cluSocialNetwork,
  facebook: club.cluFacebook,
  instagram: club.cluInstagram,
  contactId,
});

/** @throws {ValidationError} */
const requireCountry = (couId: number, field: string): void => {
  if (!isCountry(couId)) throw new ValidationError({ [field]: 'country' });
};

const existing = async (
  { readModels }: Pick<ApiParts, 'readModels'>,
  clubId: number,
): Promise<ClubDocument> => (await clubReads(readModels).get(clubId)) ?? refuse('club.missing', 'missing');

/** An institution, and its contact person as its first event organizer, who is told so by mail. */
export const registerClub = (parts: ApiParts, caller: Caller, { club, user }: NewClubRequest) =>
  new Submit(
    caller,
    { clubId: 'club', userId: 'user' },
    async ({ ids, send }) => {
      const { clubId } = ids;
      requireCountry(club.couId, 'club.couId');
      const contact = {
        name: user.Name,
        surname: user.Surname,
        email: user.Email,
        phone: user.Phone,
        roles: [ROLES.planner],
        clubId,
        language: caller.language,
      };
      const contactId = await inviteStaff(parts, { freshId: ids.userId, send }, contact);
      await parts.records.clubMail.put(clubId, club.cluMail);
      const details = detailsOf(club, contactId);
      await send(clubStream(clubId), clubDecider, { type: 'registerClub', clubId, details });
      return { cluId: clubId, useId: contactId } satisfies NewClubAnswer;
    },
    addressTurn(user.Email),
  );

export const editClub = (parts: ApiParts, caller: Caller, clubId: number, club: ClubRequest) =>
  new Submit(caller, {}, async ({ send }) => {
    requireCountry(club.couId, 'couId');
    const { contactId } = await existing(parts, clubId);
    const details = detailsOf(club, contactId);
    await send(clubStream(clubId), clubDecider, { type: 'editClub', clubId, details });
    await parts.records.clubMail.put(clubId, club.cluMail);
    return { cluId: clubId };
  });

/** Nothing is deleted with it: whoever deletes an institution sees first what it has. */
export const deleteClub = (parts: ApiParts, caller: Caller, clubId: number) =>
  new Submit(caller, {}, async ({ send }) => {
    const { readModels, records } = parts;
    const users = (await userReads(readModels).staffOf([clubId])).length;
    const events = await eventReads(readModels).countOf(clubId);
    await send(clubStream(clubId), clubDecider, { type: 'deleteClub', clubId, users, events });
    await records.clubMail.delete(clubId);
    return { cluId: clubId };
  });
