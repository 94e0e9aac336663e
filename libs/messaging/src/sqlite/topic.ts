import type { ConsumeOptions, FollowOptions, TopicDefinition } from '../port.js';
import { deliver, type Delivery } from './delivery.js';
import type { Partition, Reader } from './partition.js';

/** A consumer group as this process sees it: all its members are here. */
export interface Group {
  readonly members: Delivery[];
  /** Which member reads a partition now. It changes hands only after the former one has returned and committed. */
  readonly held: Map<number, Delivery>;
  /** Null where the group never committed. */
  committed(partition: number): number | null;
  commit(partition: number, nextOffset: number): void;
}

export interface Topic {
  readonly definition: TopicDefinition;
  readonly partitions: readonly Partition[];
  group(name: string): Group;
  /** Everything that reads here, to be woken after a publish. */
  readonly deliveries: Set<Delivery>;
}

const MAX_BATCH = 1000;

/** Readers take turns: who was served goes to the end of the queue. */
const takeNext = (queue: Map<number, Reader>, max: number): ReturnType<Reader['take']> => {
  for (const [partition, reader] of queue) {
    const batch = reader.take(max);
    if (batch === null) continue;
    queue.delete(partition);
    queue.set(partition, reader);
    return batch;
  }
  return null;
};

export const follow = (topic: Topic, { from, onBatch, onCaughtUp }: FollowOptions): Delivery => {
  const heads = topic.partitions.map((partition) => partition.head());
  const readers = new Map(
    topic.partitions.map((partition, index) => [index, partition.open(from === 'now' ? 'head' : 0)]),
  );
  let caughtUp = false;

  const step = async (): Promise<boolean> => {
    const batch = takeNext(readers, MAX_BATCH);
    if (batch !== null) await onBatch(batch);
    if (!caughtUp && heads.every((head, index) => readers.get(index)!.position() >= head)) {
      caughtUp = true;
      onCaughtUp?.();
    }
    return batch !== null;
  };
  const atEnd = async (): Promise<void> => {
    readers.forEach((reader) => reader.close());
    topic.deliveries.delete(delivery);
  };

  const delivery = deliver(step, atEnd);
  topic.deliveries.add(delivery);
  return delivery;
};

export const consume = (topic: Topic, options: ConsumeOptions): Delivery => {
  const { startAt, onRevoked, onBatch, maxBatch = MAX_BATCH } = options;
  const group = topic.group(options.group);
  const readers = new Map<number, Reader>();

  const isMine = (partition: number): boolean => group.members[partition % group.members.length] === delivery;
  const wakeMembers = (): void => group.members.forEach((member) => member.wake());

  const acquire = async (partition: number): Promise<void> => {
    group.held.set(partition, delivery);
    const from = (await startAt?.(partition)) ?? group.committed(partition) ?? 0;
    readers.set(partition, topic.partitions[partition]!.open(from));
  };
  const release = async (partition: number): Promise<void> => {
    const reader = readers.get(partition);
    readers.delete(partition);
    reader?.close();
    try {
      if (reader !== undefined) await onRevoked?.(partition);
    } finally {
      group.held.delete(partition);
      wakeMembers();
    }
  };

  const step = async (): Promise<boolean> => {
    for (const partition of topic.partitions.keys()) {
      const holder = group.held.get(partition);
      if (holder === delivery && !isMine(partition)) await release(partition);
      if (holder === undefined && isMine(partition)) await acquire(partition);
    }
    const batch = takeNext(readers, maxBatch);
    if (batch === null) return false;
    await onBatch(batch);
    group.commit(batch.partition, readers.get(batch.partition)!.position());
    return true;
  };
  const atEnd = async (): Promise<void> => {
    topic.deliveries.delete(delivery);
    group.members.splice(group.members.indexOf(delivery), 1);
    wakeMembers();
    for (const [partition, holder] of [...group.held]) if (holder === delivery) await release(partition);
  };

  const delivery = deliver(step, atEnd);
  group.members.push(delivery);
  topic.deliveries.add(delivery);
  wakeMembers();
  return delivery;
};
