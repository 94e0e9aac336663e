import type { Handle } from '@flagpost/event-sourcing';
import {
  startReactions,
  type Projector,
  type ReactionCheckpoints,
  type Reactions,
} from '@flagpost/read-models';
import { deviceTokensReaction } from './competitors/device-tokens.reaction.js';
import { disputedReaction } from './competitors/disputed.reaction.js';
import { invitationMailsReaction, startInvitationMails } from './competitors/invitation-mails.js';
import { invitesReaction } from './competitors/invites.reaction.js';
import { postponedReaction } from './competitors/postponed.reaction.js';
import { deletedEventsReaction } from './events/deleted-events.reaction.js';
import { accountChangesReaction } from './identity/account-changes.reaction.js';
import { controlGrantedReaction } from './identity/control-granted.reaction.js';
import { firstAccessReaction } from './identity/first-access.reaction.js';
import type { SingletonJob } from './instances/singleton-jobs.js';
import type { SendMail } from './mail/mailer.js';
import type { Supervised } from '@flagpost/platform';
import type { ApiParts } from './parts.js';
import { upcast } from './upcast.js';

/** What follows when something was recorded. A new reaction is a line here. */
export const reacting = (
  parts: ApiParts,
  handle: Handle,
  projector: Projector,
  sendMail: SendMail,
): SingletonJob => {
  let current: Reactions | null = null;
  let mails: Supervised | null = null;
  const failures = (): Readonly<Record<string, string | null>> =>
    current === null ? {} : { ...current.health(), mails: mails?.failure() ?? null };
  const failure = (): string | null => Object.values(failures()).find((each) => each !== null) ?? null;
  parts.health.register('reactions', () => ({ ok: failure() === null, details: failures() }));
  return {
    name: 'reactions',
    async begin() {
      const sending = (mails = startInvitationMails(parts, handle, projector, sendMail));
      const reactions = (current = await startReactions({
        ...parts,
        upcast,
        checkpoints: parts.records.checkpoints as ReactionCheckpoints,
        reactions: [
          invitesReaction(parts, handle, projector),
          invitationMailsReaction(projector, sending),
          disputedReaction(parts, sendMail, projector),
          postponedReaction(parts, sendMail, projector),
          deviceTokensReaction(parts, projector),
          deletedEventsReaction(parts, handle, projector),
          firstAccessReaction(parts, sendMail),
          accountChangesReaction(parts, sendMail),
          controlGrantedReaction(parts, sendMail),
        ],
      }));
      return {
        failure,
        async stop() {
          current = null;
          await Promise.all([reactions.stop(), sending.stop()]);
        },
      };
    },
  };
};
