import { openTopics } from '@flagpost/messaging/open';
import { openObservability } from '@flagpost/observability/open';
import { createHealth, listen, type Clock, type Ids, type Logger, type Scheduler } from '@flagpost/platform';
import { openRecords } from '@flagpost/records/open';
import { assertShared, type IngestConfig } from './config.js';
import { startIngest } from './ingest.js';
import { closeServer, ingestServer } from './server.js';

export interface ProgramParts {
  readonly config: IngestConfig;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly ids: Ids;
  readonly logger: Logger;
}

export interface IngestProgram {
  readonly url: string;
  /** Where its metrics are told; null where they are not. */
  readonly metricsUrl: string | null;
  /** Answers what is under way, saves every partition and gives it back to the group. */
  stop(): Promise<void>;
}

/**
 * One telemetry-ingest among several: doors and pipeline over topics and records that all of them share.
 *
 * @throws {ConfigError} where the configuration is invalid; {AddressRefused} where its port cannot be opened;
 * {ServiceUnavailableError} where a server does not answer.
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
    const url = await listen(server, { port: config.PORT, host: config.HOST });
    closing.push(() => closeServer(server));
    return { url, metricsUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
