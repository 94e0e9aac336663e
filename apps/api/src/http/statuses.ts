import { ANSWER_TEXTS, type AnswerCode } from '@flagpost/contracts';
import type { DomainError, ErrorCode, RefusalKind } from '@flagpost/domain';

/** The HTTP status of every error, on the socket too. No other file of the api states one. */

const STATUS_OF_KIND = { rule: 418, missing: 404, forbidden: 403 } as const satisfies Record<
  RefusalKind,
  number
>;

/** A rejected import or file. */
export const STATUS_OF_IMPORT = STATUS_OF_KIND.rule;

export const STATUS_OF_ANSWER = {
  malformed: 400,
  notAuthorized: 401,
  wrongCredentials: 401,
  tokenExpired: 401,
  refreshTokenExpired: 401,
  invalidUpdatePassword: 401,
  forbidden: 403,
  notFound: 404,
  methodNotAllowed: 405,
  tooSlow: 408,
  tooLarge: 413,
  roleNotAllowed: 418,
  demoElsewhere: 418,
  givenPasswordEnded: 418,
  invalidMail: 418,
  invalidCode: 418,
  invalidLink: 418,
  wrongPassword: 418,
  sameAsGiven: 418,
  emailTaken: 418,
  keyReused: 422,
  tooManyInputs: 429,
  tooManyAttempts: 429,
  signInBusy: 429,
  unexpected: 500,
  unavailable: 503,
  cannotStore: 503,
} as const satisfies Record<AnswerCode, number>;

/** Codes of errors that only have a status: those of Nest, and of Express for bodies that cannot be read. */
const ANSWERS = new Map<number, AnswerCode>([
  [400, 'malformed'],
  [401, 'notAuthorized'],
  [403, 'forbidden'],
  [404, 'notFound'],
  [405, 'methodNotAllowed'],
  [408, 'tooSlow'],
  [413, 'tooLarge'],
  [422, 'keyReused'],
  [429, 'tooManyAttempts'],
]);
export const answerOfStatus = (status: number): AnswerCode => ANSWERS.get(status) ?? 'malformed';

export const isAnswerCode = (code: ErrorCode): code is AnswerCode => code in ANSWER_TEXTS;

export const statusOf = ({ code, kind }: DomainError): number =>
  isAnswerCode(code) ? STATUS_OF_ANSWER[code] : STATUS_OF_KIND[kind];
