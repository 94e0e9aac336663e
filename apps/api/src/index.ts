/** The api: HTTP calls, the socket, sign-in and rights, command dispatch and projections. */
export { createApi, type Api } from './app.js';
export { apiConfig, listenConfig, type ApiConfig } from './config.js';
export { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo/demo-accounts.js';
export { ensureDemo } from './demo/ensure-demo.js';
export { exposureOf } from './demo/exposure.js';
export { DEMO_ACCOUNTS_MARKED } from './demo/former-demo-accounts.js';
export { servePages } from './http/pages.js';
export type { NewAccount } from './identity/accounts.js';
export { DUTIES_LEASE } from './instances/duties.js';
export { takeLease } from './instances/take-lease.js';
export type { ApiParts } from './parts.js';
export { projections } from './projections.js';
export { FACTS_GROUP } from './race-control/facts.js';
export {
  apiProgramConfig,
  keepsFiles,
  observedConfig,
  openStores,
  storesConfig,
  type Stores,
  type StoresConfig,
} from './stores.js';
export { upcast } from './upcast.js';
