import { chromium } from '@playwright/test';
import { findChromium } from '../tools/chromium.js';

/** The browser of the tests. */

const found = findChromium(chromium.executablePath());
if (found === undefined) {
  throw new Error(
    'No Chromium was found. Install one, run "npx playwright install chromium", or set CHROMIUM_PATH.',
  );
}
export const CHROMIUM_PATH: string = found;
