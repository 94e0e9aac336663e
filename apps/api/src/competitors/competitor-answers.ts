import {
  DEFAULT_INVITATION_STATUS_ID,
  type EditInvitationDriverRequest,
  type InvitationDriverAnswer,
  type InvitationDriverRequest,
} from '@flagpost/contracts';
import type { InvitationDocument } from '../views/invitations.projection.js';

/**
 * What adding and editing a competitor answers: the words of the request, as what another club stored of the same person is
 * not this one's to read.
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
