import type { InvitationState } from '../competitors.js';
import type { ImportField } from '../wire/import-columns.js';

/** In place of the name of somebody who was erased. */
export const ERASED_PERSON = 'Erased person';

/** Names of the states of an invitation. */
export const INVITATION_STATE_TEXTS = {
  ACEPTED_INVITATION: 'Accepted',
  PENDING_INVITATION: 'Pending',
  REJECTED_INVITATION: 'Rejected',
  NOTSEND_INVITATION: 'Not Send',
} as const satisfies Record<InvitationState, string>;

/** Names of the roles. */
export const ROLE_TEXTS = {
  admin: 'SUPERADMIN',
  planner: 'Event organizer',
  driver: 'Driver',
  director: 'Clerk of course',
  viewer: 'Event official',
} as const;

/** Columns of a list of competitors, as our export names them and an import knows them. */
export const COLUMN_TEXTS = {
  Number: 'Car number',
  Category: 'Category',
  Name: 'First name',
  Surname: 'Last name',
  Email: 'Email',
  Phone: 'Phone',
  GrupoSanguineo: 'Blood type',
  CodriverName: 'Co-driver first name',
  CodriverSurname: 'Co-driver last name',
  CodriverGrupoSang: 'Co-driver blood type',
  Brand: 'Brand',
  Model: 'Model',
  FullName: 'Driver, full name',
  CodriverFullName: 'Co-driver, full name',
} as const satisfies Record<ImportField, string>;
