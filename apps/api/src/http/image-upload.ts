import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import multer from 'multer';
import { finalize, type Observable } from 'rxjs';
import { IMAGE_UPLOAD } from '@flagpost/contracts';
import { DomainError, refuse } from '@flagpost/domain';
import { ValidationError } from './validation-error.js';
import type { ApiRequest } from './request.js';

/** The description of a body with one image. */
export const IMAGE_FORM = {
  type: 'object',
  properties: { file: { type: 'string', format: 'binary' } },
} as const;

/** Caching of stored images: a new image has a new name; the limit makes erased ones disappear from caches. */
export const STORED_IMAGE_CACHED = 'private, max-age=86400, immutable';

/** Maximum of other fields in the form, which are ignored. */
const BESIDE = { fields: 8, fieldSize: 1_000 };

const read = multer({
  storage: multer.memoryStorage(),
  limits: { fileSize: IMAGE_UPLOAD.maxBytes, files: 1, ...BESIDE },
}).single('file');

const readFile = (request: ApiRequest, response: Response): Promise<void> =>
  new Promise((resolve, reject) => {
    read(request, response, (error: unknown) => {
      const isRead = (error === undefined || error === null) && request.file !== undefined;
      if (isRead) resolve();
      else reject(new ValidationError({ file: 'notAnImage' }));
    });
  });

/**
 * Reads the one file of a multipart body, of one body of a person at a time: it is held in memory until its image is
 * made.
 *
 * @throws {ValidationError} if there is no file, or more than is allowed
 * @throws {DomainError} tooManyAttempts while another upload of the user is in progress
 */
export class ImageUpload implements NestInterceptor {
  /** Whose. */
  private readonly underWay = new Set<number>();

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<ApiRequest>();
    if (request.actor === null) refuse('notAuthorized');
    const { userId } = request.actor;
    if (this.underWay.has(userId)) throw new DomainError('tooManyAttempts', undefined, 1);
    this.underWay.add(userId);
    const done = (): void => void this.underWay.delete(userId);
    try {
      await readFile(request, http.getResponse<Response>());
    } catch (error) {
      done();
      throw error;
    }
    return (next.handle() as Observable<unknown>).pipe(finalize(done));
  }
}
