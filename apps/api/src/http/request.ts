import type { Request } from 'express';
import type { Bearing } from '../identity/access-tokens.js';

/** A request on its way: the log's middleware gives it a correlation id, the guard its actor. */
export interface ApiRequest extends Request {
  correlationId: string;
  /** Null where nobody is signed in: public calls only. */
  actor: Bearing | null;
}

/** The route, not the address: what was asked for may hold a person's address or a secret. */
export const routeOf = (request: Request): string =>
  (request.route as { readonly path: string } | undefined)?.path ?? 'unmatched';
