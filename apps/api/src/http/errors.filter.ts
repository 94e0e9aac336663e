import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import { isToldCode, LANGUAGE_HEADER, type ErrorAnswer, type Language } from '@flagpost/contracts';
import { TEXTS_IN } from '@flagpost/contracts/texts/server';
import { DomainError, type ErrorCode } from '@flagpost/domain';
import { RevisionConflict } from '@flagpost/event-sourcing';
import { ServiceUnavailableError, type Logger } from '@flagpost/platform';
import { EmailTaken } from '@flagpost/records';
import { FileRefusedError, fileRefusal } from './file-refused.js';
import { importFaults, ImportRefusedError } from './import-refused.js';
import { languageOf } from './language.js';
import { HttpError } from './http-error.js';
import { faultText, ValidationError } from './validation-error.js';
import { answerOfStatus, isAnswerCode, STATUS_OF_IMPORT, statusOf } from './statuses.js';
import type { ApiRequest } from './request.js';

/** `Retry-After` of a 503. */
const RETRY_AFTER_S = 1;

const codeOf = (code: ErrorCode): Pick<ErrorAnswer, 'code'> => (isToldCode(code) ? { code } : {});

const headersOf = (error: unknown): Readonly<Record<string, string>> => {
  if (error instanceof HttpError) return error.headers;
  if (error instanceof DomainError && error.retryAfterS !== undefined)
    return { 'Retry-After': String(error.retryAfterS) };
  return {};
};

/**
 * The answer to an error; null for an internal error. Errors carry codes, which are translated only here.
 */
export const answerTo = (error: unknown, language: Language): ErrorAnswer | null => {
  const { answers, refusals } = TEXTS_IN[language];
  if (error instanceof DomainError) {
    const { code } = error;
    const message = isAnswerCode(code) ? answers[code] : refusals[code];
    return { statusCode: statusOf(error), message, ...codeOf(code) };
  }
  if (error instanceof HttpError) return { statusCode: error.statusCode, message: answers[error.code] };
  if (error instanceof ValidationError) {
    const fields = Object.entries(error.fields).map(([field, fault]) => [field, faultText(fault, language)]);
    return {
      statusCode: 400,
      message: answers.malformed,
      fields: Object.fromEntries(fields) as Record<string, string>,
    };
  }
  if (error instanceof ImportRefusedError)
    return { statusCode: STATUS_OF_IMPORT, message: importFaults(error, language) };
  if (error instanceof FileRefusedError)
    return { statusCode: STATUS_OF_IMPORT, message: fileRefusal(error, language) };
  // A concurrent write was first: a retry may succeed.
  if (error instanceof RevisionConflict || error instanceof EmailTaken)
    return { statusCode: 503, message: answers.unexpected };
  if (error instanceof ServiceUnavailableError) return { statusCode: 503, message: answers.unavailable };
  // Errors of Nest, and of Express for bodies that cannot be read.
  const status = error instanceof HttpException ? error.getStatus() : (error as { status?: unknown }).status;
  if (typeof status === 'number' && status >= 400 && status < 500)
    return { statusCode: status, message: answers[answerOfStatus(status)] };
  return null;
};

@Catch()
export class ErrorsFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<ApiRequest>();
    const response = http.getResponse<Response>();
    const language = languageOf(request);
    const answer = answerTo(error, language);
    if (answer === null) this.logger.error('request failed', { error, correlationId: request.correlationId });
    if (response.headersSent) return;
    response.vary(LANGUAGE_HEADER);
    response.set(headersOf(error));
    if (answer?.statusCode === 503) response.set('Retry-After', String(RETRY_AFTER_S));
    const { unexpected } = TEXTS_IN[language].answers;
    const { statusCode, ...rest } = answer ?? { statusCode: 500, message: unexpected };
    response.status(statusCode).json({ statusCode, ...rest });
  }
}
