import type { Request, RequestHandler, Response } from 'express';
import multer, { MulterError, type Options } from 'multer';
import type { FieldCode } from '@flagpost/contracts';
import { DomainError } from '@flagpost/domain';
import type { ApiRequest } from '../http/request.js';
import { ValidationError } from '../http/validation-error.js';
import type { AuthorizationRequest, SubjectOf } from './allow.js';

/** Forms with one file, which are read for users who have the right at all, before the target of the upload is known. */

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

export interface UploadForm {
  readonly limits: NonNullable<Options['limits']> & { readonly fileSize: number };
  /** Of a form without a file, or with more than one. */
  readonly missing: FieldCode;
  readonly tooLarge: () => Error;
}

/** Everything in a form but its file is shorter. */
const FORM_BYTES = 65_536;

const isLargerThan = (request: Request, fileSize: number): boolean =>
  Number(request.headers['content-length'] ?? 0) > fileSize + FORM_BYTES;

const readForm = async (
  read: RequestHandler,
  request: ApiRequest,
  { limits, missing, tooLarge }: UploadForm,
): Promise<void> => {
  // Before the body has come.
  if (isLargerThan(request, limits.fileSize)) throw tooLarge();
  await new Promise<void>((resolve, reject) => {
    read(request, request.res as Response, (error: unknown) => {
      if (error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE') reject(tooLarge());
      else if (error != null || request.file === undefined) reject(new ValidationError({ file: missing }));
      else resolve();
    });
  });
};

/** Reads the form, with its file in memory, and then finds what it is about. */
export const inForm = (form: UploadForm, find: SubjectOf): SubjectOf => {
  const read = multer({ storage: multer.memoryStorage(), limits: { files: 1, ...form.limits } }).single(
    'file',
  );
  return async (authorization) => {
    hold(authorization);
    await readForm(read, authorization.request, form);
    return find(authorization);
  };
};
