import { z } from 'zod';
import { TOPIC_DEFINITIONS } from '@flagpost/contracts';
import { eventStoreConfig, openEventStore } from '@flagpost/event-sourcing/open';
import { openTopics, topicsConfig } from '@flagpost/messaging/open';
import { METRICS, metricsConfig, tracingConfig } from '@flagpost/observability';
import { ConfigError, type DataFolder } from '@flagpost/platform';
import { openEventIndex, openReadModels, readModelsConfig } from '@flagpost/read-models/open';
import { openRecords, recordsConfig } from '@flagpost/records/open';
import { inlineStorage, type Storage } from '@flagpost/storage';
import { foldPastInThread } from './audit/fold-past-in-thread.js';
import { apiConfig, listenConfig } from './config.js';
import { demoSetting } from './access/demo-access.js';
import type { ApiDependencies } from './dependencies.js';
import { projections } from './projections.js';

/** Where everything is kept, as environment variables name it. */
export const storesConfig = z.object({
  ...eventStoreConfig.shape,
  ...topicsConfig.shape,
  ...recordsConfig.shape,
  ...readModelsConfig.shape,
});
export type StoresConfig = z.infer<typeof storesConfig>;

/** How a program that holds an api is seen from outside. */
export const observedConfig = metricsConfig.extend(tracingConfig.shape);

/** The configuration of an api as a program of its own. */
export const apiProgramConfig = apiConfig.extend({
  ...storesConfig.shape,
  ...listenConfig.shape,
  ...observedConfig.shape,
  /** Makes the demo clubs and accounts, and lets them sign in. */
  DEMO: demoSetting.default(false),
});

export type Stores = Pick<
  ApiDependencies,
  'store' | 'topics' | 'records' | 'readModels' | 'eventIndex' | 'foldPast' | 'topology'
> & {
  close(): Promise<void>;
};

/** A file belongs to one process: with one of these, no other process can have a part in the rest. */
const inFiles = ({ EVENT_STORE, TOPICS, RECORDS, READ_MODELS }: StoresConfig): readonly string[] => [
  ...(EVENT_STORE === 'sqlite' ? ['EVENT_STORE'] : []),
  ...(TOPICS === 'sqlite' ? ['TOPICS'] : []),
  ...(RECORDS === 'sqlite' ? ['RECORDS'] : []),
  ...(READ_MODELS === 'sqlite' ? ['READ_MODELS'] : []),
];

/** Where views are kept: unless it is named, in a file beside the log, or in memory where the log is on a server. */
export const viewsIn = ({
  READ_MODELS,
  EVENT_STORE,
}: Pick<StoresConfig, 'READ_MODELS' | 'EVENT_STORE'>): NonNullable<StoresConfig['READ_MODELS']> =>
  READ_MODELS ?? (EVENT_STORE === 'sqlite' ? 'sqlite' : 'memory');

/** Whether a folder of data is needed, which one process has for itself. */
export const keepsFiles = (config: StoresConfig): boolean => inFiles(config).length > 0;

const topologyOf = (config: StoresConfig): ApiDependencies['topology'] => {
  if (keepsFiles(config)) return undefined;
  return viewsIn(config) === 'memory' ? 'ownViews' : 'sharedViews';
};

/** A file of views may lie beside a log that was put back from an older copy: views that are ahead of it are dropped. */
const dropAhead = async ({ store, readModels }: Pick<Stores, 'store' | 'readModels'>): Promise<void> => {
  const head = await store.head();
  for (const { name, version, views } of projections) {
    const checkpoint = await readModels.checkpoint(name);
    if (checkpoint !== null && (head === null || checkpoint.position > head))
      await readModels.drop(name, version, views);
  }
};

/**
 * Opens what the configuration names, with every topic defined.
 *
 * @param files Folder of the embedded stores; null for a process that shares all stores.
 * @throws {ConfigError} where the configuration is invalid; {ServiceUnavailableError} where a server does not answer.
 */
export const openStores = async (
  config: StoresConfig,
  files: Pick<DataFolder, 'events' | 'topics' | 'records' | 'secrets' | 'views' | 'eventIndex'> | null,
  dependencies: Pick<ApiDependencies, 'clock' | 'scheduler' | 'ids' | 'logger' | 'metrics'> & {
    /** Carries out the operations on files; this thread if left out. */
    readonly storage?: Storage;
  },
): Promise<Stores> => {
  const { storage = inlineStorage() } = dependencies;
  const embedded = inFiles(config);
  if (files === null && embedded.length > 0)
    throw new ConfigError(
      `A process that shares its stores cannot keep data in files: ${embedded.join(', ')} must name ` +
        'servers (eventstoredb, kafka, mongo). One process with everything in it is started by npm start.',
    );
  const closing: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const each of closing.toReversed()) await each();
  };
  const opened = <T extends { close(): Promise<void> }>(store: T): T => {
    closing.push(() => store.close());
    return store;
  };
  const { events = '', topics = '', records = '', secrets = '', views = '' } = files ?? {};
  const { logger } = dependencies;
  const viewsConfig = { ...config, READ_MODELS: viewsIn(config) };
  const observe = dependencies.metrics?.sizes(METRICS.appendBatch);
  const onAppended = observe && ((appended: number) => observe(appended, {}));
  try {
    const open = {
      records: opened(await openRecords(config, { storage, path: records, secrets })),
      topics: opened(await openTopics(config, { ...dependencies, storage, path: topics })),
      store: opened(await openEventStore(config, { ...dependencies, storage, path: events, onAppended })),
      readModels: opened(await openReadModels(viewsConfig, { projections, path: views, logger })),
      eventIndex: opened(await openEventIndex(viewsConfig, { path: files?.eventIndex, storage })),
    };
    await open.topics.define(TOPIC_DEFINITIONS);
    if (viewsConfig.READ_MODELS === 'sqlite') await dropAhead(open);
    const foldPast = foldPastInThread({ config: eventStoreConfig.parse(config), path: events });
    return { ...open, foldPast, topology: topologyOf(config), close };
  } catch (error) {
    await close();
    throw error;
  }
};
