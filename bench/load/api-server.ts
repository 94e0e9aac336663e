import { createApi, ensureDemo, listen, openStores } from '@flagpost/api';
import { createHealth, loadConfig, lockDataFolder } from '@flagpost/platform';
import { systemIds } from '@flagpost/platform/system';
import { standaloneConfig } from '@flagpost/standalone';
import { IngestModule } from '@flagpost/telemetry-ingest';
import { serve } from '../frame/program.ts';
import { machine } from './pipeline.ts';

/** The standalone as `npm start` puts it together, without its demo race, on a free port. Word: the folder. */
const [folder = ''] = process.argv.slice(2);

const config = loadConfig(standaloneConfig, { DATA_DIR: folder, DEMO: '1', PORT: '0', TILE_URL: 'none' });
const data = lockDataFolder(folder);
const parts = { ...machine, ids: systemIds, config };
const stores = await openStores(config, data, parts);
const shared = { ...parts, ...stores, health: createHealth(machine.scheduler) };
const api = await createApi(shared, [IngestModule.register(shared)]);
await api.start();
const url = await listen(api.app, config);
await ensureDemo(api);

serve(url, async () => {
  await api.stop();
  await stores.close();
  data.release();
});
