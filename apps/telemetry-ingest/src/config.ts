import { z } from 'zod';
import { topicsConfig } from '@flagpost/messaging/open';
import { metricsConfig } from '@flagpost/observability';
import { ConfigError, port } from '@flagpost/platform';
import { recordsConfig } from '@flagpost/records/open';

/** The configuration of telemetry-ingest as a program of its own, read from environment variables of these names. */
export const ingestConfig = z.object({
  ...topicsConfig.shape,
  ...recordsConfig.shape,
  ...metricsConfig.shape,
  /** Port of the doors. */
  PORT: port.default(3001),
  /** Reached from this machine alone, unless it says otherwise: 0.0.0.0 opens it to the network. */
  HOST: z.string().default('127.0.0.1'),
});
export type IngestConfig = z.infer<typeof ingestConfig>;

/** @throws {ConfigError} where something would lie in a file, which belongs to one process: here are at least two. */
export const assertShared = ({ TOPICS, RECORDS }: IngestConfig): void => {
  const inFiles = [...(TOPICS === 'sqlite' ? ['TOPICS'] : []), ...(RECORDS === 'sqlite' ? ['RECORDS'] : [])];
  if (inFiles.length === 0) return;
  throw new ConfigError(
    `telemetry-ingest shares its work with other processes and cannot keep anything in files: ${inFiles.join(' and ')} ` +
      'must name servers (kafka, mongo). One process with everything in it is started by npm start.',
  );
};
