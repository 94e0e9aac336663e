import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium, findHeadless } from '../tools/chromium.js';

/** The browsers of the tests. */

const there = (found: string | undefined): string => {
  if (found !== undefined) return found;
  throw new Error(
    'No Chromium was found. Install one, run "npx playwright install chromium", or set CHROMIUM_PATH.',
  );
};
/** As a person has it: with push messages, a profile, and text as wide as theirs. */
export const CHROMIUM_PATH = there(findChromium(chromium.executablePath()));
/** Of all tests that need no more than pages. */
export const HEADLESS_PATH = there(findHeadless(chromium.executablePath()));

/** WebGL is drawn in software: with smoothed lines, and all else drawn by it too, a page takes twice the CPU. */
const DRAWING_ARGS: readonly string[] = [
  ...CHROMIUM_ARGS,
  '--disable-gpu-compositing',
  '--disable-gpu-rasterization',
  '--webgl-antialiasing-mode=none',
];

/** Each window of Chromium loads two pages for the lists under its address bar, which take two thirds of a second of CPU. */
const ADDRESS_LISTS = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];
/** The features that Playwright turns off itself: Chromium follows the last such switch alone. */
const OFF_BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];
const without = (features: readonly string[]): string => `--disable-features=${features.join(',')}`;

/** For a browser that Playwright starts. */
export const BROWSER_ARGS: readonly string[] = [
  ...DRAWING_ARGS,
  without([...OFF_BY_PLAYWRIGHT, ...ADDRESS_LISTS]),
];
/** For `test.use`, where the other build of Chromium is not enough. */
export const WHOLE_BROWSER = { launchOptions: { executablePath: CHROMIUM_PATH, args: [...BROWSER_ARGS] } };
/** For one that is started as a person has it. */
export const PLAIN_BROWSER_ARGS: readonly string[] = [...DRAWING_ARGS, without(ADDRESS_LISTS)];
