import {
  DomainError,
  invitationDecider,
  invitationStream,
  licenceDecider,
  licenceStream,
  type MeetingEvent,
} from '@flagpost/domain';
import type { Handle } from '@flagpost/event-sourcing';
import { reaction, type Projector, type Reaction } from '@flagpost/read-models';
import type { ApiParts } from '../parts.js';
import { REACTION_NAMES } from '../stored-names.js';
import { invitationReads } from '../views/invitations.projection.js';
import { licenceReads } from '../views/licences.projection.js';
import { awaitViews } from '../views/await-views.js';

/**
 * What goes with an event that was deleted, apart from its views: licences of a race that has not started are given back,
 * its invitations are deleted, whose device tokens end with that, and recorded positions are forgotten. Each step may be
 * repeated; licences come first, as they are found by the invitations.
 */
export const deletedEventsReaction = (
  { readModels, records }: Pick<ApiParts, 'readModels' | 'records'>,
  handle: Handle,
  projector: Pick<Projector, 'waitFor'>,
): Reaction =>
  reaction<MeetingEvent>({
    name: REACTION_NAMES.deletedEvents,
    on: {
      async EventDeleted({ data: { eventId }, meta, position, recordedAt }) {
        await awaitViews(projector, position);
        const { actorId, actorRoles, clubId, correlationId } = meta;
        const context = { actorId, actorRoles, clubId, correlationId, commandId: meta.id };
        const invitations = await invitationReads(readModels).ofEvent(eventId);
        const invitationIds = invitations.map(({ invitationId }) => invitationId);
        for (const { licenceId } of await licenceReads(readModels).usedBy(invitationIds)) {
          const unused = { type: 'returnLicences', licenceId, invitationIds, now: recordedAt } as const;
          await handle(licenceStream(licenceId), licenceDecider, unused, context);
        }
        for (const invitationId of invitationIds) {
          const gone = { type: 'deleteInvitation', invitationId } as const;
          try {
            await handle(invitationStream(invitationId), invitationDecider, gone, context);
          } catch (error) {
            // Somebody else deleted it meanwhile.
            if (!(error instanceof DomainError)) throw error;
          }
        }
        await records.history.forget(eventId);
      },
    },
  });
