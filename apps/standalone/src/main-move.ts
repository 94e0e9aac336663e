import { SECRET_NAMES, SINGLETON_JOBS_LEASE, keepsFiles, openStores, takeLease } from '@flagpost/api';
import { sqliteEventStore } from '@flagpost/event-sourcing/sqlite';
import { sqliteTopicsArchive } from '@flagpost/messaging/sqlite';
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
import { sqliteRecordsArchive } from '@flagpost/records/sqlite';
import { standaloneConfig } from './config.js';
import { move } from './move/move.js';

const machine = {
  clock: systemClock,
  scheduler: systemScheduler,
  ids: systemIds,
  logger: jsonLogger(systemClock, (line) => process.stderr.write(`${line}\n`)),
};

readCommandLine({ usage: 'npm run move takes no arguments.', options: {}, names: 0 });

/** Copies the installation in DATA_DIR, which must not be running, to the servers that the configuration names. */
await runTask(async () => {
  const config = loadConfig(standaloneConfig, process.env);
  const { DATA_DIR } = config;
  if (keepsFiles(config))
    throw new ConfigError(
      'npm run move copies DATA_DIR to servers: EVENT_STORE=eventstoredb, RECORDS=mongo and TOPICS=kafka must say so.',
    );
  requireInstallation(DATA_DIR);
  const folder = lockDataFolder(DATA_DIR);
  const stores = await openStores(config, null, machine);
  const lease = await takeLease({ ...machine, ...stores }, SINGLETON_JOBS_LEASE).catch((error: unknown) => {
    throw new ConfigError(
      'An api runs on the target: stop every api and telemetry-ingest there, then move.',
      {
        cause: error,
      },
    );
  });
  if (folder.notice !== null) console.log(folder.notice);
  const source = {
    store: sqliteEventStore({ path: folder.events, clock: systemClock, readOnly: true }),
    records: sqliteRecordsArchive(folder),
    topics: sqliteTopicsArchive(folder.topics),
  };
  try {
    const configured = config.JWT_SECRET === undefined ? [] : [SECRET_NAMES.accessTokens];
    const views = await move(source, stores, (line) => console.log(line), configured);
    if (!lease.held())
      throw new ConfigError('An api was started on the target meanwhile: its views cannot be trusted.');
    console.log('Moved. The views of both are equal:');
    for (const [view, { count, sha256 }] of Object.entries(views))
      console.log(`${view.padEnd(24)} ${String(count).padStart(8)}  ${sha256}`);
  } finally {
    await lease.stop();
    await source.store.close();
    source.records.close();
    source.topics.close();
    await stores.close();
    folder.release();
  }
});
