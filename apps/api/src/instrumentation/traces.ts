import type { NextFunction, Request, Response } from 'express';
import type { EventStore, NewEvent } from '@flagpost/event-sourcing';
import type { Tracing } from '@flagpost/observability';
import type { Clock } from '@flagpost/platform';
import type { Projection } from '@flagpost/read-models';
import { routeOf, type ApiRequest } from '../http/request.js';

/** One span a call, named by its route: what was asked for may hold a person's address or a secret. */
export const traceRequests =
  (tracing: Tracing) =>
  (plain: Request, response: Response, next: NextFunction): void => {
    const request = plain as ApiRequest;
    const traceparent = request.get('traceparent');
    void tracing.span(
      request.method,
      { kind: 'server', traceparent },
      (span) =>
        new Promise<void>((resolve) => {
          response.once('close', () => {
            const route = routeOf(request);
            span.rename(`${request.method} ${route}`);
            span.set({
              'http.request.method': request.method,
              'http.route': route,
              'http.response.status_code': response.statusCode,
              'flagpost.correlation_id': request.correlationId,
            });
            resolve();
          });
          next();
        }),
    );
  };

/**
 * What is recorded carries the trace that recorded it, to whichever process projects it. Events of several commands that
 * are appended together keep those of their commands.
 */
export const traceAppends = (store: EventStore, tracing: Tracing): EventStore => ({
  ...store,
  append: (stream, events, expected) =>
    tracing.span(
      `append ${[...new Set(events.map(({ type }) => type))].join(' ')}`,
      {},
      ({ traceparent }) => {
        const isShared = new Set(events.map(({ meta }) => meta.causationId)).size > 1;
        const of = ({ meta }: NewEvent): string => (isShared ? meta.traceparent : undefined) ?? traceparent;
        return store.append(
          stream,
          events.map((event) => ({ ...event, meta: { ...event.meta, traceparent: of(event) } })),
          expected,
        );
      },
    ),
});

/** A span for each projection of an event below that of its append; what was recorded before now is folded without. */
export const traceProjections = (
  projections: readonly Projection[],
  tracing: Tracing,
  clock: Clock,
): readonly Projection[] => {
  const since = clock.now();
  const traced = ({ name, on }: Projection): Projection['on'] =>
    Object.fromEntries(
      Object.entries(on).map(([type, handler]): [string, typeof handler] => [
        type,
        async (event, views) => {
          const { traceparent } = event.meta;
          if (traceparent === undefined || event.recordedAt < since) await handler?.(event, views);
          else
            await tracing.span(
              `project ${name}`,
              { traceparent, attributes: { 'flagpost.event': type } },
              async () => handler?.(event, views),
            );
        },
      ]),
    );
  return projections.map((projection) => ({ ...projection, on: traced(projection) }));
};
