import type { AddressInfo } from 'node:net';
import { createApi } from '@flagpost/api';
import { sqliteEventStore } from '@flagpost/event-sourcing/sqlite';
import { sqliteTopics } from '@flagpost/messaging/sqlite';
import {
  createHealth,
  type DataFolder,
  type Clock,
  type Ids,
  type Logger,
  type Scheduler,
} from '@flagpost/platform';
import { memoryReadModels } from '@flagpost/read-models/memory';
import { sqliteRecords } from '@flagpost/records/sqlite';
import { TOPIC_DEFINITIONS } from '@flagpost/contracts';
import { IngestModule } from '@flagpost/telemetry-ingest';
import type { StandaloneConfig } from './config.js';
import { startDemo } from './demo.js';
import { servePages } from './pages.js';

export interface StandaloneParts {
  readonly config: StandaloneConfig;
  /** Locked by who starts; released when everything in it is closed. */
  readonly folder: DataFolder;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly ids: Ids;
  readonly logger: Logger;
}

export interface Standalone {
  readonly url: string;
  stop(): Promise<void>;
}

/** An address that cannot be listened on. The message is a sentence for whoever starts the program. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/**
 * Everything in one process: api, telemetry-ingest and the client on one port, over files in one folder.
 *
 * @throws {AddressRefused} where another program has the port, or the address is not this machine's.
 */
export const startStandalone = async (parts: StandaloneParts): Promise<Standalone> => {
  const { config, folder, clock, scheduler, logger } = parts;
  const closing: (() => Promise<void> | void)[] = [];
  const stop = async (): Promise<void> => {
    for (const close of closing.toReversed()) await close();
  };
  const opened = <T>(part: T, close: (part: T) => Promise<void> | void): T => {
    closing.push(() => close(part));
    return part;
  };

  try {
    opened(folder, (it) => it.release());
    const records = opened(sqliteRecords({ path: folder.records }), (it) => it.close());
    const topics = opened(sqliteTopics({ path: folder.topics, clock, scheduler, logger }), (it) =>
      it.close(),
    );
    const store = opened(sqliteEventStore({ path: folder.events, clock }), (it) => it.close());
    const readModels = opened(memoryReadModels(), (it) => it.close());
    await topics.define(TOPIC_DEFINITIONS);

    const shared = { ...parts, health: createHealth(), topics, records };
    const api = opened(
      await createApi({ ...shared, store, readModels }, [IngestModule.register(shared)]),
      (it) => it.stop(),
    );
    servePages(api.app);
    await api.start();

    const url = await listen(api.app, config);
    if (config.DEMO) opened(await startDemo(api, { ...parts, url }), (it) => it.stop());
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

const LISTEN_REFUSALS: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (host, port) =>
    `Port ${port} of ${host} is in use by another program: stop that one, or choose another PORT.`,
  EADDRNOTAVAIL: (host) => `${host} is no address of this machine: choose another HOST.`,
  ENOTFOUND: (host) => `${host} is no address of this machine: choose another HOST.`,
  EACCES: (_host, port) => `Port ${port} is kept for the system: choose a PORT above 1023.`,
};

const listen = async (
  app: Awaited<ReturnType<typeof createApi>>['app'],
  { PORT, HOST }: StandaloneConfig,
): Promise<string> => {
  try {
    await app.listen(PORT, HOST);
  } catch (error) {
    const reason = LISTEN_REFUSALS[(error as NodeJS.ErrnoException).code ?? ''];
    throw reason === undefined ? error : new AddressRefused(reason(HOST, PORT));
  }
  const { port } = app.getHttpServer().address() as AddressInfo;
  return `http://${HOST === '0.0.0.0' ? '127.0.0.1' : HOST}:${port}`;
};
