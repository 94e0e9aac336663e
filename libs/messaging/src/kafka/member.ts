import type { Consumer as KafkaConsumer, EachBatchPayload, Kafka } from 'kafkajs';
import { fixedDelay, mutex, retry, type Logger, type Scheduler } from '@flagpost/platform';
import type { Batch, GroupConsumer, StoredMessage } from '../port.js';
import { answered } from './client.js';

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

/** A member without a heartbeat for this long loses its partitions. */
const SESSION_MS = 7_000;
const BEAT_MS = 1_500;
/** How long a busy member may take to notice a rebalance. */
const REBALANCE_MS = 10_000;
/** How long a broker holds a fetch without new messages; also the delay after a seek. */
const POLL_MS = 200;
const AGAIN_AFTER_MS = 1_000;
const LEAVE_WITHIN_MS = 5_000;

/** The next offset of an assigned partition. A new object replaces it on a restart of the partition. */
interface Place {
  next: number;
}

/**
 * One member of a consumer group. Whenever kafkajs's consumer ends, a new one replaces it. At each rebalance all
 * partitions are revoked first and the assigned ones are restarted, as another member may have owned them in between.
 */
export const joinGroup = (options: MemberOptions): GroupConsumer => {
  const { topic, kafka, scheduler, logger, maxBatch, commits, extents } = options;
  const names = { topic };
  const stopping = new AbortController();
  const backoff = { scheduler, ms: fixedDelay(AGAIN_AFTER_MS), signal: stopping.signal };
  const inTurn = mutex();
  const places = new Map<number, Place>();
  /** The error that ended it, if there is one. */
  const failures: unknown[] = [];
  let away = false;
  let again: (partition: number) => void = () => undefined;

  const fail = (error: unknown): void => {
    failures.push(error);
    stopping.abort(new Error('failed'));
  };

  const release = async (): Promise<void> => {
    const held = [...places.keys()];
    places.clear();
    await all(held.map(async (partition) => options.onRevoked?.(partition)));
  };

  /** Retries until the broker answers. Null after a stop. */
  const extentsWhile = (wanted: () => boolean): Promise<readonly Extent[] | null> =>
    retry(
      {
        backoff,
        onRetry: (error) => logger.warn('topic consumer cannot reach Kafka, will retry', { ...names, error }),
      },
      async () => (wanted() ? extents() : null),
    ).catch(() => null); // stopped

  const live = async (): Promise<unknown> => {
    const consumer: KafkaConsumer = kafka.consumer({
      groupId: options.groupId(),
      sessionTimeout: SESSION_MS,
      heartbeatInterval: BEAT_MS,
      rebalanceTimeout: REBALANCE_MS,
      maxWaitTimeInMs: POLL_MS,
      allowAutoTopicCreation: false,
    });
    let generation = 0;

    const begin = async (partitions: readonly number[], mine: number): Promise<void> => {
      const wanted = (): boolean => mine === generation && !stopping.signal.aborted;
      const known = await extentsWhile(wanted);
      if (known === null) return;
      await all(
        partitions.map(async (partition) => {
          const extent = known[partition] ?? { low: 0, high: 0, committed: null };
          const next = Math.max(extent.low, Math.min(await options.startAt(partition, extent), extent.high));
          places.set(partition, { next });
        }),
      );
      if (!wanted()) return;
      for (const partition of partitions) {
        consumer.seek({ topic, partition, offset: String(places.get(partition)?.next ?? 0) });
      }
      consumer.resume([{ topic, partitions: [...partitions] }]);
    };

    consumer.on('consumer.group_join', ({ payload }) => {
      const mine = (generation += 1);
      const partitions = payload.memberAssignment[topic] ?? [];
      // Fetching starts only after the start offset is known.
      consumer.pause([{ topic, partitions }]);
      if (away) logger.info('topic consumer has reconnected to its broker', names);
      away = false;
      void inTurn(release)
        .then(() => inTurn(() => begin(partitions, mine)))
        .catch(fail);
    });
    consumer.on('consumer.rebalancing', () => {
      generation += 1;
      void inTurn(release).catch(fail);
    });
    consumer.on('consumer.stop', () => void (generation += 1));
    again = (partition) => {
      const mine = generation;
      places.delete(partition);
      consumer.pause([{ topic, partitions: [partition] }]);
      void inTurn(() => begin([partition], mine)).catch(fail);
    };

    const hand = async (payload: EachBatchPayload, mine: number): Promise<void> => {
      const { batch } = payload;
      const { partition } = batch;
      const place = places.get(partition);
      // Messages fetched before the restart of the partition are discarded, as they may skip others.
      if (place === undefined || payload.isStale()) return;
      const ours = (): boolean =>
        mine === generation && places.get(partition) === place && !stopping.signal.aborted;
      const { messages } = batch;
      const first = messages.findIndex(({ offset }) => Number(offset) >= place.next);
      for (let at = first; at >= 0 && at < messages.length && ours(); at += maxBatch) {
        const some = messages.slice(at, at + maxBatch).map(stored);
        const last = some.at(-1)?.offset ?? place.next;
        try {
          await options.onBatch({ partition, messages: some, head: Number(batch.highWatermark) });
        } catch (error) {
          fail(error);
          return;
        }
        if (mine !== generation || places.get(partition) !== place) return;
        place.next = last + 1;
        payload.resolveOffset(String(last));
        if (!commits) continue;
        const offsets = [{ partition, offset: String(place.next) }];
        await payload.commitOffsetsIfNecessary({ topics: [{ topic, partitions: offsets }] });
      }
    };

    const eachBatch = async (payload: EachBatchPayload): Promise<void> => {
      const mine = generation;
      // If the heartbeat is rejected, kafkajs gets the same error from its own one after the batch, and handles it.
      const beat = scheduler.every(BEAT_MS, () => void payload.heartbeat().catch(() => undefined));
      try {
        await inTurn(async () => {
          if (mine === generation && !stopping.signal.aborted) await hand(payload, mine);
        });
      } finally {
        beat.cancel();
      }
    };

    let end: () => void = () => undefined;
    const ended = new Promise<unknown>((resolve) => {
      consumer.on('consumer.crash', ({ payload }) => resolve(payload.error));
      end = () => resolve(null);
    });
    stopping.signal.addEventListener('abort', end);
    try {
      await consumer.connect();
      await consumer.subscribe({ topic, fromBeginning: true });
      await consumer.run({ eachBatch, autoCommit: false, eachBatchAutoResolve: false });
      return await ended;
    } catch (error) {
      return error;
    } finally {
      stopping.signal.removeEventListener('abort', end);
      again = () => undefined;
      // Queued: a handler in progress returns first, and its offsets are committed.
      await inTurn(async () => {
        generation += 1;
        await release();
      }).catch(fail);
      await answered(scheduler, LEAVE_WITHIN_MS, consumer.disconnect()).catch((error: unknown) =>
        logger.warn('topic consumer stopped without leaving its group', { ...names, error }),
      );
    }
  };

  const run = async (): Promise<void> => {
    const ended = await live();
    if (!stopping.signal.aborted) throw ended;
  };
  const lost = (error: unknown): void => {
    if (!away) logger.error('topic consumer lost its broker, will reconnect', { ...names, error });
    away = true;
  };
  const closed = retry({ backoff, onRetry: lost }, run)
    .catch(() => undefined) // stopped
    .then(() => {
      if (failures.length > 0) throw failures[0];
    });
  return {
    closed,
    beginAgain: (partition) => again(partition),
    async stop() {
      stopping.abort(new Error('stopped'));
      await closed.catch(() => undefined);
    },
  };
};

/** As `Promise.all`, but rejects only when every task has settled, so that everything that was opened can be closed. */
const all = async (tasks: readonly Promise<void>[]): Promise<void> => {
  await Promise.allSettled(tasks);
  await Promise.all(tasks);
};

const stored = (message: EachBatchPayload['batch']['messages'][number]): StoredMessage => ({
  key: message.key?.toString() ?? '',
  value: message.value?.toString() ?? null,
  offset: Number(message.offset),
  storedAt: Number(message.timestamp),
});
