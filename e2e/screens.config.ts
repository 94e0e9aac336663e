import config from './playwright.config.js';

/** Takes the pictures of `docs/screens`, one after the other: `npm run screens`, or `npm run screens -- office`. */
export default {
  ...config,
  testMatch: [
    'drive-screens.ts',
    'editor-screens.ts',
    'office-screens.ts',
    'organising-screens.ts',
    'screens.ts',
  ],
  workers: 1,
  reporter: 'list',
  use: { ...config.use, contextOptions: {}, actionTimeout: 30_000 },
};
