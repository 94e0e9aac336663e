import type {
  EditInvitationDriverRequest,
  InvitationDriverAnswer,
  InvitationDriverRequest,
} from '@flagpost/contracts';
import type { InvitationDocument } from '../views/invitations.projection.js';

/**
 * Answer of adding and editing a competitor: the values of the request, as this club must not read those that another
 * club stored of the same person.
 */
export const competitorAnswer = (
  body: InvitationDriverRequest | EditInvitationDriverRequest,
  { invitationId, userId, statusId }: Pick<InvitationDocument, 'invitationId' | 'userId' | 'statusId'>,
): InvitationDriverAnswer => ({
  User: { ...body.User, Email: body.User.Email ?? null, Id: userId },
  Driver: { ...body.Driver, Id: userId },
  Invitation: { ...body.Invitation, Id: invitationId, Authorized: 0, StsId: statusId },
});
