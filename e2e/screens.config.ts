import { CHROMIUM_ARGS } from '../tools/chromium.js';
import { CHROMIUM_PATH } from './chromium.js';
import { WHOLE_PIXELS } from './pixels.js';
import config from './playwright.config.js';

/** Takes the pictures of `docs/screens`, one after the other: `npm run screens`, or `npm run screens -- office`. */
export default {
  ...config,
  projects: [
    {
      testMatch: [
        'drive-screens.ts',
        'editor-screens.ts',
        'history-screens.ts',
        'office-screens.ts',
        'organising-screens.ts',
        'screens.ts',
      ],
    },
  ],
  workers: 1,
  reporter: 'list',
  use: {
    ...config.use,
    ...WHOLE_PIXELS,
    contextOptions: {},
    launchOptions: { executablePath: CHROMIUM_PATH, args: [...CHROMIUM_ARGS] },
    actionTimeout: 30_000,
  },
};
