/** The api: HTTP calls, the socket, sign-in and rights, command dispatch and projections. */
export { createApi, type Api } from './app.js';
export { apiConfig, listenConfig, type ApiConfig } from './config.js';
export { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo/demo-accounts.js';
export { ensureDemo } from './demo/ensure-demo.js';
export { exposureOf } from './demo/exposure.js';
export { serveStaticClient } from './http/static-client.js';
export type { NewAccount } from './identity/accounts.bootstrap.js';
export { readRecordedLaps, recomputeRace, type RecomputedRace } from './history/recompute/recompute-race.js';
export { takeLease } from './instances/take-lease.js';
export type { ApiDependencies } from './dependencies.js';
export { projections } from './projections.js';
export {
  apiProgramConfig,
  keepsFiles,
  observedConfig,
  openStores,
  storesConfig,
  type Stores,
  type StoresConfig,
  viewsIn,
} from './stores.js';
export * from './stored-names.js';
export { upcast } from './upcast.js';
