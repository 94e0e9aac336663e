import type { Clock, Logger, Scheduler } from '@flagpost/platform';
import { logOnce } from './log-once.js';
import type { TopicState } from './topic.js';

const EVERY_MS = 5_000;
/** A reader of a compacted topic that lags less than this sees every tombstone. */
const TOMBSTONES_STAY_MS = 24 * 3_600_000;

/** Deletes expired messages every 5 s, a bounded number at a time, from the file and from memory. */
export const startRetention = (parts: {
  readonly topics: () => Iterable<TopicState>;
  readonly forget: (expired: readonly (readonly [topicId: number, before: number])[]) => Promise<void>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}): { stop(): void } => {
  const attempt = logOnce(parts.logger, 'expired messages of topics could not be deleted');
  let underWay: Promise<void> | null = null;

  const forgetExpired = async (): Promise<void> => {
    const now = parts.clock.now();
    const expired: [topicId: number, before: number][] = [];
    for (const topic of parts.topics()) {
      const { kind, retainMs } = topic.definition;
      const keepMs = kind === 'compacted' ? TOMBSTONES_STAY_MS : retainMs;
      if (topic.kind !== 'stored' || keepMs === undefined) continue;
      expired.push([topic.id, now - keepMs]);
      // Of a compacted topic memory keeps no value that was replaced for longer than this.
      const inMemoryMs = kind === 'compacted' ? EVERY_MS : keepMs;
      topic.partitions.forEach((partition) => partition.forget(now - inMemoryMs));
    }
    if (expired.length > 0) await parts.forget(expired);
  };

  const timer = parts.scheduler.every(EVERY_MS, () => {
    underWay ??= attempt(forgetExpired()).finally(() => (underWay = null));
  });
  return { stop: () => timer.cancel() };
};
