import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import { ANSWER_TEXTS, TOLD_CODES, type ErrorAnswer } from '@flagpost/contracts';
import { DomainError } from '@flagpost/domain';
import { RevisionConflict } from '@flagpost/event-sourcing';
import { Unavailable, type Logger } from '@flagpost/platform';
import { EmailTaken } from '@flagpost/records';
import { Malformed } from './malformed.js';
import type { ApiRequest } from './request.js';

const REFUSALS = { rule: 418, missing: 404, forbidden: 403 } as const;

const TEXTS: Readonly<Record<number, string>> = {
  400: ANSWER_TEXTS.malformed,
  401: ANSWER_TEXTS.notAuthorized,
  403: ANSWER_TEXTS.forbidden,
  404: ANSWER_TEXTS.notFound,
  422: ANSWER_TEXTS.keyReused,
  429: ANSWER_TEXTS.tooManyAttempts,
};

/** What could not be done now may be tried again so soon. */
const RETRY_AFTER_S = 1;

/** A refusal with its own status and text. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly statusCode: number,
    message: string = TEXTS[statusCode] ?? ANSWER_TEXTS.unexpected,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** What an error is answered with; null for an error of ours. */
export const answerTo = (error: unknown): ErrorAnswer | null => {
  if (error instanceof DomainError)
    return {
      statusCode: REFUSALS[error.kind],
      message: error.message,
      ...(TOLD_CODES.includes(error.code) ? { code: error.code } : {}),
    };
  if (error instanceof Refusal) return { statusCode: error.statusCode, message: error.message };
  if (error instanceof Malformed)
    return { statusCode: 400, message: ANSWER_TEXTS.malformed, fields: { ...error.fields } };
  // Another process was first: the same request may well succeed.
  if (error instanceof RevisionConflict || error instanceof EmailTaken)
    return { statusCode: 503, message: ANSWER_TEXTS.unexpected };
  if (error instanceof Unavailable) return { statusCode: 503, message: ANSWER_TEXTS.unavailable };
  // Nest's own, and express's for bodies that cannot be read.
  const status = error instanceof HttpException ? error.getStatus() : (error as { status?: unknown }).status;
  if (typeof status === 'number' && status >= 400 && status < 500)
    return { statusCode: status, message: TEXTS[status] ?? ANSWER_TEXTS.malformed };
  return null;
};

@Catch()
export class ErrorsFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<ApiRequest>();
    const response = http.getResponse<Response>();
    const answer = answerTo(error);
    if (answer === null) this.logger.error('request failed', { error, correlationId: request.correlationId });
    if (response.headersSent) return;
    if (error instanceof Refusal) response.set(error.headers);
    if (answer?.statusCode === 503) response.set('Retry-After', String(RETRY_AFTER_S));
    const { statusCode, ...rest } = answer ?? { statusCode: 500, message: ANSWER_TEXTS.unexpected };
    response.status(statusCode).json({ statusCode, ...rest });
  }
}
