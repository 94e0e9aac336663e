import { chromium, defineConfig } from '@playwright/test';
import { findChromium } from '../tools/chromium.js';

const executablePath = findChromium(chromium.executablePath());
if (executablePath === undefined) {
  throw new Error(
    'No Chromium was found. Install one, run "npx playwright install chromium", or set CHROMIUM_PATH.',
  );
}

/** Browser tests. Each starts its own Flagpost on a free port with a data folder of its own. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  timeout: 120_000,
  workers: 1,
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['json', { outputFile: process.env.E2E_RESULTS ?? '../test-results/results.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath,
      // WebGL in software where there is no GPU, and no calls home behind a closed network.
      args: [
        '--no-sandbox',
        '--ignore-gpu-blocklist',
        '--use-gl=angle',
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
        '--no-first-run',
      ],
    },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
});
