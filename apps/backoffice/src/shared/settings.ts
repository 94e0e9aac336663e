import type { Settings } from '@flagpost/contracts';
import { api } from './api.js';

/** Addresses of the help, from the server's configuration; available without a session. */
const settingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    settings: build.query<Settings, null>({ query: () => '/settings', extraOptions: { anonymous: true } }),
  }),
});

export const { useSettingsQuery } = settingsApi;
