/** Opens the read models that the configuration names. Only the chosen adapter is loaded. */
import { z } from 'zod';
import { mongoConfig } from '@flagpost/platform';
import type { ReadModels } from './port.js';
import type { Projection } from './projection.js';

/** Settings of the read models, as environment variables of these names. */
export const readModelsConfig = mongoConfig.extend({
  /** Storage of views: memory, rebuilt from the log at each start, or MongoDB, shared by several processes. */
  READ_MODELS: z.enum(['memory', 'mongo']).default('memory'),
});
export type ReadModelsConfig = z.infer<typeof readModelsConfig>;

/**
 * @param parts.projections The projections of the views; they declare the indexes. @throws {ConfigError} if MongoDB is
 * chosen and its address is missing. @throws {ServiceUnavailableError} if MongoDB is chosen and does not answer.
 */
export const openReadModels = async (
  config: ReadModelsConfig,
  { projections }: { readonly projections: readonly Projection[] },
): Promise<ReadModels> => {
  if (config.READ_MODELS === 'memory') return (await import('./memory/index.js')).memoryReadModels();
  return (await import('./mongo/index.js')).mongoReadModels(config, projections);
};

/** Creates missing collections and indexes of the chosen adapter. @returns a line for each. */
export const migrateReadModels = async (
  config: ReadModelsConfig,
  { projections }: { readonly projections: readonly Projection[] },
): Promise<readonly string[]> => {
  if (config.READ_MODELS === 'memory') return [];
  return (await import('./mongo/index.js')).migrateMongoReadModels(config, projections);
};
