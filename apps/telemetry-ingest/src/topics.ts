import { TOPICS } from '@flagpost/contracts';
import type { TopicDefinition } from '@flagpost/messaging';

/** Partitions of `competitor.positions`. Fixed once data exists: a car's key decides its partition. */
export const POSITION_PARTITIONS = 8;

const DAY_MS = 24 * 3_600_000;

/** Every topic of the live path. Positions are kept long enough to mend an ingest that stood still for a weekend. */
export const TOPIC_DEFINITIONS: readonly TopicDefinition[] = [
  { name: TOPICS.positions, partitions: POSITION_PARTITIONS, kind: 'log', retainMs: 3 * DAY_MS },
  { name: TOPICS.setup, partitions: 1, kind: 'compacted' },
  { name: TOPICS.live, partitions: 1, kind: 'volatile', retainMs: 5 * 60_000 },
  { name: TOPICS.facts, partitions: 4, kind: 'log', retainMs: 30 * DAY_MS },
];
