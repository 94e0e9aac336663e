/** Opens the read models that the configuration names. Only the chosen adapter is loaded. */
import { z } from 'zod';
import { mongoConfig } from '@flagpost/platform';
import type { ReadModels } from './port.js';
import type { Projection } from './projection.js';

/** Settings of the read models, as environment variables of these names. */
export const readModelsConfig = mongoConfig.extend({
  /** Where views are kept: in memory, rebuilt from the log at each start, or in MongoDB, shared by several processes. */
  READ_MODELS: z.enum(['memory', 'mongo']).default('memory'),
});
export type ReadModelsConfig = z.infer<typeof readModelsConfig>;

/**
 * @param parts.projections What writes the views: it says which indexes they need.
 * @throws {ConfigError} where MongoDB is chosen and its address is missing.
 * @throws {ServiceUnavailableError} where MongoDB is chosen and does not answer.
 */
export const openReadModels = async (
  config: ReadModelsConfig,
  { projections }: { readonly projections: readonly Projection[] },
): Promise<ReadModels> => {
  if (config.READ_MODELS === 'memory') return (await import('./memory/index.js')).memoryReadModels();
  return (await import('./mongo/index.js')).mongoReadModels(config, projections);
};

/** Makes what the chosen adapter needs before it is opened and is not there yet. @returns a line for each thing made. */
export const migrateReadModels = async (
  config: ReadModelsConfig,
  { projections }: { readonly projections: readonly Projection[] },
): Promise<readonly string[]> => {
  if (config.READ_MODELS === 'memory') return [];
  return (await import('./mongo/index.js')).migrateMongoReadModels(config, projections);
};
