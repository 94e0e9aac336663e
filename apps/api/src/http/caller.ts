import { createHash } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import {
  DEFAULT_LANGUAGE,
  IDEMPOTENCY_KEY_HEADER,
  requestKey,
  type Actor,
  type Language,
} from '@flagpost/contracts';
import { refuse } from '@flagpost/domain';
import { tokenHash, type Ids } from '@flagpost/platform';
import type { ApiRequest, TokenIdentity } from './request.js';
import { languageOf } from './language.js';
import { parseField } from './validation-error.js';

export const LAG_HEADER = 'X-Projection-Lag';

/** An Idempotency-Key, with a hash of its request. */
interface KeyedRequest {
  readonly key: string;
  readonly bodyHash: string;
}

/** The origin of a command: the actor, and the request that carries it. */
export interface Caller {
  /** Null for the system itself, and for calls without sign-in. */
  readonly actor: Actor | null;
  readonly correlationId: string;
  /** Language of the answer, and of the first mail to a recipient whose language is unknown. */
  readonly language: Language;
  /** Null if the request has no Idempotency-Key. */
  readonly request: KeyedRequest | null;
  /** Called if the views have not passed the command's events in time. */
  readonly onLag: (position: string) => void;
}

const hashOf = (request: ApiRequest): string =>
  createHash('sha256')
    .update(`${request.method} ${request.originalUrl}\n${JSON.stringify(request.body ?? null)}`)
    .digest('hex');

/** Null if it has no Idempotency-Key, or nobody is signed in. */
export const keyedRequestOf = (request: ApiRequest): KeyedRequest | null => {
  const key = request.get(IDEMPOTENCY_KEY_HEADER);
  return key === undefined || request.actor === null
    ? null
    : { key: parseField(requestKey, IDEMPOTENCY_KEY_HEADER, key), bodyHash: hashOf(request) };
};

const callerOf = (request: ApiRequest, response: Response, mayKeep = true): Caller => ({
  actor: request.actor,
  correlationId: request.correlationId,
  language: languageOf(request),
  request: mayKeep ? keyedRequestOf(request) : null,
  onLag: (position) => response.setHeader(LAG_HEADER, position),
});

/**
 * The program itself, without an actor. `key` is the idempotency key: if several processes send the same command at the
 * same time, it is carried out once.
 */
export const systemCaller = (ids: Ids, key: string): Caller => ({
  actor: null,
  correlationId: ids.uuid(),
  language: DEFAULT_LANGUAGE,
  request: { key, bodyHash: tokenHash(key) },
  onLag: () => undefined,
});

/** The request's `Caller`. */
export const FromCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const http = context.switchToHttp();
  return callerOf(http.getRequest<ApiRequest>(), http.getResponse<Response>());
});

/**
 * The request's `Caller` without its Idempotency-Key: for bodies with a password or a file, of which nothing is stored, not
 * even a hash.
 */
export const FromCallerUnkept = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const http = context.switchToHttp();
  const request = http.getRequest<ApiRequest>();
  return callerOf(request, http.getResponse<Response>(), false);
});

/** The signed-in actor of a call that is not public, with the claims of their token. */
export const SignedIn = createParamDecorator((_: unknown, context: ExecutionContext): TokenIdentity => {
  const { actor } = context.switchToHttp().getRequest<ApiRequest>();
  if (actor === null) refuse('notAuthorized');
  return actor;
});
