import type { ConsumeOptions, GroupConsumer } from '../port.js';
import { deliver, type Delivery } from './delivery.js';
import type { Group } from './group.js';
import { createReaders, type Readers } from './readers.js';
import { MAX_BATCH, type Topic } from './topic.js';

/** The partitions that one member of a group reads. */
interface Membership {
  /** Gives up partitions that another member is to read, and takes those that are free for this one. */
  rebalance(member: Delivery): Promise<void>;
  /** Reads a partition from its start again, if this member reads it. */
  beginAgain(member: Delivery, partition: number): void;
  /** Gives up everything; rejects with what the handlers of `onRevoked` fail with. */
  leave(member: Delivery): Promise<void>;
}

const createMembership = (
  topic: Topic,
  group: Group,
  readers: Readers,
  { startAt, onRevoked, ahead }: Pick<ConsumeOptions, 'startAt' | 'onRevoked' | 'ahead'>,
): Membership => {
  const acquire = async (member: Delivery, partition: number): Promise<void> => {
    group.hold(member, partition);
    const from = (await startAt?.(partition)) ?? group.offsets.committed(partition) ?? 0;
    const messages = topic.partitions[partition];
    if (messages !== undefined) readers.add(messages.open(from, ahead));
  };
  const release = async (partition: number): Promise<void> => {
    try {
      if (readers.remove(partition) !== undefined) await onRevoked?.(partition);
    } finally {
      group.release(partition);
    }
  };

  return {
    async rebalance(member) {
      for (const partition of topic.partitions.keys()) {
        const holder = group.holder(partition);
        const isAssigned = group.assigns(member, partition);
        if (holder === member && !isAssigned) await release(partition);
        if (holder === undefined && isAssigned) await acquire(member, partition);
      }
    },
    beginAgain(member, partition) {
      if (group.holder(partition) !== member) return;
      readers.remove(partition);
      group.release(partition);
    },
    async leave(member) {
      group.leave(member);
      // Each is released for the next member, even if the handler of one fails.
      const released = group.heldBy(member).map(release);
      await Promise.allSettled([...released, group.offsets.flush()]);
      await Promise.all(released);
    },
  };
};

/** Reads the partitions that its group assigns to it. */
export const consume = (topic: Topic, options: ConsumeOptions): Delivery & GroupConsumer => {
  const { onBatch, maxBatch = MAX_BATCH } = options;
  const group = topic.group(options.group);
  const readers = createReaders();
  const membership = createMembership(topic, group, readers, options);

  /** Resolves when the newest batch that was taken ahead is committed, or could not be stored. */
  let committed: Promise<void> = Promise.resolve();

  const step = async (signal: AbortSignal): Promise<number> => {
    await membership.rebalance(delivery);
    const next = await readers.take(maxBatch, signal);
    if (next === null) return 0;
    const { reader, batch } = next;
    await onBatch(batch);
    const position = reader.position();
    const commit = (): void => {
      if (readers.get(batch.partition) === reader) group.offsets.commit(batch.partition, position);
    };
    // What was not stored is not committed: the handler begins the partition again.
    if (batch.stored === undefined) commit();
    else committed = batch.stored.then(commit, () => undefined);
    return batch.messages.length;
  };
  const atEnd = async (): Promise<void> => {
    topic.deliveries.delete(delivery);
    await committed;
    await membership.leave(delivery);
  };

  const delivery = deliver(step, atEnd);
  topic.deliveries.add(delivery);
  group.join(delivery);
  return { ...delivery, beginAgain: (partition) => membership.beginAgain(delivery, partition) };
};
