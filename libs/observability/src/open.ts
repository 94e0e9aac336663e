/** Opens the configured exporters. Those that are not configured are not loaded. */
import type { Logger, Scheduler } from '@flagpost/platform';
import type { ObservabilityConfig } from './config.js';
import type { Metrics } from './metrics.js';
import type { Tracing } from './tracing.js';

export interface Observability {
  /** Left out if metrics are off. */
  readonly metrics?: Metrics;
  readonly tracing?: Tracing;
  /** The address of the metrics. */
  readonly metricsUrl: string | null;
  close(): Promise<void>;
}

export interface ObservabilityParts {
  /** The name of the program in its traces. */
  readonly service: string;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}

/** @throws {AddressRefused} if METRICS_PORT cannot be opened. */
export const openObservability = async (
  config: ObservabilityConfig,
  parts: ObservabilityParts,
): Promise<Observability> => {
  const measured = await openMetrics(config, parts);
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  const tracing =
    endpoint === undefined
      ? undefined
      : (await import('./opentelemetry/index.js')).openCollector(parts.service, endpoint);
  return {
    ...(measured === null ? {} : { metrics: measured.metrics }),
    ...(tracing === undefined ? {} : { tracing }),
    metricsUrl: measured?.url ?? null,
    async close() {
      await measured?.close();
      await tracing?.close();
    },
  };
};

const openMetrics = async (
  { METRICS_PORT: port, METRICS_HOST: host }: ObservabilityConfig,
  parts: ObservabilityParts,
) => {
  if (port === undefined) return null;
  const { prometheusMetrics, serveMetrics } = await import('./prometheus/index.js');
  const metrics = prometheusMetrics(parts);
  return { metrics, ...(await serveMetrics(metrics.registry, { port, host }, parts.logger)) };
};
