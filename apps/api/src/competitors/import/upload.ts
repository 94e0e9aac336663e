import type { Response } from 'express';
import multer, { MulterError } from 'multer';
import { IMPORT_LIMITS, uploadDriversForm, uploadInvitationsForm } from '@flagpost/contracts';
import { DomainError } from '@flagpost/domain';
import { clubInBody, ofEvent } from '../../access/resource-resolvers.js';
import type { AuthorizationRequest, SubjectOf } from '../../access/allow.js';
import type { ApiRequest } from '../../http/request.js';
import { parseBody, ValidationError } from '../../http/validation-error.js';
import { ImportRefusedError } from '../../http/import-refused.js';

const read = multer({
  storage: multer.memoryStorage(),
  limits: { fileSize: IMPORT_LIMITS.bytes, files: 1, fields: 12, fieldSize: 20_000 },
}).single('file');

/** Whose file is being worked on in this process: one of a person at a time, as it is held in memory. */
const underWay = new WeakMap<object, Set<number>>();

const hold = ({ request, actor, readModels }: AuthorizationRequest): void => {
  const users = underWay.get(readModels) ?? new Set();
  underWay.set(readModels, users);
  if (users.has(actor.userId)) throw new DomainError('tooManyAttempts', undefined, 1);
  users.add(actor.userId);
  const free = (): void => void users.delete(actor.userId);
  request.res?.once('finish', free).once('close', free);
};

const readForm = async (request: ApiRequest): Promise<void> => {
  await new Promise<void>((resolve, reject) => {
    read(request, request.res as Response, (error: unknown) => {
      if (error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE')
        reject(new ImportRefusedError([{ row: null, refusal: { field: null, why: 'import.tooLarge' } }]));
      else if (error != null || request.file === undefined)
        reject(new ValidationError({ file: 'importFile' }));
      else resolve();
    });
  });
};

/** Reads the form for any user who may import at all, before the target of the import is known. */
const inForm =
  (find: SubjectOf): SubjectOf =>
  async (authorization) => {
    hold(authorization);
    await readForm(authorization.request);
    return find(authorization);
  };

/** The event that the form names. */
export const eventInForm = inForm((authorization) =>
  ofEvent(authorization, parseBody(uploadInvitationsForm, authorization.request.body).EventId),
);

/** The institution that the form of an administrator names; everybody else's own. */
export const clubInForm: SubjectOf = Object.assign(
  inForm(clubInBody(uploadDriversForm, 'ClubId', ({ ClubId }) => ClubId)),
  { reach: 'theirs' as const },
);
