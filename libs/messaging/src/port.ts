/**
 * The port to topics: partitioned append-only logs. A key always maps to the same partition, which keeps the order of
 * its messages. The port contains nothing of motorsport. Values are text. If a server cannot be reached, calls reject
 * with `ServiceUnavailableError`, and readers wait until it is back.
 */
import type { PartHealth } from '@flagpost/platform';

export interface Message {
  readonly key: string;
  /** Null is a tombstone: a compacted topic deletes the key. */
  readonly value: string | null;
}

export interface StoredMessage extends Message {
  /** Counts up within a partition, with gaps after compaction or retention. */
  readonly offset: number;
  /** When the topic stored it, epoch ms. */
  readonly storedAt: number;
  /** The value in UTF-8, if the topic has it as bytes: who reads these does not pay for a text. */
  readonly bytes?: Uint8Array;
}

export interface TopicDefinition {
  readonly name: string;
  readonly partitions: number;
  /**
   * `log` keeps messages for `retainMs`; `compacted` keeps the newest value of each key; `volatile` keeps nothing: only
   * current followers receive it.
   */
  readonly kind: 'log' | 'compacted' | 'volatile';
  readonly retainMs?: number;
}

export interface Batch {
  readonly partition: number;
  /** In order of offset. */
  readonly messages: readonly StoredMessage[];
  /** The next offset of this partition: `head - last offset - 1` messages are still to come. */
  readonly head: number;
  /**
   * Only with `ahead`, if the messages are not durable yet. Resolves when they are, after every batch before. If it
   * rejects they were not stored: their offsets will belong to other messages, and the partition delivers nothing more
   * until `beginAgain`.
   */
  readonly stored?: Promise<void>;
}

export interface ConsumeOptions {
  readonly topic: string;
  /** Partitions are shared among the consumers of one group. */
  readonly group: string;
  /**
   * The start offset in a newly assigned partition, or null for the group's committed offset (the beginning if there is
   * none). An offset beyond the head means the head.
   */
  readonly startAt?: (partition: number) => Promise<number | null>;
  /** Called after a partition was revoked or the consumer stopped; no batch of it follows. */
  readonly onRevoked?: (partition: number) => Promise<void>;
  /**
   * Awaited before the next batch of any partition (back-pressure). When it resolves, the batch's offsets are committed
   * to the group; in a backlog with those of later batches, 10,000 messages at most. A rejection ends the consumer.
   */
  readonly onBatch: (batch: Batch) => Promise<void>;
  /** At most this many messages a batch (default 1000). */
  readonly maxBatch?: number;
  /**
   * Also delivers what this process has published and is not durable yet, if the adapter can: such a batch has `stored`.
   * The group's committed offset stays at what is durable.
   */
  readonly ahead?: boolean;
}

export interface FollowOptions {
  readonly topic: string;
  /** `beginning`: every retained message, then new ones. `now`: new messages only. */
  readonly from: 'beginning' | 'now';
  /** Awaited before the next batch. A rejection ends the follower. */
  readonly onBatch: (batch: Batch) => Promise<void>;
  /** Called once, when everything that existed at the start has been delivered. `heads`, by partition: the next offset of then. */
  readonly onCaughtUp?: (heads: readonly number[]) => void;
}

export interface Consumer {
  /** Stops delivery; resolves when a handler under way has returned and its offsets are committed. */
  stop(): Promise<void>;
  /** Resolves when stopped, rejects with the error that ended it. */
  readonly closed: Promise<void>;
}

/** A member of a group. */
export interface GroupConsumer extends Consumer {
  /** Restarts an assigned partition at the offset that `startAt` returns. A batch in progress is not committed. */
  beginAgain(partition: number): void;
}

/** Messages not yet delivered to a group, summed over partitions. */
export interface Lag {
  readonly messages: number;
}

export interface Topics {
  /**
   * Creates missing topics and returns their names; existing ones are not changed.
   *
   * @throws {ConfigError} if an existing topic has another number of partitions: its keys would lose their order.
   */
  define(topics: readonly TopicDefinition[]): Promise<readonly string[]>;
  /**
   * Durable when it resolves (volatile topics: delivered to current followers). Calls keep their order within a key.
   * Publishes that wait are stored together, and may share their promise.
   *
   * @throws {ServiceUnavailableError} also if too many wait; all are refused then until the waiting ones are on their way.
   */
  publish(topic: string, messages: readonly Message[]): Promise<void>;
  /** Consumes as a member of a group. */
  consume(options: ConsumeOptions): GroupConsumer;
  /** Reads all partitions, outside any group. */
  follow(options: FollowOptions): Consumer;
  /** By partition: the next offset. */
  heads(topic: string): Promise<readonly number[]>;
  lag(topic: string, group: string): Promise<Lag>;
  /** Whether the storage of topics answers now. */
  health(): Promise<PartHealth>;
  close(): Promise<void>;
}

/** The partition a key belongs to: FNV-1a over UTF-8, the same on every adapter. */
export const partitionOf = (key: string, partitions: number): number => {
  let hash = FNV_BASIS;
  for (let index = 0; index < key.length; index++) {
    const code = key.charCodeAt(index);
    if (code > MAX_ASCII) return fnv1a(Buffer.from(key)) % partitions;
    hash = Math.imul(hash ^ code, FNV_PRIME) >>> 0;
  }
  return hash % partitions;
};

const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
/** Up to here a character is a single byte, and the key needs no encoding. */
const MAX_ASCII = 0x7f;

const fnv1a = (bytes: Uint8Array): number =>
  bytes.reduce((hash, byte) => Math.imul(hash ^ byte, FNV_PRIME) >>> 0, FNV_BASIS);
