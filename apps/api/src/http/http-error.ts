import { ANSWER_TEXTS, type AnswerCode } from '@flagpost/contracts';
import { STATUS_OF_ANSWER } from './statuses.js';

/** An error of the HTTP layer, such as 405. Only `http` throws it; all other code throws a `DomainError`. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly statusCode: number;
  constructor(
    readonly code: AnswerCode,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(ANSWER_TEXTS[code]);
    this.statusCode = STATUS_OF_ANSWER[code];
  }
}
