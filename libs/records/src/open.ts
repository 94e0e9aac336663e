/** Opens the records that the configuration names. Only the chosen adapter is loaded. */
import { z } from 'zod';
import { mongoConfig } from '@flagpost/platform';
import type { Storage } from '@flagpost/storage';
import type { Records } from './port.js';

/** Settings of the records, as environment variables of these names. */
export const recordsConfig = mongoConfig.extend({
  /** Storage of people, credentials and history: a file of this process alone, or MongoDB, shared by several. */
  RECORDS: z.enum(['sqlite', 'mongo']).default('sqlite'),
});
export type RecordsConfig = z.infer<typeof recordsConfig>;

export interface OpenRecordsParts {
  /** The file, if SQLite is chosen. */
  readonly path: string;
  /** The file of its secrets, if SQLite is chosen. */
  readonly secrets?: string;
  /** Carries out the operations on the file, if SQLite is chosen; the caller's thread if left out. */
  readonly storage?: Storage | undefined;
}

/**
 * @throws {ConfigError} if MongoDB is chosen and its address is missing.
 * @throws {ServiceUnavailableError} if MongoDB is chosen and does not answer.
 */
export const openRecords = async (
  config: RecordsConfig,
  { path, secrets, storage }: OpenRecordsParts,
): Promise<Records> => {
  if (config.RECORDS === 'sqlite')
    return (await import('./sqlite/index.js')).sqliteRecords({ path, secrets, storage });
  return (await import('./mongo/index.js')).mongoRecords(config);
};

/** Creates what the chosen adapter needs and is missing. @returns a line for each thing created. */
export const migrateRecords = async (config: RecordsConfig): Promise<readonly string[]> => {
  if (config.RECORDS === 'sqlite') return [];
  return (await import('./mongo/index.js')).migrateMongoRecords(config);
};
