import type { AddressInfo } from 'node:net';
import { createApi } from '@flagpost/api';
import { sqliteEventStore } from '@flagpost/event-sourcing/sqlite';
import { sqliteTopics } from '@flagpost/messaging/sqlite';
import {
  createHealth,
  lockDataFolder,
  type Clock,
  type Ids,
  type Logger,
  type Scheduler,
} from '@flagpost/platform';
import { memoryReadModels } from '@flagpost/read-models/memory';
import { sqliteRecords } from '@flagpost/records/sqlite';
import { createDoors, startPipeline, TOPIC_DEFINITIONS } from '@flagpost/telemetry-ingest';
import type { StandaloneConfig } from './config.js';
import { startDemo } from './demo.js';
import { servePages } from './pages.js';

export interface StandaloneParts {
  readonly config: StandaloneConfig;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly ids: Ids;
  readonly logger: Logger;
}

export interface Standalone {
  readonly url: string;
  stop(): Promise<void>;
}

/** A port that another program listens on. The message is a sentence for whoever starts the program. */
export class PortInUse extends Error {
  override readonly name = 'PortInUse';
  constructor(host: string, port: number) {
    super(`Port ${port} of ${host} is in use by another program: stop that one, or choose another PORT.`);
  }
}

/**
 * Everything in one process: api, telemetry-ingest and the client on one port, over files in one folder.
 *
 * @throws {DataInUse} where another process has the folder; {PortInUse} where another has the port.
 */
export const startStandalone = async (parts: StandaloneParts): Promise<Standalone> => {
  const { config, clock, scheduler, logger } = parts;
  const closing: (() => Promise<void> | void)[] = [];
  const stop = async (): Promise<void> => {
    for (const close of closing.toReversed()) await close();
  };
  const opened = <T>(part: T, close: (part: T) => Promise<void> | void): T => {
    closing.push(() => close(part));
    return part;
  };

  try {
    const folder = opened(lockDataFolder(config.DATA_DIR), (it) => it.release());
    const records = opened(sqliteRecords({ path: folder.records }), (it) => it.close());
    const topics = opened(sqliteTopics({ path: folder.topics, clock, scheduler, logger }), (it) =>
      it.close(),
    );
    const store = opened(sqliteEventStore({ path: folder.events, clock }), (it) => it.close());
    const readModels = opened(memoryReadModels(), (it) => it.close());
    await topics.define(TOPIC_DEFINITIONS);

    const shared = { ...parts, health: createHealth(), topics, records };
    const api = opened(await createApi({ ...shared, store, readModels }), (it) => it.stop());
    api.app.use(createDoors({ ...shared, deviceTokens: records.deviceTokens }));
    servePages(api.app);
    await api.start();
    opened(await startPipeline(shared), (it) => it.stop());

    const url = await listen(api.app, config);
    if (config.DEMO) opened(await startDemo(api, { ...parts, url }), (it) => it.stop());
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

const listen = async (
  app: Awaited<ReturnType<typeof createApi>>['app'],
  { PORT, HOST }: StandaloneConfig,
): Promise<string> => {
  try {
    await app.listen(PORT, HOST);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? new PortInUse(HOST, PORT) : error;
  }
  const { port } = app.getHttpServer().address() as AddressInfo;
  return `http://${HOST === '0.0.0.0' ? '127.0.0.1' : HOST}:${port}`;
};
