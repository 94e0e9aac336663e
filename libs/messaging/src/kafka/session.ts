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
/**
 * The most that a fetch brings, of all partitions together: kafkajs makes objects of all of it at once, which must not outlive many
 * collections of garbage. A broker sends a larger batch of messages all the same.
 */
const FETCH_BYTES = 512 * 1024;
/** In a backlog a commit for every batch would cost more than the batch. */
const UNCOMMITTED_AT_MOST = 10_000;
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

/** Offsets that were handled and are not committed yet. */
interface Uncommitted {
  handled(partition: number, next: number, messages: number): void;
  /** How many messages were handled since the last commit. */
  messages(): number;
  forget(partition: number): void;
  clear(): void;
  /** Rejects as `commit` does; the offsets are then kept. */
  commit(commit: (offsets: readonly { partition: number; offset: string }[]) => Promise<void>): Promise<void>;
}

const createUncommitted = (): Uncommitted => {
  const nextOf = new Map<number, number>();
  let messages = 0;
  const clear = (): void => {
    nextOf.clear();
    messages = 0;
  };
  return {
    handled(partition, next, count) {
      nextOf.set(partition, next);
      messages += count;
    },
    messages: () => messages,
    forget: (partition) => void nextOf.delete(partition),
    clear,
    async commit(commit) {
      if (nextOf.size === 0) return;
      await commit([...nextOf].map(([partition, next]) => ({ partition, offset: String(next) })));
      clear();
    },
  };
};

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

const createAssignment = (
  consumer: KafkaConsumer,
  uncommitted: Uncommitted,
  parts: SessionParts,
): Assignment => {
  const { topic, places, inTurn, signal, fail } = parts;
  let generation = 0;
  /** What was handled before may belong to another member now, which commits it itself. */
  const endCurrent = (): number => {
    uncommitted.clear();
    return (generation += 1);
  };
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
    end: () => void endCurrent(),
    take(partitions) {
      const mine = endCurrent();
      // Fetching starts only after the start offset is known.
      consumer.pause([{ topic, partitions: [...partitions] }]);
      void inTurn(() => places.release())
        .then(() => inTurn(() => begin(partitions, mine)))
        .catch(fail);
    },
    beginAgain(partition) {
      const mine = generation;
      places.end(partition);
      uncommitted.forget(partition);
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
  uncommitted: Uncommitted,
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
    if (!isOurs()) return;
    place.next = last + 1;
    payload.resolveOffset(String(last));
    if (!commits) continue;
    uncommitted.handled(partition, place.next, some.length);
    const isLast = at + maxBatch >= messages.length;
    const isBacklog = messages.length >= maxBatch && batch.offsetLag() !== '0';
    if ((isLast && !isBacklog) || uncommitted.messages() >= UNCOMMITTED_AT_MOST)
      await uncommitted.commit((partitions) =>
        payload.commitOffsetsIfNecessary({ topics: [{ topic, partitions: [...partitions] }] }),
      );
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
    maxBytes: FETCH_BYTES,
    maxBytesPerPartition: FETCH_BYTES,
    allowAutoTopicCreation: false,
  });
  const uncommitted = createUncommitted();
  const assignment = createAssignment(consumer, uncommitted, parts);

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
        if (assignment.isCurrent(mine)) await handOver(payload, mine, assignment, uncommitted, parts);
      });
    } finally {
      beat.cancel();
    }
  };
  /** What cannot be committed now is delivered again to the next owner. */
  const commitAll = (): Promise<void> =>
    uncommitted
      .commit((partitions) => {
        const offsets = partitions.map((one) => ({ topic, ...one }));
        return answered(scheduler, LEAVE_WITHIN_MS, consumer.commitOffsets(offsets));
      })
      .catch((error: unknown) =>
        logger.warn('topic consumer stopped without committing what it handled', { topic, error }),
      );
  const leave = async (): Promise<void> => {
    isOver = true;
    signal.removeEventListener('abort', stop);
    // Queued: a handler in progress returns first, and its offsets are committed.
    await inTurn(async () => {
      // A broker that does not answer must not hold up what is saved at the release.
      const committed = commitAll();
      assignment.end();
      await places.release();
      await committed;
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
