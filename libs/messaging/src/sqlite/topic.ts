import type { TopicDefinition } from '../port.js';
import type { Delivery } from './delivery.js';
import { groupsBy, type Group } from './group.js';
import { volatileOffsets, type Offsets } from './offsets.js';
import {
  storedPartition,
  volatilePartition,
  type Partition,
  type ReadPage,
  type StoredPartition,
  type VolatilePartition,
} from './partition.js';

export interface Topic {
  readonly definition: TopicDefinition;
  readonly partitions: readonly Partition[];
  group(name: string): Group;
  /** Everything that reads from this topic, to be woken after a publish. */
  readonly deliveries: Set<Delivery>;
}

export interface StoredTopicState extends Topic {
  readonly kind: 'stored';
  readonly id: number;
  readonly partitions: readonly StoredPartition[];
}

export interface VolatileTopicState extends Topic {
  readonly kind: 'volatile';
  readonly partitions: readonly VolatilePartition[];
}

export type TopicState = StoredTopicState | VolatileTopicState;

/** Messages that one batch holds at most, if its reader does not say how many. */
export const MAX_BATCH = 1000;

/** @param came how many messages are new */
export const wakeReaders = ({ deliveries }: Topic, came = 0): void =>
  deliveries.forEach((delivery) => delivery.wake(came));

export const storedTopic = (
  id: number,
  definition: TopicDefinition,
  heads: readonly number[],
  parts: { readonly offsets: Offsets; readonly readPage: ReadPage },
): StoredTopicState => ({
  kind: 'stored',
  id,
  definition,
  partitions: Array.from({ length: definition.partitions }, (_, partition) =>
    storedPartition(
      partition,
      heads[partition] ?? 0,
      parts.readPage,
      definition.kind === 'compacted' ? 'compacted' : 'log',
    ),
  ),
  group: groupsBy((name) => parts.offsets.of(id, name)),
  deliveries: new Set(),
});

export const volatileTopic = (definition: TopicDefinition): VolatileTopicState => ({
  kind: 'volatile',
  definition,
  partitions: Array.from({ length: definition.partitions }, (_, partition) => volatilePartition(partition)),
  group: groupsBy(() => volatileOffsets),
  deliveries: new Set(),
});
