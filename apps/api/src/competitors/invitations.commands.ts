import {
  ROLES,
  type AuthorizeAnswer,
  type AuthorizeRequest,
  type InvitationDriverRequest,
} from '@flagpost/contracts';
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
import { Submit } from '../dispatch/submit.js';
import { eventReads, type EventDocument } from '../events/events.projection.js';
import type { Caller } from '../http/caller.js';
import { addressTurn } from '../identity/invitations-of-staff.js';
import { returnLicences, takeLicences } from '../licences/use-licences.js';
import type { ApiParts } from '../parts.js';
import { codriverOf, findDriver } from './competitor-people.js';
import { invitationReads, type InvitationDocument } from './invitations.projection.js';

/** Competitors of an event: added, authorised, given a device. */

const existingEvent = async ({ readModels }: ApiParts, eventId: number) =>
  (await eventReads(readModels).get(eventId)) ?? refuse('event.missing', 'missing');

/** The people are written between the last refusal and the first event that refers to them. */
export const addCompetitor = (parts: ApiParts, caller: Caller, body: InvitationDriverRequest) =>
  new Submit(
    caller,
    { invitationId: 'invitation', userId: 'user', codriverId: 'user' },
    async ({ ids, now, send }) => {
      const { readModels, records } = parts;
      const { invitationId } = ids;
      const { EveId: eventId, CatId: categoryId, Number: carNumber, Brand, Model } = body.Invitation;
      const event = await existingEvent(parts, eventId);
      if (!event.categoryIds.includes(categoryId)) refuse('category.missing');
      const driver = await findDriver(records.people, readModels, body, event.clubId, ids.userId);
      const { userId } = driver;
      const codriver = codriverOf(body.Invitation, ids.codriverId);
      const others = await invitationReads(readModels).ofEvent(eventId);
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

      for (const person of [driver.person, codriver]) if (person !== null) await records.people.put(person);
      if (driver.isNew)
        await send(userStream(userId), userDecider, {
          type: 'addUser',
          userId,
          roles: [ROLES.driver],
          clubId: event.clubId,
        });
      await send(invitationStream(invitationId), invitationDecider, addInvitation);
      return { invitationId, userId };
    },
    // Nobody stands twice in a category, whoever adds them twice at the same time.
    addressTurn(body.User.Email),
  );

interface Selected {
  readonly invitation: InvitationDocument;
  readonly event: EventDocument;
}

const selectedOf = (parts: ApiParts, invitationIds: readonly number[]): Promise<readonly Selected[]> =>
  Promise.all(
    invitationIds.map(async (id) => {
      const invitation =
        (await invitationReads(parts.readModels).get(id)) ?? refuse('invitation.missing', 'missing');
      return { invitation, event: await existingEvent(parts, invitation.eventId) };
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
export const authorize = (parts: ApiParts, caller: Caller, { Invitations, Authorized }: AuthorizeRequest) =>
  new Submit(caller, {}, async ({ now, send }) => {
    const { readModels } = parts;
    const type = Authorized === 1 ? 'authorizeInvitation' : 'unauthorizeInvitation';
    const ids = [...new Set(Invitations)];
    const selected = await selectedOf(parts, ids);
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
    } satisfies AuthorizeAnswer;
  });

/**
 * A new device token for a competitor, which ends the former one. Of the token only its hash is stored, and no event has
 * either; a repeated request finds its own again, sealed under its key.
 */
export const issueDeviceToken = (parts: ApiParts, caller: Caller, invitationId: number) =>
  new Submit(
    caller,
    { token: 'token' },
    async ({ ids: { token }, commandId, now, send }) => {
      const invitation =
        (await invitationReads(parts.readModels).get(invitationId)) ??
        refuse('invitation.missing', 'missing');
      const { eventId } = invitation;
      const { finishesAt } = await existingEvent(parts, eventId);
      const { state } = await send(invitationStream(invitationId), invitationDecider, {
        type: 'issueDeviceToken',
        invitationId,
        tokenId: commandId,
        times: { now, finishesAt },
      });
      // A late repeat does not end a token issued since.
      if (state.deviceTokenId === commandId)
        await parts.records.deviceTokens.set({
          tokenHash: tokenHash(token),
          eventId,
          invitationId,
          issuedAt: now,
        });
      return token;
    },
    // The newest by the log is the last to be stored.
    `device token ${invitationId}`,
  );
