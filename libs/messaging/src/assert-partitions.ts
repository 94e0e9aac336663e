import { ConfigError } from '@flagpost/platform';

/** @throws {ConfigError} if an existing topic has another number of partitions than required. */
export const assertPartitions = (topic: string, existing: number, wanted: number): void => {
  if (existing === wanted) return;
  throw new ConfigError(
    `The topic ${topic} has ${existing} partitions and must have ${wanted}: with another number, messages of one key would lose their order. Use topics of Flagpost's own, or recreate this one.`,
  );
};
