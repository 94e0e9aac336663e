import { join } from 'node:path';
import {
  SINGLETON_JOBS_LEASE,
  keepsFiles,
  openStores,
  projections,
  takeLease,
  upcast,
  viewsIn,
} from '@flagpost/api';
import { openEventStore } from '@flagpost/event-sourcing/open';
import { sqliteEventStore } from '@flagpost/event-sourcing/sqlite';
import {
  ConfigError,
  jsonLogger,
  loadConfig,
  lockDataFolder,
  readCommandLine,
  requireInstallation,
  runTask,
} from '@flagpost/platform';
import { systemClock, systemIds, systemScheduler } from '@flagpost/platform/system';
import { rebuild } from '@flagpost/read-models';
import { memoryReadModels } from '@flagpost/read-models/memory';
import { standaloneConfig, type StandaloneConfig } from './config.js';

type Views = Awaited<ReturnType<typeof rebuild>>;

const machine = {
  clock: systemClock,
  scheduler: systemScheduler,
  ids: systemIds,
  logger: jsonLogger(systemClock, (line) => process.stderr.write(`${line}\n`)),
};

/** Beside a running process or without one: its views are in its own memory. */
const rebuildInMemory = async (config: StandaloneConfig): Promise<Views> => {
  const path = join(config.DATA_DIR, 'events.db');
  const embedded = config.EVENT_STORE === 'sqlite';
  if (embedded) requireInstallation(config.DATA_DIR);
  const store = embedded
    ? sqliteEventStore({ path, clock: systemClock, readOnly: true })
    : await openEventStore(config, { ...machine, path });
  const views = await rebuild({ store, readModels: memoryReadModels(), projections, upcast });
  await store.close();
  return views;
};

/** Drops and rebuilds the stored views. No other process may be writing them. */
const rebuildStored = async (config: StandaloneConfig): Promise<Views> => {
  if (config.EVENT_STORE === 'sqlite') requireInstallation(config.DATA_DIR);
  const folder = keepsFiles(config) ? lockDataFolder(config.DATA_DIR) : null;
  if (typeof folder?.notice === 'string') console.log(folder.notice);
  const stores = await openStores(config, folder, machine);
  const lease =
    stores.topology === undefined
      ? null
      : await takeLease({ ...machine, ...stores }, SINGLETON_JOBS_LEASE).catch((error: unknown) => {
          throw new ConfigError('An api keeps these views: stop every api, then rebuild.', { cause: error });
        });
  const views = await rebuild({ ...stores, projections, upcast });
  const alone = lease?.held() ?? true;
  await lease?.stop();
  await stores.close();
  folder?.release();
  if (!alone)
    throw new ConfigError('An api began to write the views meanwhile: stop it, then rebuild again.');
  return views;
};

readCommandLine({ usage: 'npm run rebuild takes no arguments.', options: {}, names: 0 });

/** Rebuilds all views from the log and prints one line for each. */
await runTask(async () => {
  const config = loadConfig(standaloneConfig, process.env);
  const views = await (viewsIn(config) === 'memory' ? rebuildInMemory(config) : rebuildStored(config));
  for (const [view, { count, sha256 }] of Object.entries(views)) {
    console.log(`${view.padEnd(24)} ${String(count).padStart(8)}  ${sha256}`);
  }
});
