import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { withTimeout, type Logger, type Scheduler } from '@flagpost/platform';
import type { Figure } from '../metric.js';
import type { Metrics, Reading } from '../metrics.js';

type Read = () => Reading | Promise<Reading>;

/** A value that is not read by then is left out; a scraper waits for 10 s. */
const READ_TIMEOUT_MS = 3_000;

export interface PrometheusParts {
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}

export interface PrometheusMetrics extends Metrics {
  readonly registry: Registry;
}

/** A registry with Flagpost's metrics and prom-client's default metrics of Node. */
export const prometheusMetrics = ({ scheduler, logger }: PrometheusParts): PrometheusMetrics => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const readers = new Map<string, Read[]>();

  const ask = async (name: string, read: Read): Promise<Reading> => {
    try {
      return await withTimeout(scheduler, READ_TIMEOUT_MS, Promise.resolve().then(read));
    } catch (error) {
      logger.warn('metric cannot be read', { metric: name, error });
      return null;
    }
  };

  const register = ({ kind, name, help, labels }: Figure, reads: readonly Read[]): void => {
    const [label] = labels;
    const Kind = kind === 'counter' ? Counter : Gauge;
    new Kind({
      name,
      help,
      labelNames: labels,
      registers,
      async collect() {
        const readings = await Promise.all(reads.map((read) => ask(name, read)));
        this.reset();
        // A metric without labels starts at 0, even if it cannot be read.
        if (label === undefined) this.remove();
        for (const reading of readings) {
          if (typeof reading === 'number') this.inc(reading);
          else if (label !== undefined)
            for (const [value, number] of Object.entries(reading ?? {}))
              if (number != null) this.inc({ [label]: value }, number);
        }
      },
    });
  };

  return {
    registry,
    figure(metric, read) {
      const known = readers.get(metric.name);
      if (known !== undefined) {
        known.push(read);
        return;
      }
      const reads = [read];
      readers.set(metric.name, reads);
      register(metric, reads);
    },
    sizes({ name, help, labels, buckets }) {
      const histogram = new Histogram({ name, help, labelNames: labels, buckets: [...buckets], registers });
      return (value, of) => histogram.observe(of, value);
    },
    stopwatch({ name, help, labels, buckets }) {
      const histogram = new Histogram({ name, help, labelNames: labels, buckets: [...buckets], registers });
      return () => {
        const stop = histogram.startTimer();
        return (of) => void stop(of);
      };
    },
  };
};
