import type { Handle } from '@flagpost/event-sourcing';
import {
  startReactions,
  type Projector,
  type ReactionCheckpoints,
  type Reactions,
} from '@flagpost/read-models';
import { invitesReaction } from './competitors/invites.reaction.js';
import type { ApiParts } from './parts.js';
import { upcast } from './upcast.js';

/** Starts what follows when something was recorded. A new reaction is a line here. */
export const react = async (parts: ApiParts, handle: Handle, projector: Projector): Promise<Reactions> => {
  const reactions = await startReactions({
    ...parts,
    upcast,
    checkpoints: parts.records.checkpoints as ReactionCheckpoints,
    reactions: [invitesReaction(parts, handle, projector)],
  });
  parts.health.register('reactions', () => {
    const failures = reactions.health();
    return { ok: Object.values(failures).every((failure) => failure === null), details: failures };
  });
  return reactions;
};
