import { TOPIC_DEFINITIONS, type DropReason } from '@flagpost/contracts';
import type { Topics } from '@flagpost/messaging';
import { sleep, type Clock, type Health, type Logger, type Scheduler } from '@flagpost/platform';
import type { Records } from '@flagpost/records';
import { createTally } from '../tally.js';
import type { Partition } from './partition.js';
import { runSession } from './session.js';

export interface PipelineParts {
  readonly topics: Topics;
  readonly records: Pick<Records, 'ingestStates' | 'history'>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  readonly health: Health;
  /** How much at most is handled again after a kill, ms (default 5 s). */
  readonly saveEveryMs?: number;
}

export interface Pipeline {
  /** Resolves when what is under way is published and saved. */
  stop(): Promise<void>;
}

const RESTART_AFTER_MS = 1_000;

/**
 * Turns competitor positions into frames, facts and history. Whatever ends it, it goes on from the state it saved last;
 * nothing that a door answered 200 is lost, and what is stated again carries the same id.
 */
export const startPipeline = async (parts: PipelineParts): Promise<Pipeline> => {
  const { topics, scheduler, clock, logger, health } = parts;
  await topics.define(TOPIC_DEFINITIONS);
  const tally = createTally();
  const partitions = new Map<number, Partition>();
  let restarts = 0;
  health.register('ingest', () => healthOf([...partitions.values()], tally.read(), clock.now(), restarts));

  const stopping = new AbortController();
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await runSession({ ...parts, tally }, partitions, stopping.signal);
      } catch (error) {
        restarts += 1;
        logger.error('the pipeline ended and starts again', { error });
        await sleep(scheduler, RESTART_AFTER_MS, stopping.signal).catch(() => undefined);
      }
    }
  };
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
};

const healthOf = (
  partitions: readonly Partition[],
  read: { accepted: number; dropped: Partial<Record<DropReason, number>> },
  now: number,
  restarts: number,
) => {
  const parts = partitions.map((partition) => partition.health());
  const dropped = { ...read.dropped };
  for (const [reason, inputs] of parts.flatMap((part) => Object.entries(part.dropped))) {
    dropped[reason as DropReason] = (dropped[reason as DropReason] ?? 0) + inputs;
  }
  const newestAt = Math.max(...parts.map((part) => part.newestAt ?? -Infinity));
  return {
    ok: parts.length > 0 && parts.every((part) => !part.takenOver),
    details: {
      partitions: parts.length,
      takenOver: parts.filter((part) => part.takenOver).length,
      read: read.accepted,
      dropped,
      held: parts.reduce((sum, part) => sum + part.held, 0),
      behind: parts.reduce((sum, part) => sum + part.behind, 0),
      newestPositionAgeMs: Number.isFinite(newestAt) ? now - newestAt : null,
      restarts,
    },
  };
};
