import { createApi, ensureDemo, exposureOf, openStores, serveStaticClient } from '@flagpost/api';
import type { Tracing } from '@flagpost/observability';
import { openObservability } from '@flagpost/observability/open';
import {
  boundAddress,
  createHealth,
  endProgram,
  listen,
  type DataFolder,
  type Clock,
  type Ids,
  type Logger,
  type Scheduler,
} from '@flagpost/platform';
import { startDemoRace } from '@flagpost/simulator';
import { workerStorage } from '@flagpost/storage';
import { prependRequestHandler, startIngest } from '@flagpost/telemetry-ingest';
import { withOutbox, type StandaloneConfig } from './config.js';

export interface StandaloneParts {
  readonly config: StandaloneConfig;
  /** Locked by the caller; released when everything in it is closed. */
  readonly folder: DataFolder;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly ids: Ids;
  readonly logger: Logger;
  /** Destination of traces if the configuration names no collector. */
  readonly tracing?: Tracing;
  /** Prints a sentence for the user; if left out, only the log contains it. */
  readonly print?: (sentence: string) => void;
}

export interface Standalone {
  readonly url: string;
  /** Address of its metrics; null if they are not served. */
  readonly metricsUrl: string | null;
  /** The addresses open to the network, in one line; null if there are none. */
  readonly exposure: string | null;
  stop(): Promise<void>;
}

/**
 * Everything in one process: api, telemetry-ingest and the client on one port, over files in one folder, or over the
 * servers that the configuration names.
 *
 * @throws {AddressRefused} if another program has the port, or the address is not this machine's.
 * @throws {ConfigError} if the configuration is invalid.
 */
export const startStandalone = async (dependencies: StandaloneParts): Promise<Standalone> => {
  const { config, folder } = dependencies;
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
    const service = 'flagpost-standalone';
    const observed = opened(await openObservability(config, { ...dependencies, service }), (it) =>
      it.close(),
    );
    const { metrics, tracing = dependencies.tracing } = observed;
    const storage = workerStorage({
      ...dependencies,
      onDeath(error) {
        dependencies.logger.error('the storage ended', { error });
        endProgram(error);
      },
    });
    const stores = opened(await openStores(config, folder, { ...dependencies, metrics, storage }), (it) =>
      it.close(),
    );
    const health = createHealth(dependencies.scheduler);
    const shared = { ...dependencies, ...stores, config: withOutbox(config), metrics, tracing, health };
    const ingest = opened(await startIngest(shared), (it) => it.stop());
    const api = opened(await createApi(shared), (it) => it.stop());
    serveStaticClient(api.app);
    await api.start();

    // Before anybody can ask for health: it promises that they can sign in.
    if (config.DEMO) await ensureDemo(api);
    const server = api.app.getHttpServer();
    prependRequestHandler(server, ingest.doors);
    opened(ingest, async (it) => it.hangUp());
    const url = await listen(server, { port: config.PORT, host: config.HOST });
    const exposure = exposureOf(boundAddress(server), config.DEMO);
    if (config.DEMO && config.DEMO_RACE) {
      const planner = { email: config.FLAGPOST_EMAIL, password: config.FLAGPOST_PASSWORD };
      opened(startDemoRace({ ...dependencies, ...planner, apiUrl: url }), (it) => it.stop());
    }
    return { url, metricsUrl: observed.metricsUrl, exposure, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
