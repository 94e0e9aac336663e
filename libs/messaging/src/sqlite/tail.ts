import type { StoredMessage } from '../port.js';

/** The newest messages of a partition, in memory. */
export interface Tail {
  /** Adds the newest message; the oldest give way. If messages between it and the last one are missing, all do. */
  add(message: StoredMessage): void;
  /** At most `max` messages from this offset on; null if the one at this offset is not kept any more. */
  read(from: number, max: number): readonly StoredMessage[] | null;
  /** Gives up messages before this offset. */
  dropBefore(offset: number): void;
  /** Gives up messages that were stored before this time, epoch ms. */
  forget(before: number): void;
}

/** What a message takes in memory besides its key and value, in characters of one byte. */
const OVERHEAD = 100;
/** The array is cut only when this many messages at its start were given up. */
const CUT_AT = 1_000;

const sizeOf = ({ key, value }: StoredMessage): number => key.length + (value?.length ?? 0) + OVERHEAD;

/** @param maxSize characters of keys and values that are kept, 100 for each message included */
export const createTail = (maxSize: number): Tail => {
  let messages: StoredMessage[] = [];
  /** Index of the oldest message kept. */
  let oldest = 0;
  let size = 0;

  const dropWhile = (isSurplus: (first: StoredMessage) => boolean): void => {
    for (let first = messages[oldest]; first !== undefined && isSurplus(first); first = messages[oldest]) {
      size -= sizeOf(first);
      oldest += 1;
    }
    if (oldest < CUT_AT && oldest < messages.length) return;
    messages = messages.slice(oldest);
    oldest = 0;
  };

  return {
    add(message) {
      const last = messages.at(-1);
      if (last !== undefined && message.offset !== last.offset + 1) {
        messages = [];
        oldest = size = 0;
      }
      messages.push(message);
      size += sizeOf(message);
      dropWhile(() => size > maxSize);
    },
    read(from, max) {
      const first = messages[oldest];
      if (first === undefined || from < first.offset) return null;
      const index = oldest + from - first.offset;
      return messages.slice(index, index + max);
    },
    dropBefore: (offset) => dropWhile((first) => first.offset < offset),
    forget: (before) => dropWhile(({ storedAt }) => storedAt < before),
  };
};
