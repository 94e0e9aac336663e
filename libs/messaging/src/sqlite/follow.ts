import type { FollowOptions } from '../port.js';
import { deliver, type Delivery } from './delivery.js';
import { createReaders } from './readers.js';
import { MAX_BATCH, type Topic } from './topic.js';

/** Reads all partitions of a topic, outside any group. */
export const follow = (topic: Topic, { from, onBatch, onCaughtUp }: FollowOptions): Delivery => {
  const backlog = topic.partitions.map((partition) => ({
    end: partition.head(),
    reader: partition.open(from === 'now' ? 'head' : 0),
  }));
  const readers = createReaders();
  backlog.forEach(({ reader }) => readers.add(reader));
  let caughtUp = false;

  const step = async (signal: AbortSignal): Promise<number> => {
    const next = await readers.take(MAX_BATCH, signal);
    if (next !== null) await onBatch(next.batch);
    if (!caughtUp && backlog.every(({ end, reader }) => reader.position() >= end)) {
      caughtUp = true;
      onCaughtUp?.(backlog.map(({ end }) => end));
    }
    return next?.batch.messages.length ?? 0;
  };
  const atEnd = async (): Promise<void> => {
    backlog.forEach(({ reader }) => reader.close());
    topic.deliveries.delete(delivery);
  };

  const delivery = deliver(step, atEnd);
  topic.deliveries.add(delivery);
  return delivery;
};
