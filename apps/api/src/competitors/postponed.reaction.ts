import { INVITATION_STATES } from '@flagpost/contracts';
import { TEXTS_IN } from '@flagpost/contracts/texts/server';
import type { MeetingEvent } from '@flagpost/domain';
import type { Projector } from '@flagpost/read-models';
import { eventReads } from '../views/events.projection.js';
import { trackZone } from '../views/track-zone.js';
import { clockOf } from '../mail/clock.js';
import { mailReaction, type MailReaction } from '../mail/event-mails.js';
import type { Mail } from '../mail/mailer.js';
import type { ApiDependencies } from '../dependencies.js';
import { REACTION_NAMES } from '../stored-names.js';
import { invitationReads } from '../views/invitations.projection.js';
import { awaitViews } from '../views/await-views.js';

/**
 * When an event is postponed, the competitors who accepted are mailed the new and the former dates, in the time zone
 * of the track, and the reason.
 */
export const postponedReaction = (
  { records, readModels }: Pick<ApiDependencies, 'records' | 'readModels'>,
  projector: Pick<Projector, 'waitFor'>,
): MailReaction =>
  mailReaction<MeetingEvent>({
    name: REACTION_NAMES.eventPostponed,
    mailsOf: {
      async EventPostponed({ data, position }) {
        await awaitViews(projector, position);
        const event = await eventReads(readModels).get(data.eventId);
        if (event === null) return [];
        const clock = clockOf(data.language, trackZone(event));
        const text = TEXTS_IN[data.language].mails.eventPostponed({
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
        const mails: Mail[] = [];
        for (const userId of new Set(accepted.map((invitation) => invitation.userId))) {
          const to = (await records.people.get(userId))?.email ?? null;
          if (to !== null) mails.push({ userId, to, ...text });
        }
        return mails;
      },
    },
  });
