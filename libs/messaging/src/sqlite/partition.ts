import { partitionOf, type Batch, type Message, type StoredMessage } from '../port.js';
import type { PageQuery } from './message-tables.js';
import { createTail } from './tail.js';

/** One reader's position in one partition. */
export interface Reader {
  readonly partition: number;
  /** The next offset to read. */
  position(): number;
  /**
   * The next messages, at most `max`; null if there are none yet. A promise if they have to be read from the file: it
   * rejects with the reason of `signal` if that aborts while the file cannot be read.
   */
  take(max: number, signal: AbortSignal): Batch | null | Promise<Batch | null>;
  close(): void;
}

export interface Partition {
  /** The next offset: what is before it is durable, or volatile. */
  head(): number;
  /** @param ahead whether the reader takes messages before their commit too */
  open(from: number | 'head', ahead?: boolean): Reader;
}

/** The partition of this key. */
export const ofKey = <P>(partitions: readonly P[], key: string): P =>
  partitions[partitionOf(key, partitions.length)] as P;

export interface StoredPartition extends Partition {
  /** Shows a message to readers, after its commit. */
  show(message: StoredMessage): void;
  /** Shows a message to the readers that take it before its commit, which follows in this order. */
  announce(message: Message, now: number, stored: Promise<void>): void;
  /** What was announced will not be stored, or not at its offsets: readers that have taken of it get nothing more. */
  retract(): void;
  /** Gives up what was stored before this time and is in memory, epoch ms. */
  forget(before: number): void;
}

/** Reads messages from the file, in order of offset; empty only if there is none between `from` and `below`. */
export type ReadPage = (
  query: Omit<PageQuery, 'characters'>,
  signal: AbortSignal,
) => Promise<readonly StoredMessage[]>;

/** A message before its commit; `stored` as in a batch, the same for all of a commit. */
type Announced = StoredMessage & Required<Pick<Batch, 'stored'>>;

/** What a partition knows of a reader until it is closed. */
interface OpenReader {
  position(): number;
  /** It gets nothing more if it has taken what was retracted. */
  loseRetracted(): void;
}

/**
 * Characters of a partition's messages in memory, with what they take besides. Of a log some 8,000 fixes, or 1 MB. Of a
 * compacted topic what its readers, who keep up, have yet to take: a flag to 5,000 cars.
 */
const TAIL_SIZES = { log: 2 ** 20, compacted: 2 ** 18 } as const;

/**
 * A partition in the file. The newest messages stay in memory until every reader has taken them, as what stays for seconds costs
 * full collections of garbage; readers that lag behind them read pages of the file. What a compacted topic had when its reader
 * was opened is read from the file alone, which has no values that were replaced.
 *
 * @param head the next offset, as the file has it
 */
export const storedPartition = (
  partition: number,
  head: number,
  readPage: ReadPage,
  kind: 'log' | 'compacted',
): StoredPartition => {
  const tail = createTail(TAIL_SIZES[kind]);
  /** Without a gap, from `next` on; empty while nothing may be announced. */
  let announced: Announced[] = [];
  const readers = new Set<OpenReader>();
  const dropTaken = (): void => {
    let lowest = next;
    for (const reader of readers) lowest = Math.min(lowest, reader.position());
    tail.dropBefore(lowest);
  };
  let next = head;

  const open = (from: number | 'head', ahead = false): Reader => {
    let position = from === 'head' ? next : Math.min(from, next);
    const inTailFrom = kind === 'log' ? 0 : next;
    let isLost = false;
    const opened: OpenReader = {
      position: () => position,
      loseRetracted: () => void (isLost ||= position > next),
    };
    readers.add(opened);
    const goOn = (messages: readonly StoredMessage[], upTo: number): Batch | null => {
      position = (messages.at(-1)?.offset ?? upTo - 1) + 1;
      return messages.length === 0 ? null : { partition, messages, head: next };
    };
    const takeAhead = (max: number): Batch | null => {
      const from = position - next;
      const stored = announced[from]?.stored;
      if (stored === undefined) return null;
      const upTo = announced.findIndex((message, index) => index > from && message.stored !== stored);
      const messages = announced.slice(from, Math.min(from + max, upTo < 0 ? Infinity : upTo));
      position += messages.length;
      return { partition, messages, head: next + announced.length, stored };
    };
    return {
      partition,
      position: () => position,
      take(max, signal) {
        if (isLost) return null;
        dropTaken();
        if (position >= next) return ahead ? takeAhead(max) : null;
        const kept = position < inTailFrom ? null : tail.read(position, max);
        if (kept !== null) return goOn(kept, next);
        const upTo = next;
        return readPage({ partition, from: position, below: upTo, limit: max }, signal).then((messages) =>
          goOn(messages, upTo),
        );
      },
      close: () => void readers.delete(opened),
    };
  };

  return {
    head: () => next,
    open,
    show(message) {
      tail.add(message);
      next = message.offset + 1;
      announced.shift();
    },
    announce({ key, value }, now, stored) {
      if (kind === 'log')
        announced.push({ offset: next + announced.length, storedAt: now, key, value, stored });
    },
    retract() {
      announced = [];
      readers.forEach((reader) => reader.loseRetracted());
    },
    forget: (before) => tail.forget(before),
  };
};

/** How far a slow reader may lag before it loses the oldest messages. */
const VOLATILE_BACKLOG = 1000;

export interface VolatilePartition extends Partition {
  hand(message: Message, storedAt: number): void;
}

/** Keeps only messages that a current reader has not read yet. */
export const volatilePartition = (partition: number): VolatilePartition => {
  const inboxes = new Set<StoredMessage[]>();
  let head = 0;
  const open = (): Reader => {
    const inbox: StoredMessage[] = [];
    inboxes.add(inbox);
    return {
      partition,
      position: () => inbox[0]?.offset ?? head,
      take: (max) => (inbox.length === 0 ? null : { partition, messages: inbox.splice(0, max), head }),
      close: () => void inboxes.delete(inbox),
    };
  };
  return {
    head: () => head,
    open,
    hand({ key, value }, storedAt) {
      const message = { key, value, storedAt, offset: head++ };
      for (const inbox of inboxes) {
        if (inbox.length === VOLATILE_BACKLOG) inbox.shift();
        inbox.push(message);
      }
    },
  };
};
