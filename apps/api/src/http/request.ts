import type { Request } from 'express';
import type { Actor, BearerKind } from '@flagpost/contracts';

/** The actor that a verified access token names, and the kind of token. */
export interface TokenIdentity extends Actor {
  readonly opens: BearerKind;
  /** Of a recovery token: its id, which can be used once. */
  readonly sessionId: string;
  /** In epoch milliseconds. */
  readonly expiresAt: number;
}

/** A request with its correlation id, set by the log's middleware, and its actor, set by the guard. */
export interface ApiRequest extends Request {
  correlationId: string;
  /** Null if nobody is signed in, which only public calls allow. */
  actor: TokenIdentity | null;
}

/** The pattern of the route, not the path: a path may contain an e-mail address or a secret. */
export const routeOf = (request: Request): string =>
  (request.route as { readonly path: string } | undefined)?.path ?? 'unmatched';
