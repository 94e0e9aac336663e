import { ConfigError } from '@flagpost/platform';

/** @throws {ConfigError} where a topic that exists has not as many partitions as it is to have. */
export const assertPartitions = (topic: string, existing: number, wanted: number): void => {
  if (existing === wanted) return;
  throw new ConfigError(
    `The topic ${topic} has ${existing} partitions and must have ${wanted}: with any other number messages of one key would lose their order. Give Flagpost topics of its own, or make this one anew.`,
  );
};
