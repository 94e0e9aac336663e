/** Opens the read models that the configuration names. Only the chosen adapter is loaded. */
import { z } from 'zod';
import { mongoConfig, type Logger } from '@flagpost/platform';
import type { Storage } from '@flagpost/storage';
import type { EventIndex } from './event-index/port.js';
import type { ReadModels } from './port.js';
import type { Projection } from './projection.js';

/** Settings of the read models, as environment variables of these names. */
export const readModelsConfig = mongoConfig.extend({
  /**
   * Storage of views: memory, rebuilt from the log at each start; a SQLite file of one process; or MongoDB, shared by several
   * processes. If left out, the program decides; memory if it does not.
   */
  READ_MODELS: z.enum(['memory', 'sqlite', 'mongo']).optional(),
});
export type ReadModelsConfig = z.infer<typeof readModelsConfig>;

export interface ReadModelsParts {
  /** The projections of the views; they declare the indexes. */
  readonly projections: readonly Projection[];
  /** The SQLite file; if left out, views in SQLite are kept in memory. */
  readonly path?: string;
  readonly logger?: Logger;
}

/**
 * @throws {ConfigError} if MongoDB is chosen and its address is missing. @throws {ServiceUnavailableError} if MongoDB is
 * chosen and does not answer.
 */
export const openReadModels = async (
  config: ReadModelsConfig,
  { path = ':memory:', ...parts }: ReadModelsParts,
): Promise<ReadModels> => {
  switch (config.READ_MODELS) {
    case undefined:
    case 'memory':
      return (await import('./memory/index.js')).memoryReadModels();
    case 'sqlite':
      return (await import('./sqlite/index.js')).sqliteReadModels({ ...parts, path });
    case 'mongo':
      return (await import('./mongo/index.js')).mongoReadModels(config, parts.projections);
  }
};

export interface EventIndexParts {
  /** The SQLite file; if left out, the index is kept in memory. */
  readonly path?: string | undefined;
  /** Carries out the operations on the file; the caller's thread if left out. */
  readonly storage?: Storage | undefined;
}

/**
 * Opens the index of the event log: in MongoDB if views are there, else in a SQLite file or in memory.
 *
 * @throws {ConfigError} if MongoDB is chosen and its address is missing. @throws {ServiceUnavailableError} if MongoDB is
 * chosen and does not answer.
 */
export const openEventIndex = async (
  config: ReadModelsConfig,
  { path = ':memory:', storage }: EventIndexParts,
): Promise<EventIndex> =>
  config.READ_MODELS === 'mongo'
    ? (await import('./event-index/mongo/index.js')).mongoEventIndex(config)
    : (await import('./event-index/sqlite/index.js')).sqliteEventIndex({ path, storage });

/** Creates missing collections and indexes of the chosen adapter. @returns a line for each. */
export const migrateReadModels = async (
  config: ReadModelsConfig,
  { projections }: Pick<ReadModelsParts, 'projections'>,
): Promise<readonly string[]> =>
  config.READ_MODELS === 'mongo'
    ? [
        ...(await (await import('./mongo/index.js')).migrateMongoReadModels(config, projections)),
        ...(await (await import('./event-index/mongo/index.js')).migrateMongoEventIndex(config)),
      ]
    : [];
