import { eventKey, RACE, TOPICS, type LiveFrame } from '@flagpost/contracts';
import { fixedDelay, retry, ServiceUnavailableError } from '@flagpost/platform';
import { steadyFor } from './gaps.js';
import { openPartition, type Partition, type PartitionParts } from './partition.js';
import { followSetups } from './setups.js';
import type { Silence } from './silence.js';
import type { Troubles } from './troubles.js';

export const INGEST_GROUP = 'telemetry-ingest';

export interface SessionParts extends PartitionParts {
  readonly silence: Silence;
  readonly troubles: Troubles;
}

const RETRY_MS = 1_000;
/** Who slept learns only now that partitions are another's: until then its frames would show cars where they were. */
const FRAMES_REST_MS = 5_000;

/**
 * Reads `race.setup` to its end, then positions, until `signal` aborts.
 *
 * @throws what ended it otherwise; the next session goes on from what was saved.
 */
export const runSession = async (parts: SessionParts, partitions: Map<number, Partition>): Promise<void> => {
  const { topics, scheduler, clock, logger, signal, silence, troubles } = parts;
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
  await Promise.race([caughtUp, ...ends]);

  /** A partition is ours from now on: while the records are away it waits for them. */
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
  /** What another instance has written is newer than what is here: it goes on from there. */
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
      const heads = await troubles.watch('heads', () => topics.heads(TOPICS.positions));
      const judges = heads !== null && silence.answered(asOf);
      await Promise.all(
        [...partitions].map(async ([index, partition]) => {
          const head = judges ? (heads[index] ?? null) : null;
          goOn(index, partition, await partition.tick(asOf, head));
        }),
      );
    } finally {
      ticking = false;
    }
  };

  let publishing = false;
  const isAwake = steadyFor(FRAMES_REST_MS);
  const publishFrames = async (): Promise<void> => {
    const now = clock.now();
    if (!isAwake(now) || publishing) return;
    const frames = mergedFrames([...partitions.values()], now);
    if (frames.length === 0) return;
    publishing = true;
    const messages = frames.map((frame) => ({ key: eventKey(frame.eventId), value: JSON.stringify(frame) }));
    // A lost frame heals by itself: newer ones follow.
    await troubles
      .watch('frames', () => topics.publish(TOPICS.live, messages))
      .finally(() => (publishing = false));
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
      if (end.status === 'rejected') logger.error('the pipeline did not stop cleanly', { error: end.reason });
    }
    partitions.clear();
  }
};

/** One frame an event, over all partitions. */
const mergedFrames = (partitions: readonly Partition[], now: number): readonly LiveFrame[] => {
  const merged = new Map<number, LiveFrame>();
  for (const frame of partitions.flatMap((partition) => partition.takeFrames(now))) {
    const other = merged.get(frame.eventId);
    if (other === undefined) merged.set(frame.eventId, frame);
    else other.cars.push(...frame.cars);
  }
  return [...merged.values()];
};
