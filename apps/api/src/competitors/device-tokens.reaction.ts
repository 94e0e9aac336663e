import type { MeetingEvent, InvitationEvent, UserEvent } from '@flagpost/domain';
import type { Position } from '@flagpost/event-sourcing';
import { reaction, type Projector, type Reaction } from '@flagpost/read-models';
import type { ApiDependencies } from '../dependencies.js';
import { REACTION_NAMES } from '../stored-names.js';
import { invitationReads, type InvitationDocument } from '../views/invitations.projection.js';
import { awaitViews } from '../views/await-views.js';

/**
 * Ends the device tokens and the links of invitations of competitors that are deleted, alone or with their event, and of
 * people who are deleted or erased; the device status of a token is deleted with it.
 */
export const deviceTokensReaction = (
  { readModels, records }: Pick<ApiDependencies, 'readModels' | 'records'>,
  projector: Pick<Projector, 'waitFor'>,
): Reaction => {
  const reads = invitationReads(readModels);
  const end = async (invitationIds: readonly number[]): Promise<void> => {
    await records.deviceTokens.delete(invitationIds);
    await records.invitationLinks.delete(invitationIds);
  };
  const endAll = async (
    position: Position,
    find: () => Promise<readonly InvitationDocument[]>,
  ): Promise<void> => {
    await awaitViews(projector, position);
    await end((await find()).map(({ invitationId }) => invitationId));
  };
  return reaction<MeetingEvent | InvitationEvent | UserEvent>({
    name: REACTION_NAMES.deviceTokens,
    on: {
      InvitationDeleted: ({ data }) => end([data.invitationId]),
      EventDeleted: ({ data, position }) => endAll(position, () => reads.ofEvent(data.eventId)),
      UserRemoved: ({ data, position }) => endAll(position, () => reads.ofUser(data.userId)),
    },
  });
};
