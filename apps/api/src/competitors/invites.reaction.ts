import { DEFAULT_INVITATION_STATUS_ID } from '@flagpost/contracts';
import { DomainError, invitationDecider, invitationStream, type MeetingEvent } from '@flagpost/domain';
import type { Handle } from '@flagpost/event-sourcing';
import { reaction, type Projector, type Reaction } from '@flagpost/read-models';
import { eventReads } from '../views/events.projection.js';
import type { ApiDependencies } from '../dependencies.js';
import { REACTION_NAMES } from '../stored-names.js';
import { invitationLanguages } from './invitation-language.js';
import { invitationReads } from '../views/invitations.projection.js';
import { awaitViews } from '../views/await-views.js';

/** Publishing an event mails those invitations that were not sent before; redelivery sends none twice. */
export const invitesReaction = (
  { readModels }: Pick<ApiDependencies, 'readModels'>,
  handle: Handle,
  projector: Pick<Projector, 'waitFor'>,
): Reaction =>
  reaction<MeetingEvent>({
    name: REACTION_NAMES.invites,
    on: {
      async EventPublished({ data: { eventId, language }, meta, position, recordedAt }) {
        await awaitViews(projector, position);
        const event = await eventReads(readModels).get(eventId);
        if (event === null) return;
        const times = { now: recordedAt, finishesAt: event.finishesAt };
        const invitations = await invitationReads(readModels).ofEvent(eventId);
        const languageOf = await invitationLanguages(readModels, event.clubId, invitations, language);
        const { actorId, actorRoles, clubId, correlationId, id: commandId } = meta;
        for (const invitation of invitations) {
          const { invitationId, statusId } = invitation;
          if (statusId !== DEFAULT_INVITATION_STATUS_ID) continue;
          try {
            await handle(
              invitationStream(invitationId),
              invitationDecider,
              {
                type: 'requestInvitationMail',
                invitationId,
                language: languageOf(invitation),
                times,
              },
              { actorId, actorRoles, clubId, correlationId, commandId },
            );
          } catch (error) {
            // It was deleted, or the event was moved into the past: no answer is awaited.
            if (!(error instanceof DomainError)) throw error;
          }
        }
      },
    },
  });
