import { INVITATION_STATES } from '@flagpost/contracts';
import { TEXTS_IN } from '@flagpost/contracts/texts/server';
import type { MeetingEvent } from '@flagpost/domain';
import { reaction, type Projector, type Reaction } from '@flagpost/read-models';
import { eventReads } from '../views/events.projection.js';
import { trackZone } from '../views/track-zone.js';
import { clockOf } from '../mail/clock.js';
import { mailOrLog } from '../mail/mail-or-log.js';
import type { SendMail } from '../mail/mailer.js';
import type { ApiDependencies } from '../dependencies.js';
import { REACTION_NAMES } from '../stored-names.js';
import { invitationReads } from '../views/invitations.projection.js';
import { awaitViews } from '../views/await-views.js';

/**
 * When an event is postponed, the competitors who accepted are mailed the new and the former dates, in the time zone
 * of the track, and the reason.
 */
export const postponedReaction = (
  { records, readModels, logger }: Pick<ApiDependencies, 'records' | 'readModels' | 'logger'>,
  sendMail: SendMail,
  projector: Pick<Projector, 'waitFor'>,
): Reaction =>
  reaction<MeetingEvent>({
    name: REACTION_NAMES.eventPostponed,
    on: {
      async EventPostponed({ data, position }) {
        await awaitViews(projector, position);
        const event = await eventReads(readModels).get(data.eventId);
        if (event === null) return;
        const clock = clockOf(data.language, trackZone(event));
        const mail = TEXTS_IN[data.language].mails.eventPostponed({
          name: event.name,
          start: clock.format(data.startsAt),
          finish: clock.format(data.finishesAt),
          formerStart: clock.format(data.formerStartsAt),
          formerFinish: clock.format(data.formerFinishesAt),
          reason: data.reason,
        });
        const accepted = (await invitationReads(readModels).ofEvent(data.eventId)).filter(
          ({ statusId }) => statusId === INVITATION_STATES.ACEPTED_INVITATION,
        );
        for (const userId of new Set(accepted.map((invitation) => invitation.userId))) {
          const person = await records.people.get(userId);
          if (person === null || person.email === null) continue;
          await mailOrLog(sendMail, logger, { userId, to: person.email, ...mail });
        }
      },
    },
  });
