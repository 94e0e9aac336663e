import type { NextFunction, Request, Response } from 'express';
import type { ApiParts } from '../parts.js';
import type { ApiRequest } from './request.js';

export const CORRELATION_HEADER = 'X-Correlation-Id';

/** Asked for by the dozen whenever somebody moves a map: told where they fail. */
const TOLD_WHERE_THEY_FAIL = new Set(['/api/mapTiles/:z/:x/:y']);
const FAILED = 400;

/** Gives each request its correlation id (the caller's, where it brings a plain one) and writes one line for it. */
export const requestLog =
  ({ clock, ids, logger }: Pick<ApiParts, 'clock' | 'ids' | 'logger'>) =>
  (plain: Request, response: Response, next: NextFunction): void => {
    const request = plain as ApiRequest;
    const given = request.get(CORRELATION_HEADER);
    request.correlationId = given !== undefined && /^[\w-]{8,64}$/.test(given) ? given : ids.uuid();
    request.actor = null;
    response.setHeader(CORRELATION_HEADER, request.correlationId);
    const startedAt = clock.now();
    response.once('close', () => {
      const route = request.route as { path: string } | undefined;
      if (route !== undefined && TOLD_WHERE_THEY_FAIL.has(route.path) && response.statusCode < FAILED) return;
      logger.info('request', {
        method: request.method,
        // The route, not the address: what was asked for may hold a person's address or a secret.
        route: route?.path ?? 'unmatched',
        status: response.statusCode,
        ms: clock.now() - startedAt,
        userId: request.actor?.userId ?? null,
        correlationId: request.correlationId,
      });
    });
    next();
  };
