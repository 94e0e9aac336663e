import { TOPIC_DEFINITIONS, TOPICS, type LiveFrame } from '@flagpost/contracts';
import { createDeadLetters, type Topics } from '@flagpost/messaging';
import { ageOf, METRICS, type Metrics } from '@flagpost/observability';
import {
  fixedDelay,
  supervise,
  type Clock,
  type Health,
  type Logger,
  type Scheduler,
} from '@flagpost/platform';
import type { Records } from '@flagpost/records';
import { createStateWriter } from '@flagpost/telemetry';
import type { DeviceNotes } from '../devices.js';
import { createInputCounters } from '../input-counters.js';
import { createEntries, type Entries } from './entries.js';
import type { Partition } from './partition.js';
import { INGEST_GROUP, runSession } from './session.js';
import { createOfflineGrace } from './offline-grace.js';
import { createOutageTracker } from './outage-tracker.js';

export interface PipelineParts {
  readonly topics: Topics;
  readonly records: Pick<Records, 'ingestStates' | 'history'>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  readonly health: Health;
  readonly devices: Pick<DeviceNotes, 'dropped'>;
  readonly metrics?: Metrics;
  /** The longest span of input that is handled again after a crash, ms (default 5 s). */
  readonly saveEveryMs?: number;
  /** Inputs of a partition that may be in no saved state; at the limit it waits (default 100,000). */
  readonly unsavedAtMost?: number;
  /** Called with frames once they are published. */
  readonly onFrames?: (frames: readonly LiveFrame[]) => void;
}

export interface Pipeline {
  readonly entries: Pick<Entries, 'refusal'>;
  /** Resolves when everything in progress is published and saved. */
  stop(): Promise<void>;
}

const RESTART_AFTER_MS = 1_000;

/**
 * Turns competitor positions into frames, facts and history. After any failure it resumes from its last saved state;
 * nothing that a door acknowledged is lost, and a fact that is stated again carries the same id.
 */
export const startPipeline = async (parts: PipelineParts): Promise<Pipeline> => {
  const { topics, scheduler, clock, logger, health, metrics } = parts;
  const counters = createInputCounters();
  const outages = createOutageTracker(logger);
  const deadLetters = createDeadLetters({ topics, topic: TOPICS.deadLetters, clock, logger });
  const partitions = new Map<number, Partition>();
  let restarts = 0;
  health.register('ingest', async () => {
    const lag = await topics.lag(TOPICS.positions, INGEST_GROUP).catch(() => null);
    const own = figuresOf(partitions);
    const { accepted: read, dropped } = counters.read();
    const trouble = [outages.read(), own.trouble].filter((each) => each !== null).join('; ');
    return {
      ok: partitions.size > 0 && trouble === '',
      details: {
        partitions: [...partitions.keys()].sort((a, b) => a - b),
        read,
        dropped,
        held: own.held,
        behind: own.behind,
        newestPositionAgeMs: own.newestAt === null ? null : clock.now() - own.newestAt,
        lag: lag?.messages ?? null,
        deadLetters: deadLetters.counts(),
        restarts,
        ...(trouble === '' ? {} : { trouble }),
      },
    };
  });
  metrics?.figure(METRICS.ingestInputs, () => counters.read().accepted);
  metrics?.figure(METRICS.ingestDropped, () => counters.read().dropped);
  metrics?.figure(METRICS.ingestHeld, () => figuresOf(partitions).held);
  metrics?.figure(METRICS.ingestPartitions, () => partitions.size);
  metrics?.figure(METRICS.ingestRestarts, () => restarts);
  metrics?.figure(METRICS.consumerLag, () => ({ [TOPICS.positions]: figuresOf(partitions).behind }));
  metrics?.figure(METRICS.deadLetters, () => deadLetters.counts());
  metrics?.figure(METRICS.newestFixAge, () => ageOf('ingest', figuresOf(partitions).newestAt, clock));

  const entries = createEntries();
  const session = {
    ...parts,
    counters,
    deadLetters,
    outages,
    offlineGrace: createOfflineGrace(),
    stateWriter: createStateWriter(),
    entries,
  };
  await topics.define(TOPIC_DEFINITIONS);
  const running = supervise(
    {
      backoff: { scheduler, ms: fixedDelay(RESTART_AFTER_MS) },
      onFailure(error) {
        restarts += 1;
        logger.error('pipeline failed, will be restarted', { error });
      },
    },
    (signal) => runSession({ ...session, signal }, partitions),
  );
  return { entries, stop: () => running.stop() };
};

/** Sums over the partitions of this process. */
const figuresOf = (partitions: ReadonlyMap<number, Partition>) => {
  const parts = [...partitions.values()].map((partition) => partition.health());
  const newestAt = Math.max(...parts.map((part) => part.newestAt ?? -Infinity));
  const outages = new Set(parts.map(({ trouble }) => trouble).filter((trouble) => trouble !== null));
  return {
    held: parts.reduce((sum, part) => sum + part.held, 0),
    behind: parts.reduce((sum, part) => sum + part.behind, 0),
    newestAt: Number.isFinite(newestAt) ? newestAt : null,
    trouble: outages.size === 0 ? null : [...outages].join('; '),
  };
};
