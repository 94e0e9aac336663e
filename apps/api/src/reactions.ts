import type { Handle } from '@flagpost/event-sourcing';
import {
  startReactions,
  type Projector,
  type ReactionCheckpoints,
  type Reactions,
} from '@flagpost/read-models';
import { deviceTokensReaction } from './competitors/device-tokens.reaction.js';
import { startEndedDevices } from './competitors/ended-devices.js';
import { disputedReaction } from './competitors/disputed.reaction.js';
import { invitationMailsReaction, startInvitationMails } from './competitors/invitation-mails.js';
import { invitesReaction } from './competitors/invites.reaction.js';
import { postponedReaction } from './competitors/postponed.reaction.js';
import { deletedEventsReaction } from './events/deleted-events.reaction.js';
import { deletedPositionsReaction } from './history/keeping/deleted-positions.reaction.js';
import { deletedClubsReaction, lastEntriesReaction } from './institutions/deleted-clubs.reaction.js';
import { startEventTimes } from './push/event-times.js';
import { startPushNews } from './push/push-news.js';
import { createPushSender } from './push/push-sender.js';
import { pushReaction } from './push/push.reaction.js';
import { accountChangesReaction } from './identity/account-changes.reaction.js';
import { controlGrantedReaction } from './identity/control-granted.reaction.js';
import { firstAccessReaction } from './identity/first-access.reaction.js';
import type { SingletonJob } from './instances/singleton-jobs.js';
import { startEventMails } from './mail/event-mails.js';
import { createMailPace } from './mail/mail-pace.js';
import type { SendMail } from './mail/mailer.js';
import type { Supervised } from '@flagpost/platform';
import type { ApiDependencies } from './dependencies.js';
import { upcast } from './upcast.js';

/** What follows when something was recorded. A new reaction is a line here. */
export const reacting = (
  dependencies: ApiDependencies,
  handle: Handle,
  projector: Projector,
  sendMail: SendMail,
): SingletonJob => {
  let current: Reactions | null = null;
  /** What follows at its own times, by its name in the answer of `/health`. */
  let beside: Readonly<Record<string, Supervised>> = {};
  const failures = (): Readonly<Record<string, string | null>> =>
    current === null
      ? {}
      : {
          ...current.health(),
          ...Object.fromEntries(Object.entries(beside).map(([name, each]) => [name, each.failure()])),
        };
  const failure = (): string | null => Object.values(failures()).find((each) => each !== null) ?? null;
  // A race runs without mails and push messages: no proxy and no supervisor is to take the program away for them.
  dependencies.health.register('reactions', () => ({ ok: failure() === null, details: failures() }), {
    isBeside: true,
  });
  return {
    name: 'reactions',
    // Nothing here may fail: what ran already would run twice when this is called again.
    async begin() {
      const pace = createMailPace(dependencies);
      const mails = startInvitationMails(dependencies, handle, projector, sendMail, pace);
      const eventMails = startEventMails(dependencies, sendMail, pace, [
        disputedReaction(dependencies, projector),
        postponedReaction(dependencies, projector),
        firstAccessReaction(dependencies),
        accountChangesReaction(dependencies),
        controlGrantedReaction(dependencies),
      ]);
      const news = startPushNews(dependencies, createPushSender(dependencies));
      const eventTimes = startEventTimes(dependencies, news);
      const endedDevices = startEndedDevices(dependencies, projector);
      beside = { mails, eventMails, eventTimes, endedDevices };
      const reactions = (current = startReactions({
        ...dependencies,
        upcast,
        checkpoints: dependencies.records.checkpoints as ReactionCheckpoints,
        reactions: [
          invitesReaction(dependencies, handle, projector),
          invitationMailsReaction(projector, mails),
          deviceTokensReaction(dependencies, projector),
          deletedEventsReaction(dependencies, handle, projector),
          deletedClubsReaction(dependencies, handle, projector),
          lastEntriesReaction(dependencies, handle, projector),
          deletedPositionsReaction(dependencies),
          pushReaction(dependencies, projector, news),
          ...eventMails.reactions,
        ],
      }));
      return {
        failure,
        async stop() {
          current = null;
          await Promise.all(
            [reactions, mails, eventMails, eventTimes, endedDevices, news].map((each) => each.stop()),
          );
        },
      };
    },
  };
};
