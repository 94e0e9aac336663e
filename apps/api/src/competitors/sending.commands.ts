import { selectedRequest, type SendInvitationsAnswer } from '@flagpost/contracts';
import { invitationDecider, invitationStream, refuse } from '@flagpost/domain';
import { defineCommand } from '../dispatch/define-command.js';
import { eventsOfCaller } from './events-of-caller.js';
import { inBatches } from './in-batches.js';
import { invitationLanguages } from './invitation-language.js';
import { invitationReads } from '../views/invitations.projection.js';

/**
 * 'Send invite': each competitor is mailed once for it, see `invitation-mails.ts`. Who accepted before stays accepted,
 * everybody else is pending.
 */
export const sendInvitations = defineCommand({
  schema: selectedRequest,
  right: 'competitors.manage',
  ids: {},
  serializedBy: null,
  outside: {},
  streams: ['invitation'],
  async carryOut({ Invitations }, { dependencies, caller, now, send }): Promise<SendInvitationsAnswer> {
    const { readModels } = dependencies;
    const ids = [...new Set(Invitations)];
    const selected = await invitationReads(readModels).getMany(ids);
    const events = await eventsOfCaller(readModels, caller, selected);
    const batches = events.map((event) => ({
      event,
      invitations: selected.filter(({ eventId }) => eventId === event.eventId),
    }));
    if (batches.flatMap(({ invitations }) => invitations).length < ids.length)
      refuse('invitation.someMissing', 'missing');
    for (const { event, invitations } of batches) {
      const { clubId, finishesAt } = event;
      const languageOf = await invitationLanguages(readModels, clubId, invitations, caller.language);
      await inBatches(invitations, (invitation) =>
        send(invitationStream(invitation.invitationId), invitationDecider, {
          type: 'requestInvitationMail',
          invitationId: invitation.invitationId,
          language: languageOf(invitation),
          times: { now, finishesAt },
        }),
      );
    }
    return { sent: ids };
  },
});

export const sendingCommands = { sendInvitations };
