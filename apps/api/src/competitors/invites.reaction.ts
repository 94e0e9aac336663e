import { DEFAULT_INVITATION_STATUS_ID } from '@flagpost/contracts';
import {
  DomainError,
  invitationDecider,
  invitationStream,
  type EventEvent,
  type InvitationCommand,
} from '@flagpost/domain';
import type { CommandContext, Handle } from '@flagpost/event-sourcing';
import { reaction, type Projector, type Reaction } from '@flagpost/read-models';
import { eventReads } from '../views/events.projection.js';
import type { ApiParts } from '../parts.js';
import { REACTION_NAMES } from '../stored-names.js';
import { invitationReads } from '../views/invitations.projection.js';

const VIEWS_MS = 10_000;

/**
 * Publishing an event makes the invitations of its competitors pending, once each however often it is told. Nothing is sent
 * to them.
 */
export const invitesReaction = (
  { readModels }: Pick<ApiParts, 'readModels'>,
  handle: Handle,
  projector: Pick<Projector, 'waitFor'>,
): Reaction =>
  reaction<EventEvent>({
    name: REACTION_NAMES.invites,
    on: {
      async EventPublished({ data: { eventId }, meta, position, recordedAt }) {
        if (!(await projector.waitFor(position, VIEWS_MS)))
          throw new Error('The views have not reached this event.');
        const event = await eventReads(readModels).get(eventId);
        if (event === null) return;
        const times = { now: recordedAt, finishesAt: event.finishesAt };
        for (const { invitationId, statusId } of await invitationReads(readModels).ofEvent(eventId))
          if (statusId === DEFAULT_INVITATION_STATUS_ID)
            await send(
              handle,
              { type: 'markInvitationPending', invitationId, times },
              { ...meta, commandId: meta.id },
            );
      },
    },
  });

const send = async (
  handle: Handle,
  command: InvitationCommand,
  { actorId, actorRoles, clubId, correlationId, commandId }: CommandContext,
): Promise<void> => {
  const context = { actorId, actorRoles, clubId, correlationId, commandId };
  try {
    await handle(invitationStream(command.invitationId), invitationDecider, command, context);
  } catch (error) {
    // It was deleted, or the event was moved into the past: no answer is awaited.
    if (!(error instanceof DomainError)) throw error;
  }
};
