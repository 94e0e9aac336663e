import { defineConfig } from '@playwright/test';
import { BROWSER_ARGS, HEADLESS_PATH } from './chromium.js';

/** Their tests wait in real time, and take less than half a core. */
const WAITING = [
  'car-taken-off.spec.ts',
  'drive-phone.spec.ts',
  'live-race.spec.ts',
  'race-slow-link.spec.ts',
  'race-trouble.spec.ts',
  'road-america.spec.ts',
];

/** Browser tests. Each starts its own Flagpost on a free port with a data folder of its own. */
export default defineConfig({
  testDir: '.',
  // On two cores: a third that draws takes as long on a slow machine, and makes every page slow. CI begins those that wait earlier,
  // beside other suites.
  projects: [
    { name: 'waiting', testMatch: WAITING, workers: 1 },
    { name: 'drawing', testMatch: '*.spec.ts', testIgnore: WAITING, workers: 2 },
  ],
  outputDir: '../test-results',
  // Software draws the map: a busy machine of two cores needs its time. What fails waits longer, what passes does not.
  timeout: 480_000,
  expect: { timeout: 60_000 },
  workers: 3,
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['json', { outputFile: process.env.E2E_RESULTS ?? '../test-results/results.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    // Half as many pixels each way, for the same page: software draws every one. Files that look at pixels have all of them.
    deviceScaleFactor: 0.5,
    // Cars step: with software rendering, sliding them is most of the cost of a test. Some files let them slide.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: HEADLESS_PATH, args: [...BROWSER_ARGS] },
    screenshot: 'only-on-failure',
    // Use `--trace on` for a trace: it takes much CPU, and counts as a press to a page.
    trace: 'off',
  },
});
