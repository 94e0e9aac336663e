import type { ITopicConfig } from 'kafkajs';
import type { TopicDefinition } from '../port.js';

const HOUR_MS = 3_600_000;
/** A reader of a compacted topic that lags less than this sees every tombstone. */
const TOMBSTONES_STAY_MS = 24 * HOUR_MS;
const VOLATILE_STAYS_MS = 5 * 60_000;

const settingsOf = ({ kind, retainMs }: TopicDefinition): Readonly<Record<string, string | number>> => {
  switch (kind) {
    case 'compacted':
      return {
        'cleanup.policy': 'compact',
        'delete.retention.ms': TOMBSTONES_STAY_MS,
        'min.cleanable.dirty.ratio': 0.1,
        // The active segment is never compacted, so it is rolled this often.
        'segment.ms': HOUR_MS,
      };
    case 'volatile': {
      const staysMs = retainMs ?? VOLATILE_STAYS_MS;
      return { 'cleanup.policy': 'delete', 'retention.ms': staysMs, 'segment.ms': staysMs };
    }
    case 'log':
      return {
        'cleanup.policy': 'delete',
        'retention.ms': retainMs ?? -1,
        ...(retainMs === undefined ? {} : { 'segment.ms': Math.max(60_000, Math.ceil(retainMs / 10)) }),
      };
  }
};

/**
 * The Kafka settings for a topic of this kind. `storedAt` is the broker's time. Replication factor and
 * `min.insync.replicas` are settings of the cluster.
 */
export const kafkaTopic = (name: string, definition: TopicDefinition): ITopicConfig => ({
  topic: name,
  numPartitions: definition.partitions,
  replicationFactor: -1,
  configEntries: Object.entries<string | number>({
    'message.timestamp.type': 'LogAppendTime',
    ...settingsOf(definition),
  }).map(([setting, value]) => ({ name: setting, value: String(value) })),
});
