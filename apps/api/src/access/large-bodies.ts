import type { RequestHandler } from 'express';
import type { ApiRequest } from '../http/request.js';
import type { Bearer } from './bearer.js';

/**
 * Asks who sends a body that may be larger than this before it is read: parsing it takes long. `isLarge` tells which requests
 * have such bodies.
 */
export const knownForLargeBodies =
  (bearer: Bearer, isLarge: (request: ApiRequest) => boolean, bytes: number): RequestHandler =>
  (request, _, next) => {
    const { headers } = request;
    const isSmall =
      headers['content-encoding'] === undefined && Number(headers['content-length'] ?? Infinity) <= bytes;
    if (isSmall || !isLarge(request as ApiRequest)) next();
    else bearer.actorOf(request as ApiRequest).then(() => next(), next);
  };
