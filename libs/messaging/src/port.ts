/**
 * The port to topics: append-only logs in partitions, keyed so that one key keeps one partition and its order. It knows
 * nothing of motorsport. Values are text. Where topics are kept by a server that cannot be reached now, calls reject with
 * `ServiceUnavailableError`, and readers wait until it is back.
 */
import type { PartHealth } from '@flagpost/platform';

export interface Message {
  readonly key: string;
  /** Null is a tombstone: in a compacted topic it forgets the key. */
  readonly value: string | null;
}

export interface StoredMessage extends Message {
  /** Counts up within a partition, with gaps after compaction or retention. */
  readonly offset: number;
  /** When the topic took it, epoch ms. */
  readonly storedAt: number;
}

export interface TopicDefinition {
  readonly name: string;
  readonly partitions: number;
  /**
   * `log` keeps messages for `retainMs`; `compacted` keeps the newest value of each key; `volatile` keeps nothing that
   * must be found again: only who follows it now is served.
   */
  readonly kind: 'log' | 'compacted' | 'volatile';
  readonly retainMs?: number;
}

export interface Batch {
  readonly partition: number;
  /** In order of offset. */
  readonly messages: readonly StoredMessage[];
  /** Offset that the next message of this partition would get: `head - last offset - 1` messages are still to come. */
  readonly head: number;
}

export interface ConsumeOptions {
  readonly topic: string;
  /** Partitions are shared among the consumers of one group. */
  readonly group: string;
  /**
   * Where to begin in a partition that was just assigned: the offset of the next message wanted, or null for the
   * group's committed offset (the beginning where there is none). What lies past the head means the head.
   */
  readonly startAt?: (partition: number) => Promise<number | null>;
  /** Called after a partition is given away or the consumer stops; no batch of it follows. */
  readonly onRevoked?: (partition: number) => Promise<void>;
  /**
   * Awaited before the next batch of any partition: back-pressure. When it resolves, the batch's offsets are committed
   * to the group. A rejection ends the consumer.
   */
  readonly onBatch: (batch: Batch) => Promise<void>;
  /** At most this many messages a batch (default 1000). */
  readonly maxBatch?: number;
}

export interface FollowOptions {
  readonly topic: string;
  /** `beginning`: every kept message, then what comes. `now`: what comes. */
  readonly from: 'beginning' | 'now';
  /** Awaited before the next batch. A rejection ends the follower. */
  readonly onBatch: (batch: Batch) => Promise<void>;
  /** Called once, when everything that was there at the start has been delivered. */
  readonly onCaughtUp?: () => void;
}

export interface Consumer {
  /** Stops delivery; resolves when a handler under way has returned and its offsets are committed. */
  stop(): Promise<void>;
  /** Resolves when stopped, rejects with the error that ended it. */
  readonly closed: Promise<void>;
}

/** A member of a group. */
export interface GroupConsumer extends Consumer {
  /**
   * Gives up its place in a partition that it holds and asks `startAt` for another one. A batch of it that is under way
   * is not committed, and the next one begins at the new place.
   */
  beginAgain(partition: number): void;
}

/** Messages not yet handed to a group, summed over partitions. */
export interface Lag {
  readonly messages: number;
}

export interface Topics {
  /**
   * Creates what is missing and answers its names; changes nothing that exists.
   *
   * @throws {ConfigError} where one that exists has another number of partitions: its keys would lose their order.
   */
  define(topics: readonly TopicDefinition[]): Promise<readonly string[]>;
  /** Durable when it resolves (volatile topics: handed to who follows now). One call keeps its order within a key. */
  publish(topic: string, messages: readonly Message[]): Promise<void>;
  /** As one member of a group. */
  consume(options: ConsumeOptions): GroupConsumer;
  /** All partitions, outside any group. */
  follow(options: FollowOptions): Consumer;
  /** By partition: the offset that its next message would get. */
  heads(topic: string): Promise<readonly number[]>;
  lag(topic: string, group: string): Promise<Lag>;
  /** Whether what keeps the topics answers now. */
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
/** Up to here a character is its own byte, and the key needs no copy. */
const MAX_ASCII = 0x7f;

const fnv1a = (bytes: Uint8Array): number =>
  bytes.reduce((hash, byte) => Math.imul(hash ^ byte, FNV_PRIME) >>> 0, FNV_BASIS);
