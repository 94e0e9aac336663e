import { z } from 'zod';
import {
  DEFAULT_INVITATION_STATUS_ID,
  editInvitationDriverRequest,
  invitationDriverRequest,
  ROLES,
  type EditInvitationDriverRequest,
  type InvitationDriverAnswer,
  type InvitationDriverRequest,
  type ReadCompetitor,
} from '@flagpost/contracts';
import {
  entryOf,
  invitationDecider,
  invitationStream,
  refuse,
  refuseOverwriting,
  userDecider,
  userStream,
  type Entry,
} from '@flagpost/domain';
import { tokenHash } from '@flagpost/platform';
import { deviceTokenOf, notedFrom } from './device-doors.js';
import type { ApiDependencies } from '../dependencies.js';
import { defineCommand, id, type CommandTools } from '../dispatch/define-command.js';
import { eventReads, type EventDocument } from '../views/events.projection.js';
import { peopleOf, type PersonLookup } from '../views/person-names.js';
import { userReads } from '../views/users.projection.js';
import { perAddress } from '../command-parts/staff-invitations.js';
import { competitorAnswer } from './competitor-answers.js';
import { codriverOf, editedPeople, findDriver, storePerson } from './competitor-people.js';
import { readFields } from './competitor-rows.js';
import { invitationReads, type InvitationDocument } from '../views/invitations.projection.js';

/** Competitors of an event: added, edited, given a device. */

/** What is entered for an event, as it was asked for. */
export const enteredOf = (
  { CatId, Number: carNumber, Brand, Model }: InvitationDriverRequest['Invitation'],
  codriverId: number | null,
): Entry => ({ categoryId: CatId, carNumber, brand: Brand, model: Model, codriverId });

/**
 * The entry of a person, of theirs in an event, which is the one of this category. Where none is, an entry without a category
 * becomes it: a copied event has such entries.
 *
 * @param taken those without a category that others are to have
 */
export const entryFor = <E extends Pick<InvitationDocument, 'categoryId' | 'invitationId'>>(
  entries: readonly E[],
  categoryId: number | undefined,
  taken: ReadonlySet<number> = new Set(),
): E | null =>
  entries.find((entry) => entry.categoryId === categoryId) ??
  entries.find((entry) => entry.categoryId === null && !taken.has(entry.invitationId)) ??
  null;

/** The request with what is stored of the entry's car and co-driver where it says nothing of them. */
const completedBy = async (
  { records }: Pick<ApiDependencies, 'records'>,
  { User, Driver, Invitation: asked }: InvitationDriverRequest,
  { invitationId, carNumber, brand, model, codriverId }: InvitationDocument,
): Promise<EditInvitationDriverRequest> => {
  const present = codriverId === null ? null : await records.people.get(codriverId);
  const isNamed = asked.CodriverName !== null || asked.CodriverSurname !== null;
  const codriver =
    isNamed || present === null
      ? {}
      : {
          CodriverName: present.name,
          CodriverSurname: present.surname,
          CodriverGrupoSang: present.bloodType,
        };
  return {
    User,
    Driver,
    Invitation: {
      ...asked,
      ...codriver,
      Id: invitationId,
      Number: asked.Number ?? carNumber,
      Brand: asked.Brand ?? brand,
      Model: asked.Model ?? model,
    },
  };
};

/** The fields of the form as they will be. */
const wantedOf = ({ User, Driver, Invitation }: EditInvitationDriverRequest): ReadCompetitor => ({
  Number: Invitation.Number,
  Brand: Invitation.Brand,
  Model: Invitation.Model,
  CategoryId: Invitation.CatId,
  FirstName: User.Name,
  LastName: User.Surname,
  Phone: User.Phone,
  DriverGrupoSanguineo: Driver.GrupoSanguineo,
  CodriverName: Invitation.CodriverName,
  CodriverSurname: Invitation.CodriverSurname,
  CodriverGrupoSanguineo: Invitation.CodriverGrupoSang,
});

/** @throws {DomainError} invitation.changed if somebody else has changed what this edit would set back or replace */
const refuseStaleEdit = async (
  dependencies: PersonLookup,
  body: EditInvitationDriverRequest,
  invitation: InvitationDocument,
  clubId: number,
): Promise<void> => {
  if (body.Former === undefined) return;
  const { userId, codriverId } = invitation;
  const [people, user] = await Promise.all([
    peopleOf(dependencies, [userId, codriverId]),
    userReads(dependencies.readModels).get(userId),
  ]);
  const driver = people.get(userId);
  const contact = user?.clubId === clubId ? driver : undefined;
  const present = readFields(invitation, driver, contact, people.get(codriverId ?? 0));
  refuseOverwriting('invitation.changed', body.Former, present, wantedOf(body));
};

/** Changes the person and the entry of a competitor; nobody is written if it is refused. */
const changeEntry = async (
  body: EditInvitationDriverRequest,
  invitation: InvitationDocument,
  event: EventDocument,
  {
    dependencies,
    ids,
    now,
    send,
    outside,
  }: Pick<
    CommandTools<{ readonly codriverId: 'user' }, 'people'>,
    'dependencies' | 'ids' | 'now' | 'send' | 'outside'
  >,
): Promise<void> => {
  const { invitationId, userId } = invitation;
  const { CatId: categoryId } = body.Invitation;
  const others = await invitationReads(dependencies.readModels).ofEvent(event.eventId);
  const people = await editedPeople(dependencies, body, invitation, event.clubId, ids.codriverId);
  const editInvitation = {
    type: 'editInvitation',
    invitationId,
    entry: enteredOf(body.Invitation, people.codriver?.person.id ?? null),
    former: body.Former && {
      categoryId: body.Former.CategoryId,
      carNumber: body.Former.Number,
      brand: body.Former.Brand,
      model: body.Former.Model,
    },
    userIdsInCategory: others
      .filter((other) => other.categoryId === categoryId && other.invitationId !== invitationId)
      .map((other) => other.userId),
    times: { now, finishesAt: event.finishesAt },
  } as const;
  // Refused before anybody is written; it is decided again by the log.
  invitationDecider.decide(editInvitation, {
    ...invitationDecider.initialState,
    ...invitation,
    entry: entryOf(invitation),
    status: 'standing',
  });
  await refuseStaleEdit(dependencies, body, invitation, event.clubId);

  const { driver, codriver } = people;
  for (const row of [driver?.row ?? null, codriver])
    if (row !== null) await outside('people', () => storePerson(dependencies, row));
  if (driver?.isRenamed === true)
    await send(userStream(userId), userDecider, { type: 'changeDetail', userId, detail: 'name' });
  await send(invitationStream(invitationId), invitationDecider, editInvitation);
};

/** The people are written between the last refusal and the first event that refers to them. */
export const addCompetitor = defineCommand({
  schema: invitationDriverRequest,
  right: 'competitors.manage',
  ids: { invitationId: 'invitation', userId: 'user', codriverId: 'user' },
  // A driver has one entry per category, even if two users add them at the same time.
  serializedBy: ({ User }) => perAddress(User.Email),
  outside: {
    people: 'Their ids are allocated with the request, or found by address: the same rows are written again.',
  },
  streams: ['user', 'invitation'],
  async carryOut(body, tools): Promise<InvitationDriverAnswer> {
    const { dependencies, caller, ids, now, send, outside } = tools;
    const { readModels } = dependencies;
    const { invitationId } = ids;
    const { EveId: eventId, CatId: categoryId } = body.Invitation;
    const event = await eventReads(readModels).existing(eventId);
    if (!event.categoryIds.includes(categoryId)) refuse('category.missing');
    const others = (await invitationReads(readModels).ofEvent(eventId)).filter(
      (other) => other.invitationId !== invitationId,
    );
    const enteredBy = { actor: caller.actor, clubId: event.clubId };
    const entered = others.map((other) => other.userId);
    const driver = await findDriver(dependencies, body, enteredBy, ids.userId, entered);
    const { userId } = driver;
    const own = entryFor(
      others.filter((other) => other.userId === userId),
      categoryId,
    );
    if (own?.categoryId === categoryId) {
      // Refused, unless this command has entered them already.
      await send(invitationStream(own.invitationId), invitationDecider, {
        type: 'editInvitation',
        invitationId: own.invitationId,
        entry: entryOf(own),
        userIdsInCategory: [userId],
        times: { now, finishesAt: event.finishesAt },
      });
      return competitorAnswer(await completedBy(dependencies, body, own), own);
    }
    if (own !== null) {
      const edited = await completedBy(dependencies, body, own);
      await changeEntry(edited, own, event, tools);
      return competitorAnswer(edited, own);
    }
    const codriver = codriverOf(body.Invitation, ids.codriverId);
    const addInvitation = {
      type: 'addInvitation',
      invitationId,
      eventId,
      // The driver and their user have the same id.
      driverId: userId,
      userId,
      entry: enteredOf(body.Invitation, codriver?.id ?? null),
      userIdsInCategory: [],
      times: { now, finishesAt: event.finishesAt },
    } as const;
    // Its stream is new, so it will be decided as now.
    invitationDecider.decide(addInvitation, invitationDecider.initialState);

    const rows = [driver.row, codriver && { person: codriver, isStored: false }];
    for (const row of rows) if (row !== null) await outside('people', () => storePerson(dependencies, row));
    if (driver.isNew)
      await send(userStream(userId), userDecider, {
        type: 'addUser',
        userId,
        roles: [ROLES.driver],
        clubId: event.clubId,
        language: caller.language,
      });
    await send(invitationStream(invitationId), invitationDecider, addInvitation);
    return competitorAnswer(body, { invitationId, userId, statusId: DEFAULT_INVITATION_STATUS_ID });
  },
});

/** The same person as before: their address identifies them, and cannot change. */
export const editCompetitor = defineCommand({
  schema: editInvitationDriverRequest,
  right: 'competitors.manage',
  ids: { codriverId: 'user' },
  // As adding: a driver has one entry per category.
  serializedBy: ({ User, Invitation }) =>
    User.Email ? perAddress(User.Email) : `competitor ${Invitation.Id}`,
  outside: {
    people: 'The ids are those of before, or allocated with the request: the same rows are written again.',
  },
  streams: ['user', 'invitation'],
  async carryOut(body, tools): Promise<InvitationDriverAnswer> {
    const { readModels } = tools.dependencies;
    const { Id: invitationId, EveId, CatId: categoryId } = body.Invitation;
    const invitation = await invitationReads(readModels).existing(invitationId);
    const { eventId } = invitation;
    if (eventId !== EveId) refuse('invitation.missing', 'missing');
    const event = await eventReads(readModels).existing(eventId);
    if (!event.categoryIds.includes(categoryId)) refuse('category.missing');
    await changeEntry(body, invitation, event, tools);
    return competitorAnswer(body, invitation);
  },
});

/**
 * A new device token for a competitor, which ends the former one. Of the token only its hash is stored, and no event has
 * either; a repeated request finds its own again, sealed under its key.
 */
export const issueDeviceToken = defineCommand({
  schema: z.object({ invitationId: id }),
  right: 'competitors.manage',
  ids: { token: 'token' },
  serializedBy: ({ invitationId }) => deviceTokenOf(invitationId),
  outside: {
    'hash of the token':
      'It is allocated with the request, and not stored again once the log has a newer one.',
  },
  streams: ['invitation'],
  async carryOut(
    { invitationId },
    { dependencies, ids: { token }, commandId, now, send, outside },
  ): Promise<string> {
    const { readModels, records } = dependencies;
    const { eventId } = await invitationReads(readModels).existing(invitationId);
    const { finishesAt } = await eventReads(readModels).existing(eventId);
    const { state } = await send(invitationStream(invitationId), invitationDecider, {
      type: 'issueDeviceToken',
      invitationId,
      tokenId: commandId,
      times: { now, finishesAt },
    });
    // A late repeat does not end a token issued since.
    if (state.deviceTokenId === commandId)
      await outside('hash of the token', () =>
        records.deviceTokens.set({
          tokenHash: tokenHash(token),
          eventId,
          invitationId,
          issuedAt: notedFrom(now),
        }),
      );
    return token;
  },
});

export const invitationCommands = { addCompetitor, editCompetitor, issueDeviceToken };
