import { chromium } from '@playwright/test';
import { findChromium } from '../tools/chromium.js';

/** The browser of the tests: where it is, and how every one of them starts it. */

const found = findChromium(chromium.executablePath());
if (found === undefined) {
  throw new Error(
    'No Chromium was found. Install one, run "npx playwright install chromium", or set CHROMIUM_PATH.',
  );
}
export const CHROMIUM_PATH: string = found;

/** WebGL in software where there is no GPU, and no calls home behind a closed network. */
export const CHROMIUM_ARGS: readonly string[] = [
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
];
