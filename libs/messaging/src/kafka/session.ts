import type { Consumer as KafkaConsumer, EachBatchPayload } from 'kafkajs';
import { retry, type Backoff, type Mutex } from '@flagpost/platform';
import { answered } from './client.js';
import type { Extent, MemberOptions } from './member.js';
import { kafkaMessage } from './message.js';
import { all, type Places } from './places.js';

/** A member without a heartbeat for this long loses its partitions. */
const SESSION_MS = 7_000;
const BEAT_MS = 1_500;
/** How long a busy member may take to notice a rebalance. */
const REBALANCE_MS = 10_000;
/** How long a broker holds a fetch without new messages; also the delay after a seek. */
const POLL_MS = 200;
const LEAVE_WITHIN_MS = 5_000;

/** What the sessions of one member share. */
export interface SessionParts extends MemberOptions {
  readonly places: Places;
  /** Assignments and batches, one after the other. */
  readonly inTurn: Mutex;
  readonly backoff: Backoff;
  /** Aborts when the member stops. */
  readonly signal: AbortSignal;
  /** Ends the member with this error. */
  readonly fail: (error: unknown) => void;
  /** The broker has given the member its partitions. */
  readonly joined: () => void;
}

/** One consumer of kafkajs, from its connection to its end. */
export interface Session {
  /** Resolves when it has ended: with the error, or with null after a stop. */
  run(): Promise<unknown>;
  /** Starts a partition anew. */
  beginAgain(partition: number): void;
}

/** Which partitions the broker assigned last. Whatever began under an earlier assignment is void. */
interface Assignment {
  /** The number of this assignment. */
  current(): number;
  isCurrent(number: number): boolean;
  /** Ends this assignment without a new one. */
  end(): void;
  take(partitions: readonly number[]): void;
  beginAgain(partition: number): void;
}

const createAssignment = (consumer: KafkaConsumer, parts: SessionParts): Assignment => {
  const { topic, places, inTurn, signal, fail } = parts;
  let generation = 0;
  const isCurrent = (number: number): boolean => number === generation && !signal.aborted;

  /** Retries until the broker answers. Null if the assignment or the member has ended. */
  const extentsDuring = (mine: number): Promise<readonly Extent[] | null> =>
    retry(
      {
        backoff: parts.backoff,
        onRetry: (error) =>
          parts.logger.warn('topic consumer cannot reach Kafka, will retry', { topic, error }),
      },
      async () => (isCurrent(mine) ? parts.extents() : null),
    ).catch(() => null); // stopped

  const begin = async (partitions: readonly number[], mine: number): Promise<void> => {
    const known = await extentsDuring(mine);
    if (known === null) return;
    await all(
      partitions.map(async (partition) => {
        const extent = known[partition] ?? { low: 0, high: 0, committed: null };
        const start = await parts.startAt(partition, extent);
        places.start(partition, Math.max(extent.low, Math.min(start, extent.high)));
      }),
    );
    if (!isCurrent(mine)) return;
    for (const partition of partitions) {
      consumer.seek({ topic, partition, offset: String(places.get(partition)?.next ?? 0) });
    }
    consumer.resume([{ topic, partitions: [...partitions] }]);
  };

  return {
    current: () => generation,
    isCurrent,
    end: () => void (generation += 1),
    take(partitions) {
      const mine = (generation += 1);
      // Fetching starts only after the start offset is known.
      consumer.pause([{ topic, partitions: [...partitions] }]);
      void inTurn(() => places.release())
        .then(() => inTurn(() => begin(partitions, mine)))
        .catch(fail);
    },
    beginAgain(partition) {
      const mine = generation;
      places.end(partition);
      consumer.pause([{ topic, partitions: [partition] }]);
      void inTurn(() => begin([partition], mine)).catch(fail);
    },
  };
};

/** Hands the messages of a fetch to the handler, and commits, as long as the partition stays assigned. */
const handOver = async (
  payload: EachBatchPayload,
  mine: number,
  assignment: Assignment,
  { topic, places, maxBatch, commits, onBatch, fail }: SessionParts,
): Promise<void> => {
  const { batch } = payload;
  const { partition, messages } = batch;
  const place = places.get(partition);
  // Messages fetched before the restart of the partition are discarded, as they may skip others.
  if (place === undefined || payload.isStale()) return;
  const isOurs = (): boolean => mine === assignment.current() && places.get(partition) === place;
  const first = messages.findIndex(({ offset }) => Number(offset) >= place.next);
  for (let at = first; at >= 0 && at < messages.length; at += maxBatch) {
    if (!isOurs() || !assignment.isCurrent(mine)) return;
    const some = messages.slice(at, at + maxBatch).map(kafkaMessage);
    const last = some.at(-1)?.offset ?? place.next;
    try {
      await onBatch({ partition, messages: some, head: Number(batch.highWatermark) });
    } catch (error) {
      fail(error);
      return;
    }
    // Also after a stop: what was handled is committed.
    if (!isOurs()) return;
    place.next = last + 1;
    payload.resolveOffset(String(last));
    if (!commits) continue;
    const offsets = [{ partition, offset: String(place.next) }];
    await payload.commitOffsetsIfNecessary({ topics: [{ topic, partitions: offsets }] });
  }
};

export const createSession = (parts: SessionParts): Session => {
  const { topic, places, inTurn, scheduler, logger, signal, fail } = parts;
  const consumer = parts.kafka.consumer({
    groupId: parts.groupId(),
    sessionTimeout: SESSION_MS,
    heartbeatInterval: BEAT_MS,
    rebalanceTimeout: REBALANCE_MS,
    maxWaitTimeInMs: POLL_MS,
    allowAutoTopicCreation: false,
  });
  const assignment = createAssignment(consumer, parts);

  consumer.on('consumer.group_join', ({ payload }) => {
    assignment.take(payload.memberAssignment[topic] ?? []);
    parts.joined();
  });
  consumer.on('consumer.rebalancing', () => {
    assignment.end();
    void inTurn(() => places.release()).catch(fail);
  });
  consumer.on('consumer.stop', () => assignment.end());
  let isOver = false;
  let stop: () => void = () => undefined;
  const ended = new Promise<unknown>((resolve) => {
    consumer.on('consumer.crash', ({ payload }) => resolve(payload.error));
    stop = () => resolve(null);
  });
  signal.addEventListener('abort', stop);

  const eachBatch = async (payload: EachBatchPayload): Promise<void> => {
    const mine = assignment.current();
    // If the heartbeat is rejected, kafkajs gets the same error from its own one after the batch, and handles it.
    const beat = scheduler.every(BEAT_MS, () => void payload.heartbeat().catch(() => undefined));
    try {
      await inTurn(async () => {
        if (assignment.isCurrent(mine)) await handOver(payload, mine, assignment, parts);
      });
    } finally {
      beat.cancel();
    }
  };
  const leave = async (): Promise<void> => {
    isOver = true;
    signal.removeEventListener('abort', stop);
    // Queued: a handler in progress returns first, and its offsets are committed.
    await inTurn(async () => {
      assignment.end();
      await places.release();
    }).catch(fail);
    await answered(scheduler, LEAVE_WITHIN_MS, consumer.disconnect()).catch((error: unknown) =>
      logger.warn('topic consumer stopped without leaving its group', { topic, error }),
    );
  };

  return {
    beginAgain(partition) {
      if (!isOver) assignment.beginAgain(partition);
    },
    async run() {
      try {
        await consumer.connect();
        await consumer.subscribe({ topic, fromBeginning: true });
        await consumer.run({ eachBatch, autoCommit: false, eachBatchAutoResolve: false });
        return await ended;
      } catch (error) {
        return error;
      } finally {
        await leave();
      }
    },
  };
};
