import { z } from 'zod';
import { authorizeRequest, invitationDriverRequest, ROLES, type AuthorizeAnswer } from '@flagpost/contracts';
import {
  DomainError,
  invitationDecider,
  invitationStream,
  isReadyToAuthorize,
  refuse,
  userDecider,
  userStream,
} from '@flagpost/domain';
import { tokenHash } from '@flagpost/platform';
import type { ReadModels } from '@flagpost/read-models';
import { defineCommand, id } from '../dispatch/define-command.js';
import { eventReads, type EventDocument } from '../views/events.projection.js';
import { perAddress } from '../command-parts/staff-invitations.js';
import { returnLicences, takeLicences } from '../command-parts/use-licences.js';
import { codriverOf, findDriver } from './competitor-people.js';
import { invitationReads, type InvitationDocument } from '../views/invitations.projection.js';

/** Competitors of an event: added, authorised, given a device. */

/** The people are written between the last refusal and the first event that refers to them. */
export const addCompetitor = defineCommand({
  schema: invitationDriverRequest,
  right: 'competitors.manage',
  ids: { invitationId: 'invitation', userId: 'user', codriverId: 'user' },
  // Nobody stands twice in a category, whoever adds them twice at the same time.
  serializedBy: ({ User }) => perAddress(User.Email),
  outside: {
    people: 'Their ids are allocated with the request, or found by address: the same rows are written again.',
  },
  streams: ['user', 'invitation'],
  async carryOut(
    body,
    { parts, caller, ids, now, send, outside },
  ): Promise<{ invitationId: number; userId: number }> {
    const { readModels, records } = parts;
    const { invitationId } = ids;
    const { EveId: eventId, CatId: categoryId, Number: carNumber, Brand, Model } = body.Invitation;
    const event = await eventReads(readModels).existing(eventId);
    if (!event.categoryIds.includes(categoryId)) refuse('category.missing');
    const others = await invitationReads(readModels).ofEvent(eventId);
    const enteredBy = { actor: caller.actor, clubId: event.clubId };
    const entered = others.map((other) => other.userId);
    const driver = await findDriver(parts, body, enteredBy, ids.userId, entered);
    const { userId } = driver;
    const codriver = codriverOf(body.Invitation, ids.codriverId);
    const addInvitation = {
      type: 'addInvitation',
      invitationId,
      eventId,
      // A driver is the person who drives, and has their id.
      driverId: userId,
      userId,
      entry: { categoryId, carNumber, brand: Brand, model: Model, codriverId: codriver?.id ?? null },
      userIdsInCategory: others
        .filter((other) => other.categoryId === categoryId && other.invitationId !== invitationId)
        .map((other) => other.userId),
      times: { now, finishesAt: event.finishesAt },
    } as const;
    // Its stream is new, so it will be decided as now.
    invitationDecider.decide(addInvitation, invitationDecider.initialState);

    for (const person of [driver.person, codriver])
      if (person !== null) await outside('people', () => records.people.put(person));
    if (driver.isNew)
      await send(userStream(userId), userDecider, {
        type: 'addUser',
        userId,
        roles: [ROLES.driver],
        clubId: event.clubId,
        language: caller.language,
      });
    await send(invitationStream(invitationId), invitationDecider, addInvitation);
    return { invitationId, userId };
  },
});

interface Selected {
  readonly invitation: InvitationDocument;
  readonly event: EventDocument;
}

const selectedOf = (readModels: ReadModels, invitationIds: readonly number[]): Promise<readonly Selected[]> =>
  Promise.all(
    invitationIds.map(async (invitationId) => {
      const invitation = await invitationReads(readModels).existing(invitationId);
      return { invitation, event: await eventReads(readModels).existing(invitation.eventId) };
    }),
  );

const byEvent = (selected: readonly Selected[]): (readonly [EventDocument, readonly number[]])[] => {
  const events = new Map(selected.map(({ event }) => [event.eventId, event]));
  return [...events.values()].map((event) => [
    event,
    selected
      .filter(({ invitation }) => invitation.eventId === event.eventId)
      .map(({ invitation }) => invitation.invitationId),
  ]);
};

/** Authorises those who have what it needs and says who has not. Each uses a licence, until the event starts. */
export const authorizeCompetitors = defineCommand({
  schema: authorizeRequest,
  right: 'competitors.manage',
  ids: {},
  serializedBy: null,
  outside: {},
  streams: ['licence', 'invitation'],
  async carryOut({ Invitations, Authorized }, { parts, now, send }): Promise<AuthorizeAnswer> {
    const { readModels } = parts;
    const type = Authorized === 1 ? 'authorizeInvitation' : 'unauthorizeInvitation';
    const ids = [...new Set(Invitations)];
    const selected = await selectedOf(readModels, ids);
    if (Authorized === 1) {
      const wanting = selected.filter(
        ({ invitation }) => !invitation.authorized && isReadyToAuthorize(invitation),
      );
      await takeLicences(readModels, send, byEvent(wanting));
    }
    const one = async ({
      invitation: { invitationId },
      event: { finishesAt },
    }: Selected): Promise<boolean> => {
      try {
        const times = { now, finishesAt };
        await send(invitationStream(invitationId), invitationDecider, { type, invitationId, times });
        return true;
      } catch (error) {
        if (error instanceof DomainError && error.code === 'invitation.incomplete') return false;
        throw error;
      }
    };
    // Also where one is refused, all have been decided before the answer.
    const outcomes = await Promise.allSettled(selected.map(one));
    const done = outcomes.map((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    });
    if (Authorized === 0) await returnLicences(readModels, send, byEvent(selected), now);
    return {
      authorized: ids.filter((_, index) => done[index] === true),
      skipped: ids.filter((_, index) => done[index] !== true),
    };
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
  // The newest by the log is the last to be stored.
  serializedBy: ({ invitationId }) => `device token ${invitationId}`,
  outside: {
    'hash of the token':
      'It is allocated with the request, and not stored again once the log has a newer one.',
  },
  streams: ['invitation'],
  async carryOut(
    { invitationId },
    { parts, ids: { token }, commandId, now, send, outside },
  ): Promise<string> {
    const { readModels, records } = parts;
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
        records.deviceTokens.set({ tokenHash: tokenHash(token), eventId, invitationId, issuedAt: now }),
      );
    return token;
  },
});

export const invitationCommands = { addCompetitor, authorizeCompetitors, issueDeviceToken };
