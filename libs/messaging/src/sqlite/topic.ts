import type { Batch, ConsumeOptions, FollowOptions, GroupConsumer, TopicDefinition } from '../port.js';
import { deliver, type Delivery } from './delivery.js';
import type { Group } from './group.js';
import type { Partition, Reader } from './partition.js';

export interface Topic {
  readonly definition: TopicDefinition;
  readonly partitions: readonly Partition[];
  group(name: string): Group;
  /** Everything that reads from this topic, to be woken after a publish. */
  readonly deliveries: Set<Delivery>;
}

const MAX_BATCH = 1000;

/** By partition. Round-robin: the reader served last goes to the end. */
type Queue = Map<number, Reader>;

const takeNext = (queue: Queue, max: number): { readonly reader: Reader; readonly batch: Batch } | null => {
  for (const [partition, reader] of queue) {
    const batch = reader.take(max);
    if (batch === null) continue;
    queue.delete(partition);
    queue.set(partition, reader);
    return { reader, batch };
  }
  return null;
};

export const follow = (topic: Topic, { from, onBatch, onCaughtUp }: FollowOptions): Delivery => {
  const backlog = topic.partitions.map((partition) => ({
    end: partition.head(),
    reader: partition.open(from === 'now' ? 'head' : 0),
  }));
  const queue: Queue = new Map(backlog.map(({ reader }) => [reader.partition, reader]));
  let caughtUp = false;

  const step = async (): Promise<boolean> => {
    const next = takeNext(queue, MAX_BATCH);
    if (next !== null) await onBatch(next.batch);
    if (!caughtUp && backlog.every(({ end, reader }) => reader.position() >= end)) {
      caughtUp = true;
      onCaughtUp?.();
    }
    return next !== null;
  };
  const atEnd = async (): Promise<void> => {
    backlog.forEach(({ reader }) => reader.close());
    topic.deliveries.delete(delivery);
  };

  const delivery = deliver(step, atEnd);
  topic.deliveries.add(delivery);
  return delivery;
};

export const consume = (topic: Topic, options: ConsumeOptions): Delivery & GroupConsumer => {
  const { startAt, onRevoked, onBatch, maxBatch = MAX_BATCH } = options;
  const group = topic.group(options.group);
  const queue: Queue = new Map();

  const isMine = (partition: number): boolean => group.members[partition % group.members.length] === delivery;
  const wakeMembers = (): void => group.members.forEach((member) => member.wake());

  const acquire = async (partition: number, messages: Partition): Promise<void> => {
    group.held.set(partition, delivery);
    const from = (await startAt?.(partition)) ?? group.committed(partition) ?? 0;
    queue.set(partition, messages.open(from));
  };
  const release = async (partition: number): Promise<void> => {
    const reader = queue.get(partition);
    queue.delete(partition);
    reader?.close();
    try {
      if (reader !== undefined) await onRevoked?.(partition);
    } finally {
      group.held.delete(partition);
      wakeMembers();
    }
  };

  const step = async (): Promise<boolean> => {
    for (const [partition, messages] of topic.partitions.entries()) {
      const holder = group.held.get(partition);
      if (holder === delivery && !isMine(partition)) await release(partition);
      if (holder === undefined && isMine(partition)) await acquire(partition, messages);
    }
    const next = takeNext(queue, maxBatch);
    if (next === null) return false;
    await onBatch(next.batch);
    const { partition } = next.reader;
    if (queue.get(partition) === next.reader) group.commit(partition, next.reader.position());
    return true;
  };
  const beginAgain = (partition: number): void => {
    if (group.held.get(partition) !== delivery) return;
    queue.get(partition)?.close();
    queue.delete(partition);
    group.held.delete(partition);
    delivery.wake();
  };
  const atEnd = async (): Promise<void> => {
    topic.deliveries.delete(delivery);
    group.members.splice(group.members.indexOf(delivery), 1);
    wakeMembers();
    const mine = [...group.held].flatMap(([partition, holder]) => (holder === delivery ? [partition] : []));
    // Each is released for the next member, even if the handler of one fails.
    const released = mine.map(release);
    await Promise.allSettled(released);
    await Promise.all(released);
  };

  const delivery = deliver(step, atEnd);
  group.members.push(delivery);
  topic.deliveries.add(delivery);
  wakeMembers();
  return { ...delivery, beginAgain };
};
