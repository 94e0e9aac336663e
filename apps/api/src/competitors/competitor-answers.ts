import {
  DEFAULT_INVITATION_STATUS_ID,
  type EditInvitationDriverRequest,
  type InvitationDriverAnswer,
  type InvitationDriverRequest,
} from '@flagpost/contracts';
import type { InvitationDocument } from '../views/invitations.projection.js';

/**
 * Answers of adding and editing a competitor: the values of the request, as this club must not read those that another
 * club stored of the same person.
 */

export const addedCompetitor = (
  body: InvitationDriverRequest,
  { invitationId, userId }: { readonly invitationId: number; readonly userId: number },
): InvitationDriverAnswer => ({
  User: { ...body.User, Id: userId },
  Driver: { ...body.Driver, Id: userId },
  Invitation: {
    ...body.Invitation,
    Id: invitationId,
    Authorized: 0,
    StsId: DEFAULT_INVITATION_STATUS_ID,
  },
});

export const editedCompetitor = (
  body: EditInvitationDriverRequest,
  { userId, statusId }: InvitationDocument,
): InvitationDriverAnswer => ({
  User: { ...body.User, Email: body.User.Email ?? null, Id: userId },
  Driver: { ...body.Driver, Id: userId },
  Invitation: { ...body.Invitation, Authorized: 0, StsId: statusId },
});
