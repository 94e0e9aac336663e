import config from './playwright.config.js';

/** Takes the pictures of `docs/screens`: `npm run screens`. */
export default {
  ...config,
  testMatch: 'screens.ts',
  reporter: 'list',
  use: { ...config.use, contextOptions: {}, actionTimeout: 30_000 },
};
