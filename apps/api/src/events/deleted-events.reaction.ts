import {
  DomainError,
  invitationDecider,
  invitationStream,
  licenceDecider,
  licenceStream,
  type InvitationEvent,
  type MeetingEvent,
} from '@flagpost/domain';
import type { Handle, Recorded } from '@flagpost/event-sourcing';
import { reaction, type Projector, type Reaction } from '@flagpost/read-models';
import type { ApiDependencies } from '../dependencies.js';
import { REACTION_NAMES } from '../stored-names.js';
import { eventReads } from '../views/events.projection.js';
import { invitationReads } from '../views/invitations.projection.js';
import { licenceReads } from '../views/licences.projection.js';
import { awaitViews } from '../views/await-views.js';

/**
 * Cleans up after a deleted event, apart from its views: licences of a race that has not started are given back, its
 * invitations are deleted, which ends their device tokens, and recorded positions and images are deleted. Each step may be
 * repeated; licences come first, as they are found by the invitations. A competitor who was added while the event was
 * deleted comes after it in the log, and is deleted as well.
 */
export const deletedEventsReaction = (
  { readModels, records }: Pick<ApiDependencies, 'readModels' | 'records'>,
  handle: Handle,
  projector: Pick<Projector, 'waitFor'>,
): Reaction => {
  type Cause = Pick<Recorded<MeetingEvent | InvitationEvent>, 'meta'>;
  const contextOf = ({ meta: { id, actorId, actorRoles, clubId, correlationId } }: Cause) => {
    return { actorId, actorRoles, clubId, correlationId, commandId: id };
  };
  const deleteInvitation = async (invitationId: number, cause: Cause): Promise<void> => {
    const gone = { type: 'deleteInvitation', invitationId } as const;
    try {
      await handle(invitationStream(invitationId), invitationDecider, gone, contextOf(cause));
    } catch (error) {
      // Somebody else deleted it meanwhile.
      if (!(error instanceof DomainError)) throw error;
    }
  };
  return reaction<MeetingEvent | InvitationEvent>({
    name: REACTION_NAMES.deletedEvents,
    on: {
      async EventDeleted(event) {
        const { eventId } = event.data;
        await awaitViews(projector, event.position);
        const invitations = await invitationReads(readModels).ofEvent(eventId);
        const invitationIds = invitations.map(({ invitationId }) => invitationId);
        for (const { licenceId } of await licenceReads(readModels).usedBy(invitationIds)) {
          const now = event.recordedAt;
          const unused = { type: 'returnLicences', licenceId, invitationIds, now } as const;
          await handle(licenceStream(licenceId), licenceDecider, unused, contextOf(event));
        }
        for (const invitationId of invitationIds) await deleteInvitation(invitationId, event);
        await records.history.forget(eventId);
        await records.sightings.forget(eventId);
        await records.eventImages.keepOnly(eventId, '', []);
      },
      async InvitationAdded(event) {
        const { eventId, invitationId } = event.data;
        await awaitViews(projector, event.position);
        if ((await eventReads(readModels).get(eventId)) === null) await deleteInvitation(invitationId, event);
      },
    },
  });
};
