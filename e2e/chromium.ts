import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '../tools/chromium.js';

/** The browser of the tests. */

const found = findChromium(chromium.executablePath());
if (found === undefined) {
  throw new Error(
    'No Chromium was found. Install one, run "npx playwright install chromium", or set CHROMIUM_PATH.',
  );
}
export const CHROMIUM_PATH: string = found;

/** WebGL is drawn in software: with smoothed lines, and all else drawn by it too, a page takes twice the CPU. */
export const BROWSER_ARGS: readonly string[] = [
  ...CHROMIUM_ARGS,
  '--disable-gpu-compositing',
  '--disable-gpu-rasterization',
  '--webgl-antialiasing-mode=none',
];
