import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import multer from 'multer';
import type { Observable } from 'rxjs';
import { AVATAR } from '@flagpost/contracts';
import { Malformed } from '../http/malformed.js';
import type { ApiRequest } from '../http/request.js';

/** Fields beside the file: a form may have some, none is read. */
const BESIDE = { fields: 8, fieldSize: 1_000 };

const read = multer({
  storage: multer.memoryStorage(),
  limits: { fileSize: AVATAR.maxBytes, files: 1, ...BESIDE },
}).single('file');

/** Reads the one file of a multipart body. @throws {Malformed} where there is none, or more than is allowed. */
export class ImageUpload implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<ApiRequest>();
    await new Promise<void>((resolve, reject) => {
      read(request, http.getResponse<Response>(), (error: unknown) => {
        const isRead = (error === undefined || error === null) && request.file !== undefined;
        if (isRead) resolve();
        else reject(new Malformed({ file: 'notAnImage' }));
      });
    });
    return next.handle() as Observable<unknown>;
  }
}
