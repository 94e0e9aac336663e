/** The api: HTTP calls, the socket, sign-in and rights, command dispatch and projections. */
export { createApi, type Api } from './app.js';
export { apiConfig, type ApiConfig } from './config.js';
export type { NewAccount } from './identity/accounts.js';
export type { ApiParts } from './parts.js';
export { projections } from './projections.js';
export { upcast } from './upcast.js';
