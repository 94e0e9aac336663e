import { eventKey, RACE, TOPICS, type LiveFrame } from '@flagpost/contracts';
import { fixedDelay, retry, ServiceUnavailableError } from '@flagpost/platform';
import { isOfBacklog } from './backlog.js';
import { createQuietPeriod } from './quiet-period.js';
import type { Entries } from './entries.js';
import { openPartition, type Partition, type PartitionParts } from './partition.js';
import { followSetups } from './setups.js';
import type { OfflineGrace } from './offline-grace.js';
import type { OutageTracker } from './outage-tracker.js';

export const INGEST_GROUP = 'telemetry-ingest';

export interface SessionParts extends PartitionParts {
  readonly offlineGrace: OfflineGrace;
  readonly outages: OutageTracker;
  readonly entries: Entries;
  /** Called with frames once they are published. */
  readonly onFrames?: ((frames: readonly LiveFrame[]) => void) | undefined;
}

const RETRY_MS = 1_000;
/**
 * A process that was suspended learns late that its partitions were reassigned: until then it must not publish frames,
 * which would show cars at old positions.
 */
const FRAMES_REST_MS = 5_000;
/** Nobody can follow cars that drive minutes in a second. */
const BACKLOG_FRAMES_MS = 1_000;

/**
 * Reads `race.setup` to its end, then positions, until `signal` aborts.
 *
 * @throws any other failure; the next session resumes from the saved state.
 */
export const runSession = async (parts: SessionParts, partitions: Map<number, Partition>): Promise<void> => {
  const { topics, scheduler, clock, logger, signal, offlineGrace, outages, entries } = parts;
  const aborted = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => (fail = reject));

  const {
    setups,
    consumer: follower,
    caughtUp,
  } = followSetups(parts, (eventId, setup) =>
    partitions.forEach((partition) => partition.setup(eventId, setup)),
  );
  const ends = [aborted, failed, follower.closed];
  await Promise.race([caughtUp.then(() => entries.follow(setups)), ...ends]);

  /** Opens a newly assigned partition; waits for it during an outage of the records. */
  const open = (index: number): Promise<Partition> =>
    retry(
      {
        retryIf: (error) => error instanceof ServiceUnavailableError,
        backoff: { scheduler, ms: fixedDelay(RETRY_MS), signal },
        onRetry: (error) =>
          logger.error('saved state of a partition cannot be loaded, will be retried', {
            partition: index,
            error,
          }),
      },
      () => openPartition(parts, index, setups),
    );
  const consumer = topics.consume({
    topic: TOPICS.positions,
    group: INGEST_GROUP,
    ahead: true,
    startAt: async (index) => {
      const partition = await open(index);
      partitions.set(index, partition);
      setups.forEach((setup, eventId) => partition.setup(eventId, setup));
      return partition.nextOffset;
    },
    onRevoked: async (index) => {
      const partition = partitions.get(index);
      partitions.delete(index);
      await partition?.close();
    },
    onBatch: async (batch) => {
      const partition = partitions.get(batch.partition);
      if (partition !== undefined) goOn(batch.partition, partition, await partition.take(batch));
    },
  });
  /** Reopens a partition whose state another instance has saved: that one is newer. */
  const goOn = (index: number, partition: Partition, isOurs: boolean): void => {
    if (isOurs || partitions.get(index) !== partition) return;
    partitions.delete(index);
    consumer.beginAgain(index);
  };

  let ticking = false;
  const tick = async (): Promise<void> => {
    if (ticking) return;
    ticking = true;
    try {
      const asOf = clock.now();
      const heads = await outages.watch('heads', () => topics.heads(TOPICS.positions));
      const detectsOffline = heads !== null && offlineGrace.isOver(asOf);
      await Promise.all(
        [...partitions].map(async ([index, partition]) => {
          const head = detectsOffline ? (heads[index] ?? null) : null;
          goOn(index, partition, await partition.tick(asOf, head));
        }),
      );
    } finally {
      ticking = false;
    }
  };

  let publishing = false;
  let framesAt = -Infinity;
  const isAwake = createQuietPeriod(FRAMES_REST_MS);
  const publishFrames = async (): Promise<void> => {
    const now = clock.now();
    if (!isAwake(now) || publishing) return;
    if (now - framesAt < BACKLOG_FRAMES_MS && isCatchingUp(partitions, now)) return;
    framesAt = now;
    const frames = mergedFrames([...partitions.values()], now);
    if (frames.length === 0) return;
    publishing = true;
    const messages = frames.map((frame) => ({ key: eventKey(frame.eventId), value: JSON.stringify(frame) }));
    // A lost frame needs no retry: newer ones follow.
    const publish = async (): Promise<void> => {
      await topics.publish(TOPICS.live, messages);
      parts.onFrames?.(frames);
    };
    await outages.watch('frames', publish).finally(() => (publishing = false));
  };

  const timers = [
    scheduler.every(RACE.sweepEveryMs, () => void tick().catch(fail)),
    scheduler.every(RACE.frameEveryMs, () => void publishFrames().catch(fail)),
  ];
  try {
    await Promise.race([...ends, consumer.closed]);
  } finally {
    timers.forEach((timer) => timer.cancel());
    const stopped = await Promise.allSettled([consumer.stop(), follower.stop()]);
    for (const end of stopped) {
      if (end.status === 'rejected') logger.error('pipeline did not stop cleanly', { error: end.reason });
    }
    partitions.clear();
  }
};

/** Whether inputs wait, and all that were handled last are old. */
const isCatchingUp = (partitions: ReadonlyMap<number, Partition>, now: number): boolean => {
  const all = [...partitions.values()].map((partition) => partition.health());
  return all.some(({ behind }) => behind > 0) && all.every(({ newestAt }) => isOfBacklog(newestAt, now));
};

/** One frame per event, over all partitions. */
const mergedFrames = (partitions: readonly Partition[], now: number): readonly LiveFrame[] => {
  const merged = new Map<number, LiveFrame>();
  for (const frame of partitions.flatMap((partition) => partition.takeFrames(now))) {
    const other = merged.get(frame.eventId);
    if (other === undefined) merged.set(frame.eventId, frame);
    else other.cars.push(...frame.cars);
  }
  return [...merged.values()];
};
