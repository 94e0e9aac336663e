import { z } from 'zod';
import { DISPUTE_REASONS, INVITATION_ANSWERS } from '@flagpost/contracts';
import { invitationDecider, invitationStream, type InvitationCommand } from '@flagpost/domain';
import { defineCommand, id, type CommandTools } from '../dispatch/define-command.js';
import { eventReads } from '../views/events.projection.js';
import { invitationReads } from '../views/invitations.projection.js';

/** Answers of a competitor to an invitation, by its link: without a session. */

const sendTo = async (
  invitationId: number,
  { dependencies: { readModels }, now, send }: CommandTools,
  command: (times: { now: number; finishesAt: number }) => InvitationCommand,
): Promise<void> => {
  const { eventId } = await invitationReads(readModels).existing(invitationId);
  const { finishesAt } = await eventReads(readModels).existing(eventId);
  await send(invitationStream(invitationId), invitationDecider, command({ now, finishesAt }));
};

const BY_LINK = {
  right: 'invitations.answer',
  ids: {},
  serializedBy: null,
  outside: {},
  streams: ['invitation'],
} as const;

export const answerInvitation = defineCommand({
  ...BY_LINK,
  schema: z.object({ invitationId: id, answer: z.enum(INVITATION_ANSWERS) }),
  carryOut: ({ invitationId, answer }, tools): Promise<void> =>
    sendTo(invitationId, tools, (times) => ({
      type: answer === 'accept' ? 'acceptInvitation' : 'rejectInvitation',
      invitationId,
      language: tools.caller.language,
      times,
    })),
});

/** The organizer is notified, see `disputed.reaction.ts`. */
export const disputeInvitation = defineCommand({
  ...BY_LINK,
  schema: z.object({ invitationId: id, reason: z.enum(DISPUTE_REASONS) }),
  carryOut: ({ invitationId, reason }, tools): Promise<void> =>
    sendTo(invitationId, tools, (times) => ({
      type: 'disputeInvitation',
      invitationId,
      reason,
      language: tools.caller.language,
      times,
    })),
});

export const answerCommands = { answerInvitation, disputeInvitation };
