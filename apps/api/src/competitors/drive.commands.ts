import { z } from 'zod';
import { DISPUTE_REASONS, INVITATION_ANSWERS } from '@flagpost/contracts';
import { invitationDecider, invitationStream, type InvitationCommand } from '@flagpost/domain';
import { deviceTokenOf, notedFrom } from './device-doors.js';
import { defineCommand, id, type CommandTools } from '../dispatch/define-command.js';
import { eventReads } from '../views/events.projection.js';
import { tokenHash } from '@flagpost/platform';
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

export interface ConnectedPhone {
  /** Null if another device has a token and was not to be replaced. */
  readonly token: string | null;
  /** When the device before was heard last, epoch ms. */
  readonly heardAt: number | null;
}

/** The device token of a car for the phone of its driver: as `issueDeviceToken`, but asks before it ends another's. */
export const connectPhone = defineCommand({
  ...BY_LINK,
  schema: z.object({ invitationId: id, replace: z.boolean() }),
  ids: { token: 'token' },
  serializedBy: ({ invitationId }) => deviceTokenOf(invitationId),
  outside: {
    'hash of the token':
      'It is allocated with the request, and not stored again once the log has a newer one.',
  },
  async carryOut({ invitationId, replace }, tools): Promise<ConnectedPhone> {
    const { dependencies, ids, commandId, now, send, outside } = tools;
    const { readModels, records } = dependencies;
    const before = await records.deviceTokens.status(invitationId);
    const heardAt = before?.heardAt ?? null;
    if (before !== null && !replace) return { token: null, heardAt };
    const { eventId } = await invitationReads(readModels).existing(invitationId);
    const { finishesAt } = await eventReads(readModels).existing(eventId);
    const { state } = await send(invitationStream(invitationId), invitationDecider, {
      type: 'connectPhone',
      invitationId,
      tokenId: commandId,
      times: { now, finishesAt },
    });
    const issued = { tokenHash: tokenHash(ids.token), eventId, invitationId, issuedAt: notedFrom(now) };
    if (state.deviceTokenId === commandId)
      await outside('hash of the token', () => records.deviceTokens.set(issued));
    return { token: ids.token, heardAt };
  },
});

export const answerCommands = { answerInvitation, disputeInvitation, connectPhone };
