import {
  holds,
  toCommaDegrees,
  type ClubAnswer,
  type ClubRow,
  type ClubWithDrivers,
} from '@flagpost/contracts';
import type { Person } from '@flagpost/records';
import { eventReads } from '../views/events.projection.js';
import { isoOf } from '../http/times.js';
import { erasedPerson } from '../views/erased-person.js';
import { userReads } from '../views/users.projection.js';
import { licenceReads } from '../views/licences.projection.js';
import type { ApiDependencies } from '../dependencies.js';
import type { ClubDocument } from '../views/clubs.projection.js';
import { countryName } from '../countries/countries.js';
import { timeZoneOf } from '../countries/time-zones.js';

/** Institutions as the wire names them. Names of people and addresses of mail are joined when read (docs/decisions). */

const nameOf = ({ name, surname }: Person): string => `${name} ${surname}`.trim();

const answer = (club: ClubDocument, contact: Person | undefined, mail: string | undefined): ClubAnswer => ({
  cluId: club.clubId,
  couId: club.countryId,
  couName: countryName(club.countryId),
  cluName: club.name,
  cluAddress: club.address,
  cluContactName: contact === undefined ? null : nameOf(contact),
  cluContactPhone: contact?.phone ?? null,
  cluMail: mail ?? null,
  cluWeb: club.web,
  cluSocialNetwork: club.socialNetwork,
  cluFacebook: club.facebook,
  cluInstagram: club.instagram,
  cluLatitude: club.position && toCommaDegrees(club.position.lat),
  cluLongitude: club.position && toCommaDegrees(club.position.lng),
  cluState: club.state,
  cluCity: club.city,
  cluTimeZone: timeZoneOf(club.countryId),
});

const contactOf = ({ contactId }: ClubDocument, people: ReadonlyMap<number, Person>): Person | undefined =>
  contactId === null ? undefined : (people.get(contactId) ?? erasedPerson(contactId));

export const clubAnswer = async (
  { records }: Pick<ApiDependencies, 'records'>,
  club: ClubDocument,
): Promise<ClubAnswer> => {
  const mail = await records.clubMail.getMany([club.clubId]);
  const people = await records.people.getMany(club.contactId === null ? [] : [club.contactId]);
  return answer(club, contactOf(club, people), mail.get(club.clubId));
};

/** Erased people do not count as competitors any more. */
export const clubWithDrivers = async (
  dependencies: Pick<ApiDependencies, 'readModels' | 'records'>,
  club: ClubDocument,
): Promise<ClubWithDrivers> => {
  const users = await userReads(dependencies.readModels).driversOf(club.clubId);
  const people = await dependencies.records.people.getMany(users.map(({ userId }) => userId));
  const drivers = [...people.values()]
    .sort((one, other) => nameOf(one).localeCompare(nameOf(other), 'en'))
    .map(({ id, name, surname, email }) => ({ Id: id, Name: name, Surname: surname, Email: email }));
  return { ...(await clubAnswer(dependencies, club)), drivers };
};

export const clubRows = async (
  { readModels, records, clock }: Pick<ApiDependencies, 'readModels' | 'records' | 'clock'>,
  clubs: readonly ClubDocument[],
): Promise<ClubRow[]> => {
  const clubIds = clubs.map(({ clubId }) => clubId);
  const staff = await userReads(readModels).staffOf(clubIds);
  const licences = await licenceReads(readModels).current(clubIds, clock.now());
  const mails = await records.clubMail.getMany(clubIds);
  const people = await records.people.getMany([
    ...clubs.flatMap(({ contactId }) => contactId ?? []),
    ...staff.map(({ userId }) => userId),
  ]);
  const row = async (club: ClubDocument): Promise<ClubRow> => {
    const users = staff.filter(({ clubId }) => clubId === club.clubId);
    const planners = users
      .filter((user) => holds(user, 'planner'))
      .flatMap(({ userId }) => people.get(userId) ?? []);
    const licence = licences.find(({ clubId }) => clubId === club.clubId);
    return {
      ...answer(club, contactOf(club, people), mails.get(club.clubId)),
      Planners: planners.map(nameOf).join(', '),
      usersCount: users.length,
      licLicensesGiven: licence?.used.length ?? null,
      licTotal: licence?.total ?? null,
      licLicenseFrom: licence === undefined ? null : isoOf(licence.from),
      licLicenseTo: licence === undefined ? null : isoOf(licence.to),
      eventsCount: licence === undefined ? 0 : await eventReads(readModels).countWithin(club.clubId, licence),
    };
  };
  return Promise.all(clubs.map(row));
};
