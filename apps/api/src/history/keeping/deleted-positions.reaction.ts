import type { MeetingEvent } from '@flagpost/domain';
import { reaction, type Reaction } from '@flagpost/read-models';
import { forgetPositions } from '../../command-parts/positions.js';
import type { ApiDependencies } from '../../dependencies.js';
import { REACTION_NAMES } from '../../stored-names.js';

/** Deletes the positions of a race once the log says so. */
export const deletedPositionsReaction = ({ records }: Pick<ApiDependencies, 'records'>): Reaction =>
  reaction<MeetingEvent>({
    name: REACTION_NAMES.deletedPositions,
    on: {
      PositionsDeleted: ({ data: { eventId } }) => forgetPositions(records, eventId),
    },
  });
