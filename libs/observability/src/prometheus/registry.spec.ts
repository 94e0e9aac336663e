import { beforeEach, describe, expect, it } from '@jest/globals';
import { silentLogger, type Scheduler } from '@flagpost/platform';
import { counter, durations, gauge, sizes } from '../metric.js';
import { prometheusMetrics, type PrometheusMetrics } from './registry.js';

let metrics: PrometheusMetrics;
let late: (() => void)[];
const scheduler: Scheduler = {
  after: (_ms, callback) => {
    late.push(callback);
    return { cancel: () => undefined };
  },
  every: () => ({ cancel: () => undefined }),
};
beforeEach(() => {
  late = [];
  metrics = prometheusMetrics({ scheduler, logger: silentLogger });
});

/** Flagpost's own metrics, without help texts. */
const told = async (): Promise<string[]> =>
  (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith('fp_'));

describe('a figure', () => {
  it('is read anew at each scrape, and at no other time', async () => {
    let fixes = 0;
    metrics.figure(counter('fp_fixes_total', 'Fixes.'), () => (fixes += 1));
    expect(fixes).toBe(0);
    expect(await told()).toEqual(['fp_fixes_total 1']);
    expect(await told()).toEqual(['fp_fixes_total 2']);
  });

  it('is one number for each value of its label, from all parts that tell of it', async () => {
    const lag = gauge('fp_lag_messages', 'Lag.', 'topic');
    metrics.figure(lag, () => ({ positions: 3, facts: null }));
    metrics.figure(lag, () => Promise.resolve({ facts: 0, setup: undefined, positions: 1 }));
    expect(await told()).toEqual([
      'fp_lag_messages{topic="positions"} 4',
      'fp_lag_messages{topic="facts"} 0',
    ]);
  });

  it('is left out where nobody can tell it, and holds nothing else up', async () => {
    metrics.figure(gauge('fp_age_seconds', 'Age.'), () => null);
    metrics.figure(gauge('fp_broken', 'Broken.'), () => {
      throw new Error('no');
    });
    metrics.figure(gauge('fp_late', 'Late.'), () => new Promise(() => undefined));
    metrics.figure(gauge('fp_well', 'Well.'), () => 5);
    const scraped = told();
    await new Promise((resolve) => setImmediate(resolve));
    for (const callback of late) callback();
    expect(await scraped).toEqual(['fp_well 5']);
  });
});

describe('a distribution', () => {
  it('takes sizes as they come', async () => {
    const observe = metrics.sizes(sizes('fp_batch_events', 'Batches.'));
    observe(3, {});
    observe(1, {});
    const lines = await told();
    expect(lines).toContain('fp_batch_events_bucket{le="2"} 1');
    expect(lines.slice(-2)).toEqual(['fp_batch_events_sum 4', 'fp_batch_events_count 2']);
  });

  it('takes times from a stopwatch', async () => {
    const start = metrics.stopwatch(durations('fp_command_seconds', 'Commands.', 'command', 'outcome'));
    start()({ command: 'sendFlag', outcome: 'done' });
    expect(await told()).toContain('fp_command_seconds_count{command="sendFlag",outcome="done"} 1');
  });
});

it('tells what is known of Node', async () => {
  const text = await metrics.registry.metrics();
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes'])
    expect(text).toMatch(new RegExp(`^${name} [\\d.e+-]+$`, 'm'));
});
