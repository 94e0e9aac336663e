import type { InvitationState } from '../constants.js';

/** In place of the name of somebody who was erased. */
export const ERASED_PERSON = 'Erased person';

/** What the states of an invitation are called. */
export const INVITATION_STATE_TEXTS = {
  ACEPTED_INVITATION: 'Accepted',
  PENDING_INVITATION: 'Pending',
  REJECTED_INVITATION: 'Rejected',
  NOTSEND_INVITATION: 'Not Send',
} as const satisfies Record<InvitationState, string>;

/** What a role is called. */
export const ROLE_TEXTS = {
  admin: 'SUPERADMIN',
  planner: 'Event organizer',
  driver: 'Driver',
  director: 'Clerk of course',
  viewer: 'Event official',
} as const;
