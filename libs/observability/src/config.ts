import { z } from 'zod';
import { port } from '@flagpost/platform';

/** Where a program tells its metrics, as environment variables of these names. */
export const metricsConfig = z.object({
  /** Port of /metrics, which is none of those that the world reaches; nothing is measured where it is left out. */
  METRICS_PORT: port.optional(),
  /** Reached from this machine alone, unless it says otherwise: whoever reaches it may read it. */
  METRICS_HOST: z.string().default('127.0.0.1'),
});

export const tracingConfig = z.object({
  /** OpenTelemetry collector (OTLP over HTTP) that takes the traces; none are made where it is left out. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
});

export type ObservabilityConfig = z.infer<typeof metricsConfig> & Partial<z.infer<typeof tracingConfig>>;
