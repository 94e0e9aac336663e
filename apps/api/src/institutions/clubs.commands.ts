import { z } from 'zod';
import {
  clubRequest,
  fromCommaDegrees,
  keepingRequest,
  newClubRequest,
  personal,
  ROLES,
  type ClubRequest,
  type NewClubAnswer,
} from '@flagpost/contracts';
import { clubDecider, clubStream, refuseOverwriting, type ClubDetails } from '@flagpost/domain';
import { keepingOf } from '../command-parts/positions.js';
import { actingUserId } from '../dispatch/acting-user.js';
import { defineCommand, id } from '../dispatch/define-command.js';
import { eventReads } from '../views/events.projection.js';
import { ValidationError } from '../http/validation-error.js';
import { inviteStaff, perAddress, STAFF_STEPS } from '../command-parts/staff-invitations.js';
import { userReads } from '../views/users.projection.js';
import { clubReads } from '../views/clubs.projection.js';
import { isCountry } from '../countries/countries.js';

/** Writing institutions. */

type Details = Omit<ClubDetails, 'contactId'>;

const detailsOf = (club: Omit<NonNullable<ClubRequest['Former']>, 'cluMail'>): Details => ({
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
});

/** @throws {ValidationError} */
const requireCountry = (couId: number, field: string): void => {
  if (!isCountry(couId)) throw new ValidationError({ [field]: 'country' });
};

const CLUB_MAIL = { 'club mail': 'The same address is put again.' } as const;

/** An institution, and its contact person as its first event organizer, who is notified by mail. */
export const registerClub = defineCommand({
  schema: newClubRequest,
  right: 'clubs.manage',
  ids: { clubId: 'club', userId: 'user' },
  serializedBy: ({ user }) => perAddress(user.Email),
  outside: { ...STAFF_STEPS, ...CLUB_MAIL },
  streams: ['user', 'club'],
  async carryOut({ club, user }, tools): Promise<NewClubAnswer> {
    const { dependencies, caller, ids, send, outside } = tools;
    const { clubId } = ids;
    requireCountry(club.couId, 'club.couId');
    const contactId = await inviteStaff(tools, ids.userId, {
      name: user.Name,
      surname: user.Surname,
      email: user.Email,
      phone: user.Phone,
      roles: [ROLES.planner],
      clubId,
      actor: caller.actor,
      language: caller.language,
    });
    await outside('club mail', () => dependencies.records.clubMail.put(clubId, club.cluMail));
    const details = { ...detailsOf(club), contactId };
    await send(clubStream(clubId), clubDecider, { type: 'registerClub', clubId, details });
    return { cluId: clubId, useId: contactId };
  },
});

export const editClub = defineCommand({
  schema: z.object({ clubId: id, club: clubRequest }),
  right: 'clubs.manage',
  ids: {},
  serializedBy: ({ clubId }) => `club ${clubId}`,
  outside: CLUB_MAIL,
  streams: ['club'],
  async carryOut({ clubId, club }, { dependencies, send, outside }): Promise<{ cluId: number }> {
    requireCountry(club.couId, 'couId');
    const { clubMail } = dependencies.records;
    const { contactId } = await clubReads(dependencies.readModels).existing(clubId);
    const { cluMail, Former } = club;
    const present = (await clubMail.getMany([clubId])).get(clubId) ?? null;
    const read = Former && { cluMail: Former.cluMail };
    refuseOverwriting('club.changed', read, { cluMail: present }, { cluMail });
    await send(clubStream(clubId), clubDecider, {
      type: 'editClub',
      clubId,
      details: { ...detailsOf(club), contactId },
      former: Former && detailsOf(Former),
    });
    await outside('club mail', () => clubMail.put(clubId, cluMail));
    return { cluId: clubId };
  },
});

/** How long the positions of its races are kept. What that deletes is decided race by race, a day later at the earliest. */
export const keepPositions = defineCommand({
  schema: keepingRequest.extend({ clubId: id }),
  right: 'keeping.set',
  ids: {},
  serializedBy: ({ clubId }) => keepingOf(clubId),
  outside: {},
  streams: ['club'],
  async carryOut({ clubId, KeepDays: keepDays, Former }, { caller, now, send }): Promise<{ cluId: number }> {
    await send(clubStream(clubId), clubDecider, {
      type: 'keepPositions',
      clubId,
      keepDays,
      by: actingUserId(caller),
      now,
      former: Former && { keepDays: Former.KeepDays },
    });
    return { cluId: clubId };
  },
});

/** Its competitors are erased after it, see `deleted-clubs.reaction.ts`; events and staff have to be deleted before. */
export const deleteClub = defineCommand({
  schema: z.object({ clubId: id }),
  right: 'clubs.manage',
  ids: {},
  serializedBy: null,
  outside: { 'club mail': 'What is deleted may be deleted again.' },
  streams: ['club'],
  async carryOut({ clubId }, { dependencies, send, outside }): Promise<{ cluId: number }> {
    const { readModels, records } = dependencies;
    const users = (await userReads(readModels).staffOf([clubId])).length;
    const events = await eventReads(readModels).countOf(clubId);
    await send(clubStream(clubId), clubDecider, { type: 'deleteClub', clubId, users, events });
    await outside('club mail', () => records.clubMail.delete(clubId));
    return { cluId: clubId };
  },
});

/** A club that a composition root wants to be there: registered without a contact person. */
export const ensureClub = defineCommand({
  schema: z.object({ details: z.custom<ClubDetails>(), mail: personal(z.string()).nullable() }),
  right: null,
  ids: { clubId: 'club' },
  serializedBy: null,
  outside: CLUB_MAIL,
  streams: ['club'],
  async carryOut({ details, mail }, { dependencies, ids: { clubId }, send, outside }): Promise<number> {
    if (mail !== null) await outside('club mail', () => dependencies.records.clubMail.put(clubId, mail));
    await send(clubStream(clubId), clubDecider, { type: 'registerClub', clubId, details });
    return clubId;
  },
});

export const clubCommands = { registerClub, editClub, keepPositions, deleteClub, ensureClub };
