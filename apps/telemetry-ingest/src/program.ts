import { openTopics } from '@flagpost/messaging/open';
import { openObservability } from '@flagpost/observability/open';
import {
  closeServer,
  createHealth,
  listen,
  trackConnections,
  type Clock,
  type Ids,
  type Logger,
  type Scheduler,
} from '@flagpost/platform';
import { openRecords } from '@flagpost/records/open';
import { assertShared, type IngestConfig } from './config.js';
import { startIngest } from './ingest.js';
import { ingestServer } from './server.js';

export interface ProgramParts {
  readonly config: IngestConfig;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly ids: Ids;
  readonly logger: Logger;
}

export interface IngestProgram {
  readonly url: string;
  /** The address of its metrics; null if they are off. */
  readonly metricsUrl: string | null;
  /** Completes requests in progress, saves every partition and returns it to the group. */
  stop(): Promise<void>;
}

/**
 * One of several instances of telemetry-ingest: doors and pipeline over shared topics and records.
 *
 * @throws {ConfigError} if the configuration is invalid; {AddressRefused} if its port cannot be opened;
 * {ServiceUnavailableError} if a server does not answer.
 */
export const startProgram = async (parts: ProgramParts): Promise<IngestProgram> => {
  const { config, scheduler } = parts;
  assertShared(config);
  const closing: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const close of closing.toReversed()) await close();
  };
  try {
    const topics = await openTopics(config, { ...parts, path: '' });
    closing.push(() => topics.close());
    const records = await openRecords(config, { path: '' });
    closing.push(() => records.close());
    const observed = await openObservability(config, { ...parts, service: 'flagpost-telemetry-ingest' });
    closing.push(() => observed.close());
    const { metrics, metricsUrl } = observed;
    const health = createHealth(scheduler);
    health.register('topics', () => topics.health());
    health.register('records', () => records.health());

    const ingest = await startIngest({ ...parts, topics, records, health, metrics });
    closing.push(() => ingest.stop());
    const server = ingestServer(ingest.doors, health);
    const connections = trackConnections(server, scheduler);
    const url = await listen(server, { port: config.PORT, host: config.HOST });
    closing.push(() => closeServer(server, connections));
    closing.push(async () => ingest.hangUp());
    return { url, metricsUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
