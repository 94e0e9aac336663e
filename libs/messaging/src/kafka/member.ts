import type { Kafka } from 'kafkajs';
import { fixedDelay, mutex, retry, type Logger, type Scheduler } from '@flagpost/platform';
import type { Batch, GroupConsumer } from '../port.js';
import { createPlaces } from './places.js';
import { createSession, type Session } from './session.js';

/** First and next offset of a partition in the broker, and the committed offset of the group. */
export interface Extent {
  readonly low: number;
  readonly high: number;
  readonly committed: number | null;
}

export interface MemberOptions {
  /** The group id in the broker. */
  readonly topic: string;
  /** Called each time a new member joins. */
  readonly groupId: () => string;
  readonly kafka: Kafka;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  readonly maxBatch: number;
  /** Whether handled offsets are committed to the group. */
  readonly commits: boolean;
  /** By partition. */
  readonly extents: () => Promise<readonly Extent[]>;
  /** Where to start in a newly assigned partition. */
  readonly startAt: (partition: number, extent: Extent) => Promise<number>;
  readonly onBatch: (batch: Batch) => Promise<void>;
  readonly onRevoked?: ((partition: number) => Promise<void>) | undefined;
}

const AGAIN_AFTER_MS = 1_000;

/**
 * One member of a consumer group. Whenever kafkajs's consumer ends, a new one replaces it. At each rebalance all
 * partitions are revoked first and the assigned ones are restarted, as another member may have owned them in between.
 */
export const joinGroup = (options: MemberOptions): GroupConsumer => {
  const { topic, scheduler, logger } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const backoff = { scheduler, ms: fixedDelay(AGAIN_AFTER_MS), signal };
  const places = createPlaces(options.onRevoked);
  const inTurn = mutex();
  /** The errors that ended it, if there are any. */
  const failures: unknown[] = [];
  let away = false;
  let session: Session | null = null;

  const fail = (error: unknown): void => {
    failures.push(error);
    stopping.abort(new Error('failed'));
  };
  const joined = (): void => {
    if (away) logger.info('topic consumer has reconnected to its broker', { topic });
    away = false;
  };
  const lost = (error: unknown): void => {
    if (!away) logger.error('topic consumer lost its broker, will reconnect', { topic, error });
    away = true;
  };

  const run = async (): Promise<void> => {
    session = createSession({ ...options, places, inTurn, backoff, signal, fail, joined });
    const ended = await session.run();
    session = null;
    if (!signal.aborted) throw ended;
  };
  const closed = retry({ backoff, onRetry: lost }, run)
    .catch(() => undefined) // stopped
    .then(() => {
      if (failures.length > 0) throw failures[0];
    });
  return {
    closed,
    beginAgain: (partition) => session?.beginAgain(partition),
    async stop() {
      stopping.abort(new Error('stopped'));
      await closed.catch(() => undefined);
    },
  };
};
