import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import {
  ANSWER_TEXTS,
  isToldCode,
  LANGUAGE_HEADER,
  type AnswerCode,
  type ErrorAnswer,
  type Language,
  type RefusalCode,
} from '@flagpost/contracts';
import { TEXTS_IN } from '@flagpost/contracts/texts/server';
import { DomainError } from '@flagpost/domain';
import { RevisionConflict } from '@flagpost/event-sourcing';
import { ServiceUnavailableError, type Logger } from '@flagpost/platform';
import { EmailTaken } from '@flagpost/records';
import { languageOf } from './language.js';
import { faultText, Malformed } from './malformed.js';
import type { ApiRequest } from './request.js';

const REFUSALS = { rule: 418, missing: 404, forbidden: 403 } as const;

/** What is said where a refusal says no more than its status. */
const CODES: Readonly<Record<number, AnswerCode>> = {
  400: 'malformed',
  401: 'notAuthorized',
  403: 'forbidden',
  404: 'notFound',
  405: 'methodNotAllowed',
  408: 'tooSlow',
  413: 'tooLarge',
  422: 'keyReused',
  429: 'tooManyAttempts',
};

/** What could not be done now may be tried again so soon. */
const RETRY_AFTER_S = 1;

/** A refusal with its own status and text, by the text's code. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly statusCode: number,
    readonly code: AnswerCode = CODES[statusCode] ?? 'unexpected',
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(ANSWER_TEXTS[code]);
  }
}

const told = (code: RefusalCode | AnswerCode): Pick<ErrorAnswer, 'code'> =>
  isToldCode(code) ? { code } : {};

/**
 * What an error is answered with; null for an error of ours. Errors carry codes: it is here alone that they become words
 * of a language.
 */
export const answerTo = (error: unknown, language: Language): ErrorAnswer | null => {
  const { answers, refusals } = TEXTS_IN[language];
  if (error instanceof DomainError)
    return { statusCode: REFUSALS[error.kind], message: refusals[error.code], ...told(error.code) };
  if (error instanceof Refusal)
    return { statusCode: error.statusCode, message: answers[error.code], ...told(error.code) };
  if (error instanceof Malformed) {
    const fields = Object.entries(error.fields).map(([field, fault]) => [field, faultText(fault, language)]);
    return {
      statusCode: 400,
      message: answers.malformed,
      fields: Object.fromEntries(fields) as Record<string, string>,
    };
  }
  // Another process was first: the same request may well succeed.
  if (error instanceof RevisionConflict || error instanceof EmailTaken)
    return { statusCode: 503, message: answers.unexpected };
  if (error instanceof ServiceUnavailableError) return { statusCode: 503, message: answers.unavailable };
  // Nest's own, and express's for bodies that cannot be read.
  const status = error instanceof HttpException ? error.getStatus() : (error as { status?: unknown }).status;
  if (typeof status === 'number' && status >= 400 && status < 500)
    return { statusCode: status, message: answers[CODES[status] ?? 'malformed'] };
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
    if (error instanceof Refusal) response.set(error.headers);
    if (answer?.statusCode === 503) response.set('Retry-After', String(RETRY_AFTER_S));
    const { unexpected } = TEXTS_IN[language].answers;
    const { statusCode, ...rest } = answer ?? { statusCode: 500, message: unexpected };
    response.status(statusCode).json({ statusCode, ...rest });
  }
}
