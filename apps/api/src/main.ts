import { openObservability } from '@flagpost/observability/open';
import {
  boundAddress,
  createHealth,
  jsonLogger,
  listen,
  loadConfig,
  reportSetBack,
  runProgram,
} from '@flagpost/platform';
import { systemClock, systemIds, systemScheduler } from '@flagpost/platform/system';
import { createApi } from './app.js';
import { ensureDemo } from './demo/ensure-demo.js';
import { exposureOf } from './demo/exposure.js';
import { serveStaticClient } from './http/static-client.js';
import { apiProgramConfig, openStores } from './stores.js';

/** One api among several: calls, the socket and, where it was built, the client, over servers that all of them share. */
await runProgram(async () => {
  const settings = loadConfig(apiProgramConfig, process.env);
  const logger = jsonLogger(systemClock, (line) => process.stderr.write(`${line}\n`));
  reportSetBack(systemClock, logger);
  const machine = { clock: systemClock, scheduler: systemScheduler, ids: systemIds, logger };
  const observed = await openObservability(settings, { ...machine, service: 'flagpost-api' });
  const { metrics, tracing } = observed;
  const stores = await openStores(settings, null, { ...machine, metrics });
  const api = await createApi({
    ...machine,
    ...stores,
    metrics,
    tracing,
    config: settings,
    health: createHealth(systemScheduler),
  });
  serveStaticClient(api.app);
  await api.start();
  if (settings.DEMO) await ensureDemo(api);
  const server = api.app.getHttpServer();
  const url = await listen(server, { port: settings.PORT, host: settings.HOST });
  const exposure = exposureOf(boundAddress(server), settings.DEMO);
  console.log(`The api is ready at ${url}`);
  if (exposure !== null) console.log(exposure);
  if (observed.metricsUrl !== null) console.log(`Metrics are at ${observed.metricsUrl}`);
  return {
    async stop() {
      await api.stop();
      await stores.close();
      await observed.close();
    },
  };
});
