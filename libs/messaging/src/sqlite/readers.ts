import type { Batch } from '../port.js';
import type { Reader } from './partition.js';

/** The readers of several partitions, which take turns. */
export interface Readers {
  get(partition: number): Reader | undefined;
  add(reader: Reader): void;
  /** Closes the reader of this partition, if there is one. */
  remove(partition: number): Reader | undefined;
  /** The next messages of the partition that has waited longest, at most `max`; null if there are none in any. */
  take(max: number, signal: AbortSignal): Promise<{ readonly reader: Reader; readonly batch: Batch } | null>;
}

export const createReaders = (): Readers => {
  /** The reader served last goes to the end. */
  const queue = new Map<number, Reader>();
  return {
    get: (partition) => queue.get(partition),
    add: (reader) => void queue.set(reader.partition, reader),
    remove(partition) {
      const reader = queue.get(partition);
      queue.delete(partition);
      reader?.close();
      return reader;
    },
    async take(max, signal) {
      for (const [partition, reader] of queue) {
        const taken = reader.take(max, signal);
        const batch = taken instanceof Promise ? await taken : taken;
        // Another reader may have taken its place meanwhile.
        if (batch === null || queue.get(partition) !== reader) continue;
        queue.delete(partition);
        queue.set(partition, reader);
        return { reader, batch };
      }
      return null;
    },
  };
};
