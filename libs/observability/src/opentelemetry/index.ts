/**
 * Traces for an OpenTelemetry collector. Spans are exported in batches in the background; if the collector does not
 * accept them they are lost, and nothing waits for it. No global state is changed: several programs in one process have
 * traces of their own.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type SpanContext,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider, type SpanProcessor } from '@opentelemetry/sdk-trace';
import type { Tracing } from '../tracing.js';

export interface OpenTracing extends Tracing {
  /** Exports pending spans. */
  close(): Promise<void>;
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

const fromTraceparent = (traceparent: string | undefined): Context | null => {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  const remote: SpanContext = { traceId, spanId, traceFlags: parseInt(flags, 16), isRemote: true };
  return /[^0]/.test(traceId) && /[^0]/.test(spanId) ? trace.setSpanContext(ROOT_CONTEXT, remote) : null;
};

const toTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;

/** @param service The name of the program. */
export const openTelemetry = (service: string, processor: SpanProcessor): OpenTracing => {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'flagpost' }),
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer('flagpost');
  const current = new AsyncLocalStorage<Context>();
  return {
    async span(name, { attributes = {}, traceparent, kind }, work) {
      const parent = fromTraceparent(traceparent) ?? current.getStore() ?? ROOT_CONTEXT;
      const options = { attributes, kind: kind === 'server' ? SpanKind.SERVER : SpanKind.INTERNAL };
      const span = tracer.startSpan(name, options, parent);
      const handle = {
        traceparent: toTraceparent(span.spanContext()),
        rename: (better: string) => void span.updateName(better),
        set: (more: typeof attributes) => void span.setAttributes(more),
      };
      try {
        return await current.run(trace.setSpan(parent, span), () => work(handle));
      } catch (error) {
        // Only the type of the error: its message may contain personal data.
        span.setStatus({ code: SpanStatusCode.ERROR });
        span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
        throw error;
      } finally {
        span.end();
      }
    },
    close: () => provider.shutdown(),
  };
};

/** The collector's address, as in the variable of OpenTelemetry: `/v1/traces` is appended. */
export const openCollector = (service: string, endpoint: string): OpenTracing =>
  openTelemetry(
    service,
    new BatchSpanProcessor({
      exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }),
    }),
  );
