/**
 * Traces for an OpenTelemetry collector. Spans are handed on in batches, aside; those that it cannot take are lost, and
 * nothing waits for it. Nothing of the whole process is changed: several programs in one have traces of their own.
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
  /** Hands on what waits. */
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

/** @param service Names the program. */
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
        // The kind of failure alone: a message may say of whom.
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

/** To the collector at this address, as the variable of OpenTelemetry has it: `/v1/traces` is put behind it. */
export const openCollector = (service: string, endpoint: string): OpenTracing =>
  openTelemetry(
    service,
    new BatchSpanProcessor({
      exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }),
    }),
  );
