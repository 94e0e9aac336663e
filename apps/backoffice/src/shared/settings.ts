import type { Settings } from '@flagpost/contracts';
import { api } from './api.js';

/** Where help is, as the server was told: for who is signed in and who is not. */
const settingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    settings: build.query<Settings, null>({ query: () => '/settings', extraOptions: { anonymous: true } }),
  }),
});

export const { useSettingsQuery } = settingsApi;
