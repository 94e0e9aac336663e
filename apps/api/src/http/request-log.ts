import type { NextFunction, Request, Response } from 'express';
import { CORRELATION_HEADER } from '@flagpost/contracts';
import { METRICS } from '@flagpost/observability';
import type { ApiDependencies } from '../dependencies.js';
import { routeOf, type ApiRequest } from './request.js';

/** Requested by the dozen whenever a map is moved: logged only if they fail. */
const LOGGED_ONLY_IF_FAILED = new Set(['/api/mapTiles/:z/:x/:y']);
const FAILED = 400;

/** Assigns each request its correlation id (the client's, if it sends a valid one) and logs one line for it. */
export const requestLog = ({
  clock,
  ids,
  logger,
  metrics,
}: Pick<ApiDependencies, 'clock' | 'ids' | 'logger' | 'metrics'>) => {
  const answers: Record<number, number> = {};
  metrics?.figure(METRICS.answers, () => answers);
  return (plain: Request, response: Response, next: NextFunction): void => {
    const request = plain as ApiRequest;
    const given = request.get(CORRELATION_HEADER);
    request.correlationId = given !== undefined && /^[\w-]{8,64}$/.test(given) ? given : ids.uuid();
    request.actor = null;
    response.setHeader(CORRELATION_HEADER, request.correlationId);
    const startedAt = clock.now();
    response.once('close', () => {
      answers[response.statusCode] = (answers[response.statusCode] ?? 0) + 1;
      const route = routeOf(request);
      if (LOGGED_ONLY_IF_FAILED.has(route) && response.statusCode < FAILED) return;
      logger.info('request', {
        method: request.method,
        route,
        status: response.statusCode,
        ms: clock.now() - startedAt,
        userId: request.actor?.userId ?? null,
        correlationId: request.correlationId,
      });
    });
    next();
  };
};
