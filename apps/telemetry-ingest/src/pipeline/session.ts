import { RACE, TOPICS, type LiveFrame } from '@flagpost/contracts';
import type { Scheduler } from '@flagpost/platform';
import { openPartition, type Partition, type PartitionParts } from './partition.js';
import { followSetups } from './setups.js';

export const INGEST_GROUP = 'telemetry-ingest';

export interface SessionParts extends PartitionParts {
  readonly scheduler: Scheduler;
}

/**
 * Reads `race.setup` to its end, then positions, until `signal` aborts.
 *
 * @throws what ended it otherwise; the next session goes on from what was saved.
 */
export const runSession = async (
  parts: SessionParts,
  partitions: Map<number, Partition>,
  signal: AbortSignal,
): Promise<void> => {
  const { topics, scheduler, clock, logger } = parts;
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
  } = followSetups(topics, logger, (eventId, setup) =>
    partitions.forEach((partition) => partition.setup(eventId, setup)),
  );
  const ends = [aborted, failed, follower.closed];
  await Promise.race([caughtUp, ...ends]);

  let busySince: number | null = null;
  const consumer = topics.consume({
    topic: TOPICS.positions,
    group: INGEST_GROUP,
    startAt: async (index) => {
      const partition = await openPartition(parts, index, setups);
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
      busySince = clock.now();
      await partitions.get(batch.partition)?.take(batch);
      busySince = null;
    },
  });

  /**
   * Silence is judged as of the tick before: what was stored by then has been handed over since. While one batch
   * takes longer than that, nobody is judged.
   */
  let before: number | null = null;
  const tick = async (): Promise<void> => {
    const upTo = before;
    if (upTo !== null && busySince !== null && busySince < upTo) return;
    before = clock.now();
    if (upTo !== null) await Promise.all([...partitions.values()].map((partition) => partition.tick(upTo)));
  };

  let publishing = false;
  const publishFrames = async (): Promise<void> => {
    if (publishing) return;
    const frames = mergedFrames([...partitions.values()], clock.now());
    if (frames.length === 0) return;
    publishing = true;
    const messages = frames.map((frame) => ({ key: String(frame.eventId), value: JSON.stringify(frame) }));
    await topics.publish(TOPICS.live, messages).finally(() => (publishing = false));
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
