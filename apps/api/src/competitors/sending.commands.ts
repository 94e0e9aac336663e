import { selectedRequest, type SendInvitationsAnswer } from '@flagpost/contracts';
import { invitationDecider, invitationStream, refuse } from '@flagpost/domain';
import { defineCommand } from '../dispatch/define-command.js';
import { eventReads } from '../views/events.projection.js';
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
    if (selected.length < ids.length) refuse('invitation.someMissing', 'missing');
    const eventIds = [...new Set(selected.map(({ eventId }) => eventId))];
    for (const eventId of eventIds) {
      const invitations = selected.filter((each) => each.eventId === eventId);
      const { clubId, finishesAt } = await eventReads(readModels).existing(eventId);
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
