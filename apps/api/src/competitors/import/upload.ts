import { IMPORT_LIMITS, uploadDriversForm, uploadInvitationsForm } from '@flagpost/contracts';
import { clubInBody, ofEvent } from '../../access/resource-resolvers.js';
import type { SubjectOf } from '../../access/allow.js';
import { inForm, type UploadForm } from '../../access/uploads.js';
import { ImportRefusedError } from '../../http/import-refused.js';
import { parseBody } from '../../http/validation-error.js';

const LIST: UploadForm = {
  limits: { fileSize: IMPORT_LIMITS.bytes, fields: 12, fieldSize: 20_000 },
  missing: 'importFile',
  tooLarge: () => new ImportRefusedError([{ row: null, refusal: { field: null, why: 'import.tooLarge' } }]),
};

/** The event that the form names. */
export const eventInForm = inForm(LIST, (authorization) =>
  ofEvent(authorization, parseBody(uploadInvitationsForm, authorization.request.body).EventId),
);

/** The institution that the form of an administrator names; everybody else's own. */
export const clubInForm: SubjectOf = Object.assign(
  inForm(
    LIST,
    clubInBody(uploadDriversForm, 'ClubId', ({ ClubId }) => ClubId),
  ),
  { reach: 'theirs' as const },
);
