import { cpus, loadavg } from 'node:os';
import { valuesOf, readMetrics } from '../metrics-reader.js';
import { createLatencies, type Latencies } from '../latencies.js';

/** Measurements of one minute. Null if unavailable, such as memory while the program was down. */
export interface Minute {
  readonly minute: number;
  /** Of the process under test, after a garbage collection, MB. */
  readonly rssMb: number | null;
  readonly heapMb: number | null;
  readonly externalMb: number | null;
  /** Not yet handled or projected, at the end of the minute and at its maximum. */
  readonly lagMessages: number | null;
  readonly lagMessagesMost: number | null;
  readonly lagEvents: number | null;
  readonly lagEventsMost: number | null;
  /** ms */
  readonly doorP50: number | null;
  readonly doorP99: number | null;
  readonly commandP50: number | null;
  readonly commandP99: number | null;
  readonly screenP50: number | null;
  readonly screenP99: number | null;
  readonly viewers: number | null;
  /** Since the run began. */
  readonly slowDropped: number;
  /** Of the log, since the program's last start. */
  readonly events: number | null;
  /** Load of the machine: share of all its processors in use by any process, and its load average. */
  readonly machineBusyPercent: number;
  readonly machineLoad: number;
}

export interface Minutes {
  readonly took: Readonly<Record<'door' | 'command' | 'screen', Latencies>>;
  /** Samples values of which a minute reports the maximum. */
  sample(): Promise<void>;
  /** The measurements of the minute that ends now. */
  end(minute: number): Promise<Minute>;
}

export interface Program {
  readonly metricsUrl: () => string | null;
  readonly collectGarbage: () => Promise<void>;
}

const MB = 1e6;
const SLOW = 'flagpost_socket_dropped_viewers_total{why="slow"}';

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const most = (values: readonly number[]): number | null => (values.length === 0 ? null : Math.max(...values));
const tenth = (value: number): number => Math.round(value * 10) / 10;

const processorTimes = (): { readonly all: number; readonly idle: number } => {
  const times = cpus().map((each) => each.times);
  return {
    all: sum(times.flatMap((each) => Object.values(each))),
    idle: sum(times.map(({ idle }) => idle)),
  };
};

export const createMinutes = (program: Program): Minutes => {
  const took = { door: createLatencies(), command: createLatencies(), screen: createLatencies() };
  let highest: { messages: number[]; events: number[] } = { messages: [], events: [] };
  let slowBefore = 0;
  let slowNow = 0;
  let times = processorTimes();

  const read = async (): Promise<ReadonlyMap<string, number>> => {
    const url = program.metricsUrl();
    const metrics = url === null ? null : await readMetrics(url).catch(() => null);
    if (metrics === null) return new Map();
    const slow = metrics.get(SLOW) ?? 0;
    // Counters of a restarted program begin at 0.
    if (slow < slowNow) slowBefore += slowNow;
    slowNow = slow;
    highest.messages.push(...valuesOf(metrics, 'flagpost_consumer_lag_messages'));
    highest.events.push(...valuesOf(metrics, 'flagpost_projection_lag_events'));
    return metrics;
  };
  const percentiles = (of: keyof typeof took): [p50: number | null, p99: number | null] => {
    const both = [took[of].percentile(0.5), took[of].percentile(0.99)] as const;
    took[of].clear();
    return [...both];
  };

  return {
    took,
    async sample() {
      await read();
    },
    async end(minute) {
      await program.collectGarbage();
      const metrics = await read();
      const mb = (name: string): number | null => {
        const bytes = metrics.get(name);
        return bytes === undefined ? null : tenth(bytes / MB);
      };
      const before = times;
      times = processorTimes();
      const busy = 1 - (times.idle - before.idle) / (times.all - before.all);
      const [doorP50, doorP99] = percentiles('door');
      const [commandP50, commandP99] = percentiles('command');
      const [screenP50, screenP99] = percentiles('screen');
      const { messages, events } = highest;
      highest = { messages: [], events: [] };
      return {
        minute,
        rssMb: mb('process_resident_memory_bytes'),
        heapMb: mb('nodejs_heap_size_used_bytes'),
        externalMb: mb('nodejs_external_memory_bytes'),
        lagMessages: most(valuesOf(metrics, 'flagpost_consumer_lag_messages')),
        lagMessagesMost: most(messages),
        lagEvents: most(valuesOf(metrics, 'flagpost_projection_lag_events')),
        lagEventsMost: most(events),
        doorP50,
        doorP99,
        commandP50,
        commandP99,
        screenP50,
        screenP99,
        viewers: metrics.get('flagpost_socket_viewers') ?? null,
        slowDropped: slowBefore + slowNow,
        events: metrics.get('flagpost_append_batch_events_sum') ?? null,
        machineBusyPercent: Math.round(busy * 100),
        machineLoad: tenth(loadavg()[0] ?? 0),
      };
    },
  };
};
