import type { Request } from 'express';
import type { Actor, BearerKind } from '@flagpost/contracts';

/** The actor that a verified access token names, and what the token is for. */
export interface TokenIdentity extends Actor {
  readonly opens: BearerKind;
  /** Of a recovery: what is good once. */
  readonly sessionId: string;
  /** In epoch milliseconds. */
  readonly expiresAt: number;
}

/** A request on its way: the log's middleware gives it a correlation id, the guard its actor. */
export interface ApiRequest extends Request {
  correlationId: string;
  /** Null where nobody is signed in: public calls only. */
  actor: TokenIdentity | null;
}

/** The route, not the address: what was asked for may hold a person's address or a secret. */
export const routeOf = (request: Request): string =>
  (request.route as { readonly path: string } | undefined)?.path ?? 'unmatched';
