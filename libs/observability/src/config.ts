import { z } from 'zod';
import { port } from '@flagpost/platform';

/** The export of metrics and traces, as environment variables of these names. */
export const metricsConfig = z.object({
  /** Port of /metrics, separate from public ports; metrics are off if it is left out. */
  METRICS_PORT: port.optional(),
  /** Listens on this machine only by default: everyone who can reach it may read it. */
  METRICS_HOST: z.string().default('127.0.0.1'),
});

export const tracingConfig = z.object({
  /** OpenTelemetry collector (OTLP over HTTP) for traces; traces are off if it is left out. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
});

export type ObservabilityConfig = z.infer<typeof metricsConfig> & Partial<z.infer<typeof tracingConfig>>;
