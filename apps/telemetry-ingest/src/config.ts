import { z } from 'zod';
import { topicsConfig } from '@flagpost/messaging/open';
import { metricsConfig } from '@flagpost/observability';
import { ConfigError, port } from '@flagpost/platform';
import { recordsConfig } from '@flagpost/records/open';

/** Settings of every program with doors, as environment variables of these names. */
export const inboundConfig = z.object({
  /**
   * The keys that are taken from `positions.inbound`: device tokens alone, or the names of cars too. With `cars` whoever may
   * write to the topic may send for any car.
   */
  INBOUND_KEYS: z.enum(['cars', 'tokens']).default('cars'),
});
export type InboundConfig = z.infer<typeof inboundConfig>;

/** Configuration of telemetry-ingest as a separate program, as environment variables of these names. */
export const ingestConfig = z.object({
  ...topicsConfig.shape,
  ...recordsConfig.shape,
  ...metricsConfig.shape,
  ...inboundConfig.shape,
  /** Port of the doors. */
  PORT: port.default(3001),
  /** Listens on this machine only by default; 0.0.0.0 opens it to the network. */
  HOST: z.string().default('127.0.0.1'),
});
export type IngestConfig = z.infer<typeof ingestConfig>;

/**
 * @throws {ConfigError} if an adapter stores data in files: a file belongs to one process, and here there are at least
 * two.
 */
export const assertShared = ({ TOPICS, RECORDS }: IngestConfig): void => {
  const inFiles = [...(TOPICS === 'sqlite' ? ['TOPICS'] : []), ...(RECORDS === 'sqlite' ? ['RECORDS'] : [])];
  if (inFiles.length === 0) return;
  throw new ConfigError(
    `telemetry-ingest shares its data with other processes and cannot store it in files: ${inFiles.join(' and ')} ` +
      'must be set to servers (kafka, mongo). To run everything in one process, use npm start.',
  );
};
