import { createHealth, flag, jsonLogger, loadConfig, runProgram } from '@flagpost/platform';
import { systemClock, systemIds, systemScheduler } from '@flagpost/platform/system';
import { createApi } from './app.js';
import { apiConfig, listenConfig } from './config.js';
import { ensureDemo } from './demo/ensure-demo.js';
import { listen } from './http/listen.js';
import { servePages } from './http/pages.js';
import { openStores, storesConfig } from './stores.js';

/** One api among several: calls, the socket and, where it was built, the client, over servers that all of them share. */
const config = apiConfig.extend({
  ...storesConfig.shape,
  ...listenConfig.shape,
  /** Makes the demo clubs and accounts, and lets them sign in. */
  DEMO: flag.default(false),
});

await runProgram(async () => {
  const settings = loadConfig(config, process.env);
  const logger = jsonLogger(systemClock, (line) => process.stderr.write(`${line}\n`));
  const machine = { clock: systemClock, scheduler: systemScheduler, ids: systemIds, logger };
  const stores = await openStores(settings, null, machine);
  const api = await createApi({
    ...machine,
    ...stores,
    config: settings,
    health: createHealth(systemScheduler),
  });
  servePages(api.app);
  await api.start();
  if (settings.DEMO) await ensureDemo(api);
  console.log(`The api is ready at ${await listen(api.app, settings)}`);
  return {
    async stop() {
      await api.stop();
      await stores.close();
    },
  };
});
